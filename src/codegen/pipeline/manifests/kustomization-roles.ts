import type { KustomizeRole, SourceFile } from "../../../crd/source/source-file.js";
import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import {
  itemsAt,
  objectAt,
  objectsAt,
  textAt,
} from "../../../runtime/v1/values/json/raw-fields.js";

/**
 * Returns the roles of the files that a kustomization names, by their paths relative to it, as they
 * are written there. A file that it takes for a resource as well is a resource. Source: kustomize's
 * `api/types/kustomization.go`.
 */
export function kustomizationRoles(value: Json): ReadonlyMap<string, KustomizeRole> {
  const roles = new Map<string, KustomizeRole>();
  if (!isObject(value)) return roles;
  const add = (role: KustomizeRole, paths: readonly Json[]): void => {
    for (const path of paths) if (typeof path === "string" && isPath(path)) roles.set(path, role);
  };
  add("configuration", configurationFiles(value));
  add("values", valuesFiles(value));
  add("patch", patchFiles(value));
  add(
    "resource",
    resourceFields.flatMap((field) => itemsAt(value, field)),
  );
  return roles;
}

/**
 * The files of a kustomization that may patch CRDs, and whether one of its patches says that it
 * does: by its target, or by the text that stands in the kustomization.
 */
export function crdPatches(value: Json): {
  readonly isSure: boolean;
  readonly paths: readonly string[];
} {
  const patches = isObject(value) ? patchesOf(value).filter(mayPatchCrds) : [];
  const isSure = patches.some(({ kind, text }) => kind === crdKind || text.includes(crdKind));
  return { isSure, paths: patches.map(({ path }) => path).filter(isPath) };
}

const crdKind = "CustomResourceDefinition";

/** A patch in a kustomization: the kind of its target, its text, and the path of its file. */
interface Patch {
  readonly kind: string;
  readonly text: string;
  readonly path: string;
}

function patchesOf(value: JsonObject): readonly Patch[] {
  const merged = itemsAt(value, "patchesStrategicMerge").filter((one) => typeof one === "string");
  return [
    ...merged.map((text) => ({ kind: "", text: isPath(text) ? "" : text, path: text })),
    ...[...objectsAt(value, "patches"), ...objectsAt(value, "patchesJson6902")].map((patch) => ({
      kind: textAt(objectAt(patch, "target") ?? {}, "kind"),
      text: textAt(patch, "patch"),
      path: textAt(patch, "path"),
    })),
  ];
}

function mayPatchCrds({ kind }: Patch): boolean {
  return kind === "" || kind === crdKind;
}

/** Tells whether the text of a patch is of a CRD. */
export function isCrdPatch(text: string): boolean {
  return text.includes(crdKind);
}

const resourceFields = ["resources", "bases", "components", "crds"];

/** A patch may stand in the kustomization itself. */
function isPath(text: string): boolean {
  return text !== "" && !text.includes("\n");
}

function patchFiles(value: JsonObject): readonly Json[] {
  const withPath = [...objectsAt(value, "patches"), ...objectsAt(value, "patchesJson6902")];
  return [
    ...itemsAt(value, "patchesStrategicMerge"),
    ...withPath.map((patch) => textAt(patch, "path")),
  ];
}

function configurationFiles(value: JsonObject): readonly Json[] {
  const fields = ["configurations", "generators", "transformers", "validators"];
  const replacements = objectsAt(value, "replacements").map((item) => textAt(item, "path"));
  return [...fields.flatMap((field) => itemsAt(value, field)), ...replacements];
}

function valuesFiles(value: JsonObject): readonly Json[] {
  return objectsAt(value, "helmCharts").flatMap((chart) => [
    textAt(chart, "valuesFile"),
    ...itemsAt(chart, "additionalValuesFiles"),
  ]);
}

/**
 * Tells whether a document of a file that was found is for kuttl or chainsaw alone: it says what a
 * test expects of the cluster, or has expressions that the test fills in. The steps of a test, such
 * as `00-install.yaml`, are objects. Sources: kuttl's `pkg/test/step.go`, chainsaw's
 * `pkg/discovery`, and the assertion trees of kyverno-json.
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
