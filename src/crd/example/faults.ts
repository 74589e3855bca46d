import { isUncheckedRules } from "../../runtime/v1/validation/issue-text.js";
import { fieldErrorText } from "../../runtime/v1/values/field-error.js";
import type { Version } from "../ir/resource.js";
import type { Schema } from "../ir/schema.js";
import type { Path } from "../source/document.js";
import type { Example } from "./example.js";
import type { FailingRule } from "./failing-rules.js";
import type { Steps } from "./place.js";
import { schemaAt } from "./place.js";
import { stepsText } from "./set-value.js";

/** What stands in the way of an example, and where that is said in the CRD. */
export interface ExampleFault {
  readonly fault: string;
  /** Of the rule; of what is no rule, that of the version. */
  readonly path: Path;
}

/** The rules that stand in the way of an example; where it is no rule, the errors that do. */
export function faultsOf({ errors, failing }: Example, version: Version): readonly ExampleFault[] {
  const { path } = version;
  if (failing.length === 0) {
    return errors
      .filter((error) => !isUncheckedRules(error))
      .map((error) => ({ fault: fieldErrorText(error), path }));
  }
  const root: Path = [...path, "schema", "openAPIV3Schema"];
  return withoutRepeats(failing).map((one) => {
    const rule = rulePath(one, version.schema);
    return {
      fault: `nothing was found for which this rule holds at ${placeText(one.steps)}: ${one.rule}`,
      path: rule === undefined ? path : [...root, ...rule],
    };
  });
}

function withoutRepeats(failing: readonly FailingRule[]): readonly FailingRule[] {
  return failing.filter(
    (one, index) => failing.findIndex(({ rule }) => rule === one.rule) === index,
  );
}

function placeText(steps: Steps): string {
  return steps.length === 0 ? "the object itself" : `'${stepsText(steps)}'`;
}

/** The way to a rule in the schema. */
function rulePath({ steps, rule }: FailingRule, root: Schema | undefined): Path | undefined {
  let schema = root;
  const path: (string | number)[] = [];
  for (const step of steps) {
    if (schema === undefined) return undefined;
    if (typeof step === "number") path.push("items");
    else if (schema.fields.has(step)) path.push("properties", step);
    else path.push("additionalProperties");
    schema = schemaAt(schema, [step]);
  }
  const index = schema?.rules.findIndex((one) => one.rule === rule) ?? -1;
  return index < 0 ? undefined : [...path, "x-kubernetes-validations", index, "rule"];
}
