import { textAt } from "../../../crd/frontend/raw-fields.js";
import type { SourceFile } from "../../../crd/source/source-file.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";

/**
 * Whether a document of a file that was found is for kuttl or chainsaw alone: it says what a test
 * expects of the cluster, or has expressions that the test fills in. The steps of a test, such as
 * `00-install.yaml`, are objects. Sources: kuttl's `pkg/test/step.go`, chainsaw's `pkg/discovery`,
 * and the assertion trees of kyverno-json.
 */
export function isTestFile(value: Json, { path, place }: SourceFile): boolean {
  if (place === undefined) return false;
  const fileName = path.slice(path.lastIndexOf("/") + 1);
  if (assertionFile.test(fileName) || place.chainsaw === "asserted") return true;
  // CRDs are large, and have none.
  const isCrd = isObject(value) && textAt(value, "kind") === "CustomResourceDefinition";
  return !isCrd && hasExpression(value, place.chainsaw !== undefined);
}

const assertionFile = /^\d+-(?:assert|errors?)\.ya?ml$/i;

/** `(conditions != null)`, `~.(ports)`, `(length(@))->count`: no field is called so. */
const expressionKey = /^(?:~\w*\.?)?\([^]*\)(?:->\w+)?$/;

/** `($namespace)`: what chainsaw fills in. */
const binding = /^\(\$\w+\)$/;

function hasExpression(value: Json, withBindings: boolean): boolean {
  if (typeof value === "string") return withBindings && binding.test(value);
  if (Array.isArray(value)) return value.some((item) => hasExpression(item, withBindings));
  if (!isObject(value)) return false;
  return Object.entries(value).some(
    ([key, member]) => expressionKey.test(key) || hasExpression(member, withBindings),
  );
}

/** The files that a chainsaw test only compares with the cluster, as they are written there. */
export function assertedFiles(test: Json): ReadonlySet<string> {
  const asserted = new Set<string>();
  const applied = new Set<string>();
  const visit = (value: Json): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isObject(value)) return;
    for (const [operation, member] of Object.entries(value)) {
      const file = isObject(member) ? textAt(member, "file") : "";
      if (file !== "") (comparing.has(operation) ? asserted : applied).add(file);
      visit(member);
    }
  };
  visit(test);
  for (const file of applied) asserted.delete(file);
  return asserted;
}

const comparing: ReadonlySet<string> = new Set(["assert", "error"]);
