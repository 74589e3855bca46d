import { objectAt, textAt, valueAt } from "../../../crd/frontend/raw-fields.js";
import type { FilePlace, SourceFile } from "../../../crd/source/source-file.js";
import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import type { SkippedKind } from "./skipped.js";
import { isTestFile } from "./test-files.js";

/**
 * What a document is that is no Kubernetes object: a file of kustomize, Helm or another tool.
 * Undefined for an object, also for one that is incomplete, and for a CustomResourceDefinition,
 * also for a wrong one.
 *
 * The content decides. Where that is not enough, the file's place does (`FilePlace`); a file that
 * somebody named has none, so that what was meant as an object is told to be none.
 */
export function foreignKind(value: Json, file: SourceFile): SkippedKind | undefined {
  const { path, place } = file;
  const named = kindByRole(place);
  if (named !== undefined) return named;
  if (isTestFile(value, file)) return "test-file";
  if (Array.isArray(value)) return isJsonPatch(value) ? "kustomize-patch" : "other-document";
  if (!isObject(value)) return value === null ? undefined : "other-document";
  const kind = textAt(value, "kind");
  if (kind === "CustomResourceDefinition") {
    return isPatchOfCrd(value, place) ? "kustomize-patch" : undefined;
  }
  const fileName = path.slice(path.lastIndexOf("/") + 1);
  return kindByApiVersion(value) ?? kindByContent(value, fileName, place);
}

/** A kustomization says for certain what the files are that it names. */
function kindByRole(place: FilePlace | undefined): SkippedKind | undefined {
  switch (place?.kustomize) {
    case "patch":
      return "kustomize-patch";
    case "configuration":
      return "kustomize-configuration";
    case "values":
      return "helm-values";
    case "resource":
    case undefined:
      return undefined;
  }
}

/**
 * Whether a document of kind CustomResourceDefinition only changes one. That it lacks what every
 * CRD has is not enough: then a CRD whose author forgot that would pass in silence. It must also
 * lie in a folder called `patches`, where kubebuilder puts such files, without a kustomization that
 * takes it for a resource. What a kustomization names as a patch was found out before.
 */
function isPatchOfCrd(value: JsonObject, place: FilePlace | undefined): boolean {
  if (place?.inPatches !== true || place.kustomize === "resource") return false;
  const spec = objectAt(value, "spec") ?? {};
  return ["group", "names", "versions", "version"].every((key) => !Object.hasOwn(spec, key));
}

/** RFC 6902, as `patchesJson6902` takes it. */
function isJsonPatch(list: readonly Json[]): boolean {
  const isStep = (item: Json): boolean =>
    isObject(item) && operations.has(textAt(item, "op")) && typeof item["path"] === "string";
  return list.length > 0 && list.every(isStep);
}

const operations: ReadonlySet<string> = new Set([
  "add",
  "remove",
  "replace",
  "move",
  "copy",
  "test",
]);

function kindByApiVersion(value: JsonObject): SkippedKind | undefined {
  const apiVersion = textAt(value, "apiVersion");
  if (apiVersion.startsWith("kustomize.config.k8s.io/")) return "kustomization";
  if (apiVersion === "builtin" && textAt(value, "kind") !== "") return "kustomize-configuration";
  return undefined;
}

function kindByContent(
  value: JsonObject,
  fileName: string,
  place: FilePlace | undefined,
): SkippedKind | undefined {
  if (isMeantAsObject(value)) return undefined;
  if (/^kustomization\.ya?ml$/.test(fileName)) return "kustomization";
  if (isChart(value, fileName)) return "helm-chart";
  if (place?.chart !== undefined && /(?:^|[-_.])values\b.*\.ya?ml$/.test(fileName))
    return "helm-values";
  return forms.find(({ fits }) => fits(value))?.kind ?? "other-document";
}

/**
 * Whether a document has two of the four fields that an object has. One may be missing, or written
 * wrongly, in an object whose author has yet to be told; files of other programs have hardly ever
 * two.
 */
function isMeantAsObject(value: JsonObject): boolean {
  const keys = new Set(Object.keys(value).map((key) => key.toLowerCase().replace(/[-_]/, "")));
  const marks = [
    keys.has("apiversion"),
    keys.has("kind"),
    isObject(valueAt(value, "metadata") ?? null),
    isObject(valueAt(value, "spec") ?? null),
  ];
  return marks.filter(Boolean).length >= 2;
}

function isChart(value: JsonObject, fileName: string): boolean {
  return /^Chart\.ya?ml$/.test(fileName) && textAt(value, "name") !== "";
}

/** What files of other programs look like. */
const forms: readonly {
  readonly kind: SkippedKind;
  readonly fits: (value: JsonObject) => boolean;
}[] = [
  { kind: "kustomize-configuration", fits: isTransformerConfiguration },
  { kind: "operator-bundle", fits: isBundleAnnotations },
  { kind: "json-schema", fits: isJsonSchema },
  { kind: "compose-file", fits: (value) => isObject(value["services"] ?? null) },
  {
    kind: "github-workflow",
    fits: (value) =>
      isObject(value["jobs"] ?? null) &&
      (Object.hasOwn(value, "on") || Object.hasOwn(value, "true")),
  },
];

/** The fields of kustomize's `TransformerConfig` (`api/internal/plugins/builtinconfig`). */
const transformerFields: ReadonlySet<string> = new Set([
  "namePrefix",
  "nameSuffix",
  "namespace",
  "commonLabels",
  "templateLabels",
  "labels",
  "commonAnnotations",
  "nameReference",
  "varReference",
  "images",
  "replicas",
]);

function isTransformerConfiguration(value: JsonObject): boolean {
  const entries = Object.entries(value);
  return (
    entries.length > 0 &&
    entries.every(([key, list]) => transformerFields.has(key) && isListOfObjects(list))
  );
}

function isListOfObjects(value: Json): boolean {
  return value === null || (Array.isArray(value) && value.every((item) => isObject(item)));
}

/** `metadata/annotations.yaml` of an operator bundle. */
function isBundleAnnotations(value: JsonObject): boolean {
  const annotations = objectAt(value, "annotations") ?? {};
  return Object.keys(annotations).some((key) => key.startsWith("operators.operatorframework.io."));
}

function isJsonSchema(value: JsonObject): boolean {
  if (textAt(value, "$schema").includes("json-schema.org/")) return true;
  return textAt(value, "type") === "object" && isObject(value["properties"] ?? null);
}
