import type { CheckedExpression } from "../../cel/check/checked.js";
import type { Value } from "../../runtime/v1/cel/values/value.js";
import * as runtime from "../../runtime/v1/internal.js";
import type { KubernetesMinor } from "../../runtime/versions/kubernetes-version.js";
import { expressionCode } from "../backends/rules/expression-code.js";
import { RuleFile, UnsupportedExpression } from "../backends/rules/rule-file.js";
import { tsType } from "../emit/code.js";
import { CodeGenerationForbiddenError, evaluateFiles } from "../emit/evaluate.js";
import { GeneratedFile } from "../emit/generated-file.js";
import type { ReadBinding } from "./bindings.js";
import { bindingReader } from "./bindings.js";
import type { Variable } from "./declarations.js";

/** An expression as a function of what its variables are bound to. */
export type Closure<Result> = (bindings: Bindings) => Result;

/** Values of variables by name. */
export type Bindings = Readonly<Record<string, unknown>>;

/** What becomes of what the code of an expression gives. */
export interface Endings<Result> {
  /** Makes a result of a value that is no text, boolean or int: these are results as they stand. */
  readonly finish: (value: Value) => Result;
  /** Answers where the code does not: what it threw tells why. */
  readonly otherwise: (thrown: unknown, bindings: Bindings) => Result;
}

/** Linked under this name, and never resolved as a package. */
const runtimePackage = { kind: "package", specifier: "crdgen/runtime/v1/internal" } as const;

/**
 * Makes a function of an expression, by the emitter that writes the rules of CRDs; `undefined`
 * where the host forbids making functions from text, and for the few expressions that the emitter
 * does not write.
 */
export function makeClosure<Result>(
  checked: CheckedExpression,
  variables: readonly Variable[],
  kubernetes: KubernetesMinor,
  { finish, otherwise }: Endings<Result>,
): Closure<Result> | undefined {
  try {
    const readers = variables.map(({ type }) => bindingReader(type));
    return emitClosure<Result>(checked, variables, kubernetes)(readers, finish, otherwise);
  } catch (error) {
    if (error instanceof CodeGenerationForbiddenError) return undefined;
    if (error instanceof UnsupportedExpression) return undefined;
    throw error;
  }
}

type MakeClosure<Result> = (
  readers: readonly ReadBinding[],
  finish: Endings<Result>["finish"],
  otherwise: Endings<Result>["otherwise"],
) => Closure<Result>;

function emitClosure<Result>(
  checked: CheckedExpression,
  variables: readonly Variable[],
  kubernetes: KubernetesMinor,
): MakeClosure<Result> {
  const file = new GeneratedFile("expression");
  const imported = (name: string, typeOnly: boolean) =>
    ({ name, local: name, from: runtimePackage, typeOnly }) as const;
  const names = {
    runtime: (name: string) => imported(name, false),
    runtimeType: (name: string) => imported(name, true),
  };
  const rules = new RuleFile(file, names, { kubernetes });
  const made = expressionCode(rules, checked, variables);
  file.add({
    kind: "const",
    name: "makeClosure",
    exported: true,
    doc: [],
    type: tsType`unknown`,
    value: made,
  });
  const exports = evaluateFiles([file], () => runtime).get("expression");
  return exports?.["makeClosure"] as MakeClosure<Result>; // what was just written
}
