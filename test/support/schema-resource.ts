import { Annotations } from "../../src/crd/ir/annotations.js";
import type { Resource, Version } from "../../src/crd/ir/resource.js";
import { SchemaTable } from "../../src/crd/ir/schema-table.js";
import type { Json } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";

/** A resource of kind `Sample` with one version of the given raw schema, for back ends. */
export function schemaResource(
  raw: Json,
  table: SchemaTable = new SchemaTable(),
): { resource: Resource; version: Version } {
  const version: Version = {
    name: "v1",
    served: true,
    storage: true,
    deprecated: false,
    deprecationWarning: undefined,
    schema: table.schema(raw),
    annotations: new Annotations(raw),
    structuralSchema: isObject(raw) ? raw : undefined,
    status: false,
    scale: undefined,
    printerColumns: [],
    selectableFields: [],
    path: [],
  };
  const resource: Resource = {
    group: "example.com",
    names: {
      kind: "Sample",
      listKind: "SampleList",
      plural: "samples",
      singular: "sample",
      shortNames: [],
      categories: [],
    },
    scope: "Namespaced",
    versions: [version],
    conversion: "None",
    preserveUnknownFields: false,
    document: undefined as never, // only diagnostics look at it
    path: [],
  };
  return { resource, version };
}
