import type { Resource } from "../../../crd/ir/resource.js";
import { SchemaTable } from "../../../crd/ir/schema-table.js";
import type { Schema } from "../../../crd/ir/schema.js";
import type { KubernetesMinor } from "../../../runtime/versions/kubernetes-version.js";
import type { EmitContext, Unit } from "../backend.js";
import type { Analysis } from "./analysis/analyse.js";
import { ShapeNames } from "./shape-names.js";
import type { Shape } from "./shape.js";
import { ShapeTable } from "./shape.js";
import { Scope } from "./writing/scope.js";

/** What stands ready to analyse and write the checks of one unit. */
export interface OpenedUnit {
  readonly schema: Schema;
  /** The shape of the resource. */
  readonly root: Shape;
  readonly analysis: Analysis;
  readonly scope: Scope;
}

/** Names all shapes of a unit, the resource's root first. */
export function openUnit(unit: Unit, context: EmitContext): OpenedUnit {
  const { resource, version, names, kubernetes } = unit;
  const schema = version.schema ?? emptySchema;
  const { table, analysis } = openResource(resource, kubernetes);
  const shapeNames = new ShapeNames(names, table);
  const root = shapeNames.assign(schema, names.type);
  return { schema, root, analysis, scope: new Scope(context, shapeNames, kubernetes) };
}

/** What the versions of a resource share. */
interface OpenedResource {
  readonly table: ShapeTable;
  readonly analysis: Analysis;
}

/** For the server that was asked for last. */
const resources = new WeakMap<Resource, OpenedResource>();

function openResource(resource: Resource, server: KubernetesMinor): OpenedResource {
  const known = resources.get(resource);
  if (known?.analysis.server === server) return known;
  const analysis = { server, prunes: !resource.preserveUnknownFields, checks: new Map() };
  const opened = { table: new ShapeTable(server), analysis };
  resources.set(resource, opened);
  return opened;
}

/** The schema of a version that has none: v1beta1 allowed that. */
const emptySchema = new SchemaTable().schema({});
