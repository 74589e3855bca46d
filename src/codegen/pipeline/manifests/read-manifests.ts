import type { Diagnostic } from "../../../crd/diagnostics/diagnostics.js";
import { Diagnostics, isError } from "../../../crd/diagnostics/diagnostics.js";
import { nearest } from "../../../crd/diagnostics/wording.js";
import { readDocuments } from "../../../crd/source/read.js";
import type { FilePlace, SourceDocument, SourceFile } from "../../../crd/source/source-file.js";
import { isBuiltinKind } from "../../../runtime/v1/built-in/table/registered-kinds.js";
import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import { objectAt, textAt, memberAt } from "../../../runtime/v1/values/json/raw-fields.js";
import { isTestFile } from "./kustomization-roles.js";
import type { Skipped, SkippedKind } from "./skipped.js";
import { patchesOfCrds, skippedDocument, skippedFile } from "./skipped.js";

/** The documents that a command looks for in its files. */
type Wanted = "crds" | "objects";

/** The documents of a file that a command has to look at, and those that it passes over. */
export interface Manifests {
  readonly documents: readonly SourceDocument[];
  readonly skipped: readonly Skipped[];
}

/**
 * Reads the documents of a file. In a file that somebody named, every document counts. From one
 * that was found (`SourceFile.place`), files of kustomize, Helm and other programs are left out,
 * with all that there is to say of their text. So is what cannot be read, where the text does not
 * have the words without which there is no CRD or no object in it: a CRD or an object that is
 * broken is reported.
 */
export async function readManifests(
  source: SourceFile,
  wanted: Wanted,
  diagnostics: Diagnostics,
  repeats: "apart" | "shared" = "apart",
): Promise<Manifests> {
  if (source.place === undefined) {
    return { documents: await readDocuments(source, diagnostics, repeats), skipped: [] };
  }
  if (isTemplate(source)) return { documents: [], skipped: [skippedFile("helm-template", source)] };
  const told = new Diagnostics();
  const read = await readDocuments(source, told, repeats);
  const skipped: Skipped[] = [];
  const documents: SourceDocument[] = [];
  const passedOver: SourceDocument[] = [];
  for (const document of read) {
    const kind = foreignKind(document.value, source);
    if (kind === undefined) documents.push(document);
    else {
      skipped.push(skippedDocument(kind, document));
      passedOver.push(document);
    }
  }
  const { patchedBy } = source.place;
  if (patchedBy !== undefined && documents.some(({ value }) => isCrd(value))) {
    skipped.push({ kind: patchesOfCrds, source: patchedBy, line: 1 });
  }
  const isUnreadable = told.hasErrors && !mayHold(source, wanted);
  if (isUnreadable) skipped.push(skippedFile("unreadable-file", source));
  const isTold = (diagnostic: Diagnostic): boolean =>
    !(isUnreadable && isError(diagnostic)) && !isWithin(diagnostic, passedOver);
  diagnostics.addAll(told.list.filter(isTold));
  return { documents, skipped };
}

function isCrd(value: Json): boolean {
  return isObject(value) && textAt(value, "kind") === "CustomResourceDefinition";
}

/** In the templates of a chart, Helm takes every `{{` for the beginning of an action. */
function isTemplate({ place, text }: SourceFile): boolean {
  return place?.chart === "templates" && text.includes("{{");
}

const indispensable: Readonly<Record<Wanted, readonly string[]>> = {
  crds: ["CustomResourceDefinition"],
  objects: ["apiVersion", "kind"],
};

function mayHold({ text }: SourceFile, wanted: Wanted): boolean {
  return indispensable[wanted].every((word) => text.includes(word));
}

/**
 * Tells whether a diagnostic is about one of these documents, which are in the order of their text:
 * a file may have many of either.
 */
function isWithin({ span }: Diagnostic, documents: readonly SourceDocument[]): boolean {
  if (span === undefined) return false;
  let [low, high] = [0, documents.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((documents[middle]?.end ?? Infinity) <= span.start) low = middle + 1;
    else high = middle;
  }
  const found = documents[low];
  return found !== undefined && found.start <= span.start;
}

