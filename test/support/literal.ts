import { expect } from "vitest";
import type { Backend } from "../../src/codegen/backends/backend.js";
import { defaultsBackend } from "../../src/codegen/backends/defaults.js";
import { pruneBackend } from "../../src/codegen/backends/prune.js";
import { rulesBackend } from "../../src/codegen/backends/rules.js";
import { validateBackend } from "../../src/codegen/backends/validate/backend.js";
import type { GeneratedFile } from "../../src/codegen/emit/generated-file.js";
import type { CelRule } from "../../src/runtime/v1/cel/rules/rule-node.js";
import { CelError } from "../../src/runtime/v1/cel/values/error.js";
import type { FieldError } from "../../src/runtime/v1/values/field-error.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import { emitUnit, evaluateUnit } from "./emit-unit.js";
import { schemaResource } from "./schema-resource.js";

/*
 * Generated code as literals of tests. Each function compiles a tiny schema, which is that of
 * `spec` of a `Sample`, and gives the text of what is written for it alone: no imports, and none of
 * the functions that are equal for every resource. The same code runs, so that a test can say that
 * the text is right. `loadRuntime` comes first.
 */

// A text is shown as it is, without quotes around it.
expect.addSnapshotSerializer({
  test: (value) => typeof value === "string",
  serialize: (value) => String(value),
});

/** Generated code that says whether a value is valid. */
export interface EmittedCheck {
  /** The quick checks, and the schema as data. */
  readonly text: string;
  /** "valid", or the errors, a line for each. The quick check has to say the same. */
  verdict(spec: Json): string;
}

/** The check of values of `spec`. */
export function emittedCheck(spec: Json): EmittedCheck {
  const { declarations, exports } = compile(spec, [rulesBackend, validateBackend], "validate");
  const validate = exports["validateSample"] as (object: Json) => readonly FieldError[]; // what it exports
  const is = exports["isSample"] as (object: Json) => boolean; // what it exports
  return {
    text: declarations
      .filter(({ name }) => name === "sampleShape" || isOfSpec(name))
      .map(({ text }) => text.replace(explanation, ""))
      .join("\n\n"),
    verdict(value) {
      const object = sample(value);
      const errors = validate(object);
      if (is(object) !== (errors.length === 0)) throw new Error("is… and validate… disagree");
      return errors.length === 0 ? "valid" : errors.map(errorText).join("\n");
    },
  };
}

/** The comment on the first check of every file, which is the same everywhere. */
const explanation = /^\/\*\*\n \* The functions `isValid…` of this file[^]*?\*\/\n/;

/** The check of items of the list `spec`: the shortest code in which a value is checked. */
export function emittedItemCheck(items: Json): EmittedCheck {
  const list = emittedCheck({ type: "array", items });
  return { text: list.text, verdict: (item) => list.verdict([item]) };
}

/** Generated code that changes values of `spec`. */
export interface EmittedPass {
  readonly text: string;
  /** The changed value as JSON; `value` stays as it is. */
  run(spec: Json): string;
}

/** The pruner of values of `spec`; `run` also gives the paths of what was removed. */
export function emittedPruner(spec: Json): EmittedPass {
  const { declarations, exports } = compile(spec, [pruneBackend], "prune");
  const prune = exports["pruneSample"] as (object: Json) => readonly string[]; // what it exports
  return {
    text: join(declarations.filter(({ name }) => name === "sampleSchema")),
    run(value) {
      const object = sample(structuredClone(value));
      const removed = prune(object);
      return [JSON.stringify(object["spec"]), ...removed].join("\n");
    },
  };
}

/** The defaulter of values of `spec`. */
export function emittedDefaulter(spec: Json): EmittedPass {
  const { declarations, exports } = compile(spec, [defaultsBackend], "defaults");
  const fill = exports["defaultSample"] as (object: Json) => void; // what it exports
  return {
    text: textOfSpec(declarations),
    run(value) {
      const object = sample(structuredClone(value));
      fill(object);
      return JSON.stringify(object["spec"]);
    },
  };
}

