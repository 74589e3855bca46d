import type { Diagnostics } from "../../../crd/diagnostics/diagnostics.js";
import { nearest } from "../../../crd/diagnostics/wording.js";
import { listItems } from "../../../crd/frontend/find-crds.js";
import type { Path, SourceDocument } from "../../../crd/source/source-file.js";
import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import { objectAt, textAt, memberAt } from "../../../runtime/v1/values/json/raw-fields.js";
import { splitApiVersion } from "../../../runtime/v1/values/kubernetes-version.js";
import { foreignKind } from "../manifests/read-manifests.js";
import { skippedAdvice, skippedName } from "../manifests/skipped.js";
import type { ObjectAdvice } from "./object-advice.js";

/** A Kubernetes object as it stands in a document. */
export interface ObjectDocument {
  readonly document: SourceDocument;
  /** Empty, or the way to an item of a list. */
  readonly path: Path;
  readonly value: JsonObject;
  /** `""` for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** `default` where the object names none, also if it can have none. */
  readonly namespace: string;
  /** `""` where the object has none. */
  readonly name: string;
}

/**
 * The objects of documents, in their order, without CustomResourceDefinitions. Lists (`kind: List`,
 * `CronTabList`) are expanded, lists in lists too. What has no kind or no apiVersion is reported;
 * empty documents are left out.
 */
export function findObjects(
  documents: readonly SourceDocument[],
  advice: ObjectAdvice,
  diagnostics: Diagnostics,
): readonly ObjectDocument[] {
  const objects: ObjectDocument[] = [];
  const visit = (document: SourceDocument, path: Path, value: Json): void => {
    if (value === null) return;
    const fault = missingPart(value);
    if (fault !== undefined) {
      const help = helpForForeign(document, value, advice) ?? helpForPart(fault, value);
      const place = { document, path, part: "value" } as const;
      diagnostics.report("object/incomplete", place, { missing: fault }, { help });
      return;
    }
    const object = describe(document, path, value as JsonObject); // else a part were missing
    if (isList(object)) {
      listItems(object.value).forEach((item, index) => {
        visit(document, [...path, "items", index], item);
      });
    } else if (!isCrd(object)) {
      objects.push(object);
    }
  };
  for (const document of documents) visit(document, [], document.value);
  return objects;
}

/** A file of another program can be named by mistake. */
function helpForForeign(
  { file }: SourceDocument,
  value: Json,
  { takeOutput }: ObjectAdvice,
): string | undefined {
  const kind = foreignKind(value, file);
  if (kind === undefined || kind === "other-document") return undefined;
  const advice = skippedAdvice(kind, takeOutput);
  const what = `this looks like a ${skippedName(kind)}`;
  return advice === undefined ? what : `${what}: ${advice}`;
}

function helpForPart(fault: string, value: Json): string {
  const name = fault.replaceAll("`", "");
  const misspelt = isObject(value) ? nearest(name, Object.keys(value)) : undefined;
  return misspelt === undefined
    ? "write each document as an object with apiVersion and kind, or as a list of such objects"
    : `\`${misspelt}\` should perhaps be \`${name}\``;
}

function missingPart(value: Json): string | undefined {
  if (!isObject(value)) return "all of it";
  if (textAt(value, "kind") === "") return "`kind`";
  return textAt(value, "apiVersion") === "" ? "`apiVersion`" : undefined;
}

function describe(document: SourceDocument, path: Path, value: JsonObject): ObjectDocument {
  const { group, version } = splitApiVersion(textAt(value, "apiVersion"));
  const metadata = objectAt(value, "metadata") ?? {};
  const namespace = textAt(metadata, "namespace");
  return {
    document,
    path,
    value,
    group,
    version,
    kind: textAt(value, "kind"),
    namespace: namespace === "" ? "default" : namespace,
    name: textAt(metadata, "name"),
  };
}

/** A list has nothing beside its items that an object would have. */
function isList({ kind, value }: ObjectDocument): boolean {
  return (
    kind.endsWith("List") &&
    !Object.hasOwn(value, "spec") &&
    Array.isArray(memberAt(value, "items"))
  );
}

function isCrd({ group, kind }: ObjectDocument): boolean {
  return group === "apiextensions.k8s.io" && kind === "CustomResourceDefinition";
}