/**
 * Returns the kind of a document that is no Kubernetes object: a file of kustomize, Helm or another
 * tool. Undefined for an object, also for one that is incomplete, and for a
 * CustomResourceDefinition, also for a wrong one.
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
 * Tells whether a document of kind CustomResourceDefinition only changes one. That it lacks what
 * every CRD has is not enough: then a CRD whose author forgot that would pass in silence. It must
 * also lie in a folder called `patches`, where kubebuilder puts such files, without a kustomization
 * that takes it for a resource. What a kustomization names as a patch was found out before.
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
 * Tells whether a document has two of the four fields that an object has. One may be missing, or
 * written wrongly, in an object whose author has yet to be told; files of other programs have
 * hardly ever two.
 */
function isMeantAsObject(value: JsonObject): boolean {
  const keys = new Set(Object.keys(value).map((key) => key.toLowerCase().replace(/[-_]/, "")));
  const marks = [
    keys.has("apiversion"),
    keys.has("kind"),
    isObject(memberAt(value, "metadata") ?? null),
    isObject(memberAt(value, "spec") ?? null),
  ];
  return marks.filter(Boolean).length >= 2;
}

function isChart(value: JsonObject, fileName: string): boolean {
  return /^Chart\.ya?ml$/.test(fileName) && textAt(value, "name") !== "";
}

/** The forms by which files of other programs are recognised. */
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

/**
 * Groups of files that have an apiVersion and a kind, and that programs read themselves: no API
 * server takes them. Where a CRD defines a kind of such a group all the same, the CRD counts.
 */
const groups: ReadonlyMap<string, SkippedKind> = new Map<string, SkippedKind>([
  ["audit.k8s.io", "tool-configuration"],
  ["backstage.io", "tool-configuration"],
  ["builtin", "kustomize-configuration"],
  ["chainsaw.kyverno.io", "tool-configuration"],
  ["cli.kyverno.io", "tool-configuration"],
  ["client.authentication.k8s.io", "tool-configuration"],
  ["config.kubernetes.io", "tool-configuration"],
  ["controller-runtime.sigs.k8s.io", "tool-configuration"],
  ["ctlptl.dev", "tool-configuration"],
  ["eksctl.io", "tool-configuration"],
  ["eventratelimit.admission.k8s.io", "tool-configuration"],
  ["fn.kpt.dev", "tool-configuration"],
  ["k3d.io", "tool-configuration"],
  ["kind.x-k8s.io", "tool-configuration"],
  ["kpt.dev", "tool-configuration"],
  ["krew.googlecontainertools.github.com", "tool-configuration"],
  ["kubeadm.k8s.io", "tool-configuration"],
  ["kustomize.config.k8s.io", "kustomization"],
  ["kuttl.dev", "tool-configuration"],
  ["meta.pkg.crossplane.io", "tool-configuration"],
  ["podtolerationrestriction.admission.k8s.io", "tool-configuration"],
  ["resourcequota.admission.k8s.io", "tool-configuration"],
  ["scorecard.operatorframework.io", "operator-bundle"],
  ["skaffold", "tool-configuration"],
]);

/**
 * Returns the kind of a document that only looks like an object; undefined for one that an API
 * server could take.
 */
export function toolKind(group: string, kind: string): SkippedKind | undefined {
  if (group.endsWith(".config.k8s.io") && group !== "kustomize.config.k8s.io") {
    return "tool-configuration";
  }
  if (group === "" && kind === "Config") return "tool-configuration"; // a kubeconfig
  if (group === "operators.coreos.com" && kind === "ClusterServiceVersion")
    return "operator-bundle";
  return groups.get(group);
}

/**
 * The kind of a document that has no apiVersion, and whose kind is none of Kubernetes: perhaps it
 * is the file of a tool. Undefined for a document with an apiVersion, also with a misspelt one, and
 * for a list.
 */
export function kindOfStranger(value: Json): string | undefined {
  if (!isObject(value)) return undefined;
  const kind = textAt(value, "kind");
  if (kind === "" || kind.endsWith("List") || isBuiltinKind(kind)) return undefined;
  const keys = Object.keys(value).filter((key) => key !== "version"); // tools have one of their own
  return nearest("apiVersion", keys) === undefined ? kind : undefined;
}
