import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import type { Schema } from "../../ir/schema.js";
import type { KubernetesMinor } from "../../versions/kubernetes-version.js";
import type { GeneratedFile } from "../../emit/generated-file.js";
import type { EmitContext } from "../backend.js";
import type { NameTable } from "../names.js";

import { hasQuickCheck, plainCheckName, quickCheckBody, sortsMembers } from "./quick-check.js";
import { schemaLiteral } from "./schema-data.js";
import type { Shape } from "./shape.js";
import { ShapeTable } from "./shape.js";
import { ShapeNames } from "./shape-names.js";
import { ValidateUnit } from "./unit.js";

/** The shapes of each resource, for all its versions; its collector of diagnostics stands for it. */
const tables = new WeakMap<Diagnostics, ShapeTable>();

/** What stands ready to write the checks of one unit. */
export interface UnitShapes {
  readonly unit: ValidateUnit;
  /** Of the resource. */
  readonly root: Shape;
}

/** Names all shapes of a schema, the resource's root first. */
export function openUnit(
  schema: Schema,
  names: NameTable,
  server: KubernetesMinor,
  file: GeneratedFile,
  context: EmitContext,
): UnitShapes {
  const shapeNames = new ShapeNames(names, shapesOf(context, server));
  const root = shapeNames.assign(schema, names.type);
  const writer = { hasQuickCheck, sortsMembers, quickCheckBody, plainCheckName, schemaLiteral };
  return { unit: new ValidateUnit(file, context, shapeNames, server, root, writer), root };
}

function shapesOf({ diagnostics }: EmitContext, server: KubernetesMinor): ShapeTable {
  let table = tables.get(diagnostics);
  if (table === undefined) tables.set(diagnostics, (table = new ShapeTable(server)));
  return table;
}
