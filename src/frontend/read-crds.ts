import type { Diagnostics } from "../diagnostics/diagnostics.js";
import { Annotations } from "../ir/annotations.js";
import type { Names, PrinterColumn, Resource, Scale, Version } from "../ir/resource.js";
import type { SchemaTable } from "../ir/schema-table.js";
import type { JsonObject } from "../runtime/v1/json.js";
import type { Path, SourceDocument } from "../source/document.js";
import type { CrdDocument } from "./find-crds.js";
import { findCrds } from "./find-crds.js";
import {
  flagAt,
  numberAt,
  objectAt,
  objectsAt,
  optionalFlagAt,
  optionalTextAt,
  textAt,
  textsAt,
} from "./raw-fields.js";
import { rootSchema } from "./root-schema.js";
import { compareVersionNames } from "./version-order.js";

/** Every CRD of the documents as a resource; what is no CRD is left out. */
export function readResources(
  documents: readonly SourceDocument[],
  table: SchemaTable,
  diagnostics: Diagnostics,
): Resource[] {
  return findCrds(documents, diagnostics).crds.map((crd) => readResource(crd, table));
}

/**
 * One CRD as a resource, defaulted as the API server does (`v1/defaults.go`, `v1beta1/defaults.go`). The CRD is taken
 * as it is, valid or not: what has a wrong type counts as absent, so `lintCrd` should have judged it before.
 */
export function readResource(crd: CrdDocument, table: SchemaTable): Resource {
  const spec = objectAt(crd.value, "spec") ?? {};
  const names = readNames(objectAt(spec, "names") ?? {});
  const group = textAt(spec, "group");
  const isV1 = crd.apiVersion === "v1";
  return {
    group,
    names,
    scope: textAt(spec, "scope") === "Cluster" ? "Cluster" : "Namespaced",
    versions: readVersions(crd, spec, table).map((version, _, all) =>
      withDeprecationWarning(version, all, group, names.kind),
    ),
    conversion:
      textAt(objectAt(spec, "conversion") ?? {}, "strategy") === "Webhook" ? "Webhook" : "None",
    preserveUnknownFields: optionalFlagAt(spec, "preserveUnknownFields") ?? !isV1,
    document: crd.document,
    path: crd.path,
  };
}

function readNames(raw: JsonObject): Names {
  const kind = textAt(raw, "kind");
  return {
    kind,
    listKind: textAt(raw, "listKind") || (kind === "" ? "" : `${kind}List`),
    plural: textAt(raw, "plural"),
    singular: textAt(raw, "singular") || kind.toLowerCase(),
    shortNames: textsAt(raw, "shortNames"),
    categories: textsAt(raw, "categories"),
  };
}

function readVersions(crd: CrdDocument, spec: JsonObject, table: SchemaTable): Version[] {
  const specPath = [...crd.path, "spec"];
  const shared = crd.apiVersion === "v1beta1" ? spec : {};
  const versions = objectsAt(spec, "versions");
  if (versions.length === 0 && textAt(shared, "version") !== "") {
    const only = { name: textAt(shared, "version"), served: true, storage: true };
    return [readVersion(only, shared, [...specPath, "version"], table)];
  }
  return versions.map((raw, index) =>
    readVersion(raw, shared, [...specPath, "versions", index], table),
  );
}

/** `shared` holds what a v1beta1 CRD says at the top level for all versions; a version's own part goes first. */
function readVersion(raw: JsonObject, shared: JsonObject, path: Path, table: SchemaTable): Version {
  const schema = objectAt(
    objectAt(raw, "schema") ?? objectAt(shared, "validation") ?? {},
    "openAPIV3Schema",
  );
  const subresources = objectAt(raw, "subresources") ?? objectAt(shared, "subresources") ?? {};
  return {
    name: textAt(raw, "name"),
    served: flagAt(raw, "served"),
    storage: flagAt(raw, "storage"),
    deprecated: flagAt(raw, "deprecated"),
    deprecationWarning: optionalTextAt(raw, "deprecationWarning"),
    schema: schema === undefined ? undefined : rootSchema(schema, table),
    annotations: new Annotations(schema),
    status: objectAt(subresources, "status") !== undefined,
    scale: readScale(objectAt(subresources, "scale")),
    printerColumns: ownOrShared(raw, shared, "additionalPrinterColumns").map(readColumn),
    selectableFields: ownOrShared(raw, shared, "selectableFields").map((field) =>
      textAt(field, "jsonPath"),
    ),
    path,
  };
}

function ownOrShared(raw: JsonObject, shared: JsonObject, key: string): readonly JsonObject[] {
  const own = objectsAt(raw, key);
  return own.length > 0 ? own : objectsAt(shared, key);
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
    jsonPath: textAt(raw, "jsonPath") || textAt(raw, "JSONPath"),
  };
}

/** The warning of a deprecated version that has no text of its own (apiextensions `customresource_handler.go`). */
export function withDeprecationWarning(
  version: Version,
  all: readonly Version[],
  group: string,
  kind: string,
): Version {
  if (!version.deprecated || version.deprecationWarning !== undefined) return version;
  const newer = all
    .filter((other) => other.served && !other.deprecated)
    .map((other) => other.name)
    .filter((name) => compareVersionNames(name, version.name) < 0)
    .sort(compareVersionNames)[0];
  const replacement = newer === undefined ? "" : `; use ${group}/${newer} ${kind}`;
  const warning = `${group}/${version.name} ${kind} is deprecated${replacement}`;
  return { ...version, deprecationWarning: warning };
}
