import type { OtherDocument } from "../../../crd/frontend/find-crds.js";
import { textAt } from "../../../crd/frontend/raw-fields.js";
import type { Json } from "../../../runtime/v1/json/json.js";
import { isObject } from "../../../runtime/v1/json/json.js";
import { splitApiVersion } from "../../../runtime/versions/group-version.js";
import { foreignKind } from "./foreign.js";
import type { Skipped, SkippedKind } from "./skipped.js";
import { skippedDocument } from "./skipped.js";
import { kindOfStranger, toolKind } from "./tool-kinds.js";

/** What a document without a CRD is, for those who want CRDs alone. */
export function nameOther({ document, value }: OtherDocument): Skipped {
  return skippedDocument(foreignKind(value, document.file) ?? objectKind(value), document);
}

function objectKind(value: Json): SkippedKind {
  if (isObject(value) && textAt(value, "kind") === "CustomResourceDefinition") return "crd-variant";
  const apiVersion = isObject(value) ? textAt(value, "apiVersion") : "";
  const kind = isObject(value) ? textAt(value, "kind") : "";
  const isXrd = kind === "CompositeResourceDefinition";
  if (isXrd && apiVersion.startsWith("apiextensions.crossplane.io/")) return "crossplane-xrd";
  if (apiVersion === "" && kindOfStranger(value) !== undefined) return "tool-configuration";
  if (apiVersion === "" || kind === "") return "other-document";
  return toolKind(splitApiVersion(apiVersion).group, kind) ?? "other-object";
}
