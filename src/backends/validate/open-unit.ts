import type { GeneratedFile } from "../../emit/generated-file.js";
import type { Resource } from "../../ir/resource.js";
import { noValidation } from "../../ir/schema-table.js";
import type { Schema } from "../../ir/schema.js";
import type { KubernetesMinor } from "../../versions/kubernetes-version.js";
import type { EmitContext, Unit } from "../backend.js";
import { hasQuickCheck, plainCheckName, quickCheckBody, sortsMembers } from "./quick-check.js";
import { schemaLiteral } from "./schema-data.js";
import { ShapeNames } from "./shape-names.js";
import type { Shape } from "./shape.js";
import { ShapeTable } from "./shape.js";
import { ValidateUnit } from "./unit.js";

/** What stands ready to write the checks of one unit. */
export interface OpenedUnit {
  readonly writer: ValidateUnit;
  readonly schema: Schema;
  /** The shape of the resource. */
  readonly root: Shape;
}

/** Names all shapes of a unit, the resource's root first; its checks go to the file. */
export function openUnit(unit: Unit, file: GeneratedFile, context: EmitContext): OpenedUnit {
  const { resource, version, names, kubernetes } = unit;
  const schema = version.schema ?? emptySchema;
  const shapeNames = new ShapeNames(names, shapesOf(resource, kubernetes));
  const root = shapeNames.assign(schema, names.type);
  const shapes = { hasQuickCheck, sortsMembers, quickCheckBody, plainCheckName, schemaLiteral };
  const writer = new ValidateUnit(file, context, shapeNames, {
    server: kubernetes,
    prunes: !resource.preserveUnknownFields,
    root,
    shapes,
  });
  return { writer, schema, root };
}

/**
 * The shapes of a resource, which its versions share: those for the server that was asked for last.
 */
const tables = new WeakMap<Resource, ShapeTable>();

function shapesOf(resource: Resource, server: KubernetesMinor): ShapeTable {
  const known = tables.get(resource);
  if (known?.server === server) return known;
  const table = new ShapeTable(server);
  tables.set(resource, table);
  return table;
}

/** The schema of a version that has none: v1beta1 allowed that. */
const emptySchema: Schema = {
  id: 0,
  kind: "any",
  type: "",
  nullable: false,
  default: undefined,
  intOrString: false,
  preserveUnknownFields: false,
  embeddedResource: false,
  listType: "atomic",
  listMapKeys: [],
  mapType: "granular",
  fields: new Map(),
  values: undefined,
  items: undefined,
  validation: noValidation,
  rules: [],
  hasDefaults: false,
  hasRules: false,
};
