import { declareExpression } from "../backends/rules/expression-code.js";
import { RuleFile } from "../backends/rules/rule-file.js";
import { UnsupportedExpression } from "../backends/rules/unsupported.js";
import type { CheckedExpression } from "../cel/check/checked.js";
import { tsType } from "../emit/code.js";
import { CodeGenerationForbiddenError, evaluateFiles } from "../emit/evaluate.js";
import { GeneratedFile } from "../emit/generated-file.js";
import type { Value } from "../runtime/v1/cel/values/value.js";
import * as runtime from "../runtime/v1/internal.js";
import type { KubernetesMinor } from "../versions/kubernetes-version.js";
import type { ReadBinding } from "./bindings.js";
import type { Variable } from "./declarations.js";

/**
 * An expression as a function of what its variables are bound to, and of the readers of those that
 * are no data, in the order of their declaration. @throws CelPanic where only steps can tell
 */
export type Closure = (
  bindings: Readonly<Record<string, unknown>>,
  readers: readonly ReadBinding[],
) => Value;

/** Linked under this name, and never resolved as a package. */
const runtimePackage = { kind: "package", specifier: "crdgen/runtime/v1/internal" } as const;

/**
 * Makes a function of an expression, by the emitter that writes the rules of CRDs; `undefined`
 * where the host forbids making functions from text, and for the few expressions that the emitter
 * does not write.
 */
export function makeClosure(
  checked: CheckedExpression,
  variables: readonly Variable[],
  kubernetes: KubernetesMinor,
): Closure | undefined {
  try {
    return emitClosure(checked, variables, kubernetes);
  } catch (error) {
    if (error instanceof CodeGenerationForbiddenError) return undefined;
    if (error instanceof UnsupportedExpression) return undefined;
    throw error;
  }
}

function emitClosure(
  checked: CheckedExpression,
  variables: readonly Variable[],
  kubernetes: KubernetesMinor,
): Closure {
  const file = new GeneratedFile("expression");
  const imported = (name: string, typeOnly: boolean) =>
    ({ name, local: name, from: runtimePackage, typeOnly }) as const;
  const names = {
    runtime: (name: string) => imported(name, false),
    runtimeType: (name: string) => imported(name, true),
  };
  const rules = new RuleFile(file, names, { kubernetes });
  const name = declareExpression(rules, checked, variables);
  file.add({
    kind: "const",
    name: "evaluate",
    exported: true,
    doc: [],
    type: tsType`unknown`,
    value: name,
  });
  const made = evaluateFiles([file], () => runtime).get("expression");
  return made?.["evaluate"] as Closure; // what was just written
}
