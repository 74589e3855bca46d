import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import { itemsAt, objectAt, textAt, withoutKeys } from "../../runtime/v1/values/json/raw-fields.js";
import type { Diagnostics } from "../diagnostics/diagnostics.js";
import type { Path, SourceDocument } from "../source/source-file.js";

/** A CustomResourceDefinition as it stands in a document. */
export interface CrdDocument {
  readonly document: SourceDocument;
  /** Empty, or the way to an item of a `kind: List`. */
  readonly path: Path;
  readonly apiVersion: CrdApiVersion;
  readonly value: JsonObject;
}

/** Versions of the group apiextensions.k8s.io. Servers from 1.22 on take v1 alone. */
export type CrdApiVersion = "v1" | "v1beta1";

/** The CRDs among documents, in the order of these. */
interface FoundCrds {
  readonly crds: readonly CrdDocument[];
  /** Documents and list items that are something else than CRDs. */
  readonly others: readonly OtherDocument[];
}

/** A document, or an item of a list in it, that is no CRD. */
export interface OtherDocument {
  readonly document: SourceDocument;
  readonly value: Json;
}

const crdGroup = "apiextensions.k8s.io";

const listKinds: ReadonlySet<string> = new Set(["List", "CustomResourceDefinitionList"]);

const apiVersions: ReadonlyMap<string, CrdApiVersion> = new Map([
  [`${crdGroup}/v1`, "v1"],
  [`${crdGroup}/v1beta1`, "v1beta1"],
]);

/**
 * The CRDs of documents, in their order. Lists (`kind: List`, `CustomResourceDefinitionList`) are
 * expanded, lists in lists too; empty documents are neither CRDs nor others. A CRD of which another
 * file has the variant that counts is among the others. A CRD of an API
 * version that never existed is reported, and so is a document of the group whose kind the group
 * does not have.
 */
export function findCrds(
  documents: readonly SourceDocument[],
  diagnostics: Diagnostics,
): FoundCrds {
  const crds: CrdDocument[] = [];
  const others: OtherDocument[] = [];
  const visit = (document: SourceDocument, path: Path, value: Json): void => {
    if (value === null) return;
    if (isObject(value) && listKinds.has(textAt(value, "kind"))) {
      listItems(value).forEach((item, index) => {
        visit(document, [...path, "items", index], item);
      });
    } else if (isObject(value) && textAt(value, "kind") === "CustomResourceDefinition") {
      const apiVersion = apiVersions.get(textAt(value, "apiVersion"));
      if (isLeftOut(document, value)) others.push({ document, value });
      else if (apiVersion !== undefined) crds.push({ document, path, apiVersion, value });
      else reportApiVersion(diagnostics, document, path, value);
    } else if (isObject(value) && isMisspelt(value)) {
      reportKind(diagnostics, document, path, value);
    } else others.push({ document, value });
  };
  for (const document of documents) visit(document, [], document.value);
  return { crds, others };
}

/** Tells whether a document has the API version of CRDs and a kind that no server knows there. */
function isMisspelt(value: JsonObject): boolean {
  return apiVersions.has(textAt(value, "apiVersion")) && !otherKinds.has(textAt(value, "kind"));
}

/** Kinds of requests to webhooks, in the same group. */
const otherKinds: ReadonlySet<string> = new Set(["ConversionReview"]);

/** Tells whether another file has the variant of a CRD that counts. */
function isLeftOut({ file }: SourceDocument, crd: JsonObject): boolean {
  return file.leftOut?.includes(textAt(objectAt(crd, "metadata") ?? {}, "name")) === true;
}

/** The name of a CRD, as far as it has one. */
export function crdName({ value }: CrdDocument): string {
  return textAt(objectAt(value, "metadata") ?? {}, "name");
}

function reportApiVersion(
  diagnostics: Diagnostics,
  document: SourceDocument,
  path: Path,
  value: JsonObject,
): void {
  const apiVersion = textAt(value, "apiVersion");
  diagnostics.report(
    "crd/api-version-unknown",
    { document, path: [...path, "apiVersion"], part: "value" },
    { apiVersion },
    { help: `write \`apiVersion: ${crdGroup}/v1\`` },
  );
}

function reportKind(
  diagnostics: Diagnostics,
  document: SourceDocument,
  path: Path,
  value: JsonObject,
): void {
  const kind = textAt(value, "kind");
  const apiVersion = textAt(value, "apiVersion");
  diagnostics.report(
    "crd/kind-unknown",
    { document, path: [...path, "kind"], part: "value" },
    { kind, apiVersion },
    { help: "write `kind: CustomResourceDefinition`" },
  );
}

/**
 * The items of a list; none where `items` is no array. The API server leaves `apiVersion` and
 * `kind` out of the items of a list of one kind, such as a `CronTabList`: items that have neither
 * get those of the list (apimachinery `unstructured/helpers.go`, `decodeToList`).
 */
export function listItems(list: JsonObject): readonly Json[] {
  const items = itemsAt(list, "items");
  const apiVersion = textAt(list, "apiVersion");
  const kind = textAt(list, "kind").replace(/List$/, "");
  if (kind === "" || apiVersion === "") return items;
  return items.map((item) =>
    isObject(item) && hasNoKind(item)
      ? { apiVersion, kind, ...withoutKeys(item, "apiVersion", "kind") }
      : item,
  );
}

function hasNoKind(item: JsonObject): boolean {
  return textAt(item, "kind") === "" && textAt(item, "apiVersion") === "";
}