/** Generated code of one rule. */
export interface EmittedRule {
  /**
   * The function of the rule and what was declared for it, without the tree of nodes. Empty if the
   * rule does not compile.
   */
  readonly text: string;
  /** The tree of nodes down to `spec`. */
  readonly nodes: string;
  /** "true", "false", or the error. */
  run(self: Json, oldSelf?: Json): string;
  /** The errors of a whole object, a line for each. */
  errors(self: Json, oldSelf?: Json): string;
}

/** A rule as the CRD has it, or only its expression. */
export type RuleSource = string | JsonObject;

/** The code of a rule of an object of the given fields. */
export function emittedRule(
  rule: RuleSource,
  fields: JsonObject = {},
  kubernetes: KubernetesMinor = 37,
): EmittedRule {
  return emittedNodeRule(rule, { type: "object", properties: fields }, kubernetes);
}

/** The code of a rule of any schema. */
export function emittedNodeRule(
  rule: RuleSource,
  schema: JsonObject,
  kubernetes: KubernetesMinor = 37,
): EmittedRule {
  const rules = [typeof rule === "string" ? { rule } : rule];
  const spec = { ...schema, "x-kubernetes-validations": rules };
  const { declarations, exports } = compile(spec, [rulesBackend], "rules", kubernetes);
  const own = declarations.filter(({ text }) => !text.includes("export "));
  const isNode = ({ text }: Declared): boolean => text.includes(": RuleNode = {");
  const [first] = exports["sampleRules"] as readonly CelRule[]; // what it exports
  if (first === undefined) throw new Error(`no code: ${JSON.stringify(rule)}`);
  const text = join(own.filter((declared) => !isNode(declared)));
  const check = exports["checkSampleRules"] as (object: Json, old?: Json) => readonly FieldError[]; // what it exports
  return {
    text,
    nodes: join(own.filter(isNode)),
    run(self, oldSelf) {
      if (text === "") throw new Error(`does not compile: ${JSON.stringify(rule)}`);
      const result = first.evaluate(self, oldSelf);
      return result instanceof CelError ? `error: ${result.message}` : String(result);
    },
    errors(self, oldSelf) {
      const old = oldSelf === undefined ? undefined : sample(oldSelf);
      return check(sample(self), old).map(errorText).join("\n");
    },
  };
}

interface Declared {
  readonly name: string;
  /** With its comment. */
  readonly text: string;
}

function compile(
  spec: Json,
  backends: readonly Backend[],
  part: string,
  kubernetes?: KubernetesMinor,
): { declarations: readonly Declared[]; exports: Readonly<Record<string, unknown>> } {
  const { resource, version } = schemaResource({ type: "object", properties: { spec } });
  const files = emitUnit(resource, version, backends, kubernetes);
  const file = files.find(({ path }) => path.endsWith(`/${part}`));
  if (file === undefined) throw new Error(`no file of ${part}`);
  return { declarations: declarationsOf(file), exports: evaluateUnit(files) };
}

/** Declarations have an empty line between them, and none inside. */
function declarationsOf(file: GeneratedFile): readonly Declared[] {
  const [printed] = file.print({ target: "ts", importExtension: ".js", banner: "" });
  const texts = (printed?.text ?? "").trim().split(/\n\n(?=\S)/);
  return texts
    .filter((text) => !text.startsWith("import "))
    .map((text) => {
      const name = /^(?:export )?(?:function|const|type) (\w+)/m.exec(text)?.[1];
      if (name === undefined) throw new Error(`no declaration: ${text}`);
      return { name, text };
    });
}

function textOfSpec(declarations: readonly Declared[]): string {
  return join(declarations.filter(({ name }) => isOfSpec(name)));
}

function isOfSpec(name: string): boolean {
  return /sampleSpec/i.test(name);
}

function join(declarations: readonly Declared[]): string {
  return declarations.map(({ text }) => text).join("\n\n");
}

function errorText({ field, message }: FieldError): string {
  return `${field}: ${message}`;
}

function sample(spec: Json): JsonObject {
  return {
    apiVersion: "example.com/v1",
    kind: "Sample",
    metadata: { name: "a", namespace: "b" },
    spec,
  };
}
