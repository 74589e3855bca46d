import type { JsonObject } from "../../runtime/v1/json/json.js";
import { Annotations } from "../ir/annotations.js";
import type { Names, PrinterColumn, Resource, Scale, Version } from "../ir/resource.js";
import type { SchemaTable } from "../ir/schema-table.js";
import type { Path } from "../source/document.js";
import { storedObject } from "./decode/stored-json.js";
import { defaultDeprecationWarning } from "./deprecation-warning.js";
import type { CrdDocument } from "./find-crds.js";
import { toV1Spec } from "./internal/convert-crd.js";
import { defaultCrd } from "./internal/default-crd.js";
import {
  flagAt,
  numberAt,
  objectAt,
  objectsAt,
  optionalTextAt,
  textAt,
  textsAt,
} from "./raw-fields.js";
import { isStructural } from "./schema/is-structural.js";

/**
 * One CRD as a resource, defaulted as the API server does. The CRD is taken as it is, valid or not:
 * what has a wrong type counts as absent, so `lintCrd` should have judged it before.
 */
export function readResource(crd: CrdDocument, table: SchemaTable): Resource {
  const defaulted = objectAt(defaultCrd(crd.value, crd.apiVersion), "spec") ?? {};
  const given = crd.apiVersion === "v1" ? defaulted : toV1Spec(defaulted);
  // YAML has no `1.0`: on its way to the server it becomes `1`.
  const spec = crd.document.format === "json" ? storedObject(given) : given;
  const names = readNames(objectAt(spec, "names") ?? {});
  const group = textAt(spec, "group");
  const versions = objectsAt(spec, "versions").map((raw, index) =>
    readVersion(raw, [...crd.path, "spec", "versions", index], table, crd.apiVersion === "v1"),
  );
  return {
    group,
    names,
    scope: textAt(spec, "scope") === "Cluster" ? "Cluster" : "Namespaced",
    versions: versions.map((version) =>
      withDeprecationWarning(version, versions, group, names.kind),
    ),
    conversion:
      textAt(objectAt(spec, "conversion") ?? {}, "strategy") === "Webhook" ? "Webhook" : "None",
    preserveUnknownFields: flagAt(spec, "preserveUnknownFields"),
    document: crd.document,
    path: crd.path,
  };
}

function readNames(raw: JsonObject): Names {
  return {
    kind: textAt(raw, "kind"),
    listKind: textAt(raw, "listKind"),
    plural: textAt(raw, "plural"),
    singular: textAt(raw, "singular"),
    shortNames: textsAt(raw, "shortNames"),
    categories: textsAt(raw, "categories"),
  };
}

function readVersion(
  raw: JsonObject,
  path: Path,
  table: SchemaTable,
  mustBeStructural: boolean,
): Version {
  const schema = objectAt(objectAt(raw, "schema") ?? {}, "openAPIV3Schema");
  const subresources = objectAt(raw, "subresources") ?? {};
  return {
    name: textAt(raw, "name"),
    served: flagAt(raw, "served"),
    storage: flagAt(raw, "storage"),
    deprecated: flagAt(raw, "deprecated"),
    deprecationWarning: optionalTextAt(raw, "deprecationWarning"),
    schema: schema === undefined ? undefined : table.schema(schema),
    annotations: new Annotations(schema),
    structuralSchema:
      schema === undefined || mustBeStructural || isStructural(schema) ? schema : undefined,
    status: objectAt(subresources, "status") !== undefined,
    scale: readScale(objectAt(subresources, "scale")),
    printerColumns: objectsAt(raw, "additionalPrinterColumns").map(readColumn),
    selectableFields: objectsAt(raw, "selectableFields").map((field) => textAt(field, "jsonPath")),
    path,
  };
}

function readScale(raw: JsonObject | undefined): Scale | undefined {
  if (raw === undefined) return undefined;
  return {
    specReplicasPath: textAt(raw, "specReplicasPath"),
    statusReplicasPath: textAt(raw, "statusReplicasPath"),
    labelSelectorPath: textAt(raw, "labelSelectorPath") || undefined,
  };
}

function readColumn(raw: JsonObject): PrinterColumn {
  return {
    name: textAt(raw, "name"),
    type: textAt(raw, "type"),
    format: textAt(raw, "format"),
    description: textAt(raw, "description"),
    priority: numberAt(raw, "priority") ?? 0,
    jsonPath: textAt(raw, "jsonPath"),
  };
}

function withDeprecationWarning(
  version: Version,
  all: readonly Version[],
  group: string,
  kind: string,
): Version {
  if (!version.deprecated || version.deprecationWarning !== undefined) return version;
  const deprecationWarning = defaultDeprecationWarning(version.name, all, group, kind);
  return { ...version, deprecationWarning };
}
