import type { RuntimeType } from "../../../runtime/contract.js";
import type { Imported } from "../../emit/code.js";
import type { EmitContext, Unit } from "../backend.js";
import type { NameTable } from "../names.js";
import { Bodies } from "./bodies.js";
import { Flavours } from "./flavours.js";

/** What the types of a unit are made with. */
export interface TypeContext {
  readonly names: NameTable;
  readonly flavours: Flavours;
  readonly bodies: Bodies;
  /**
   * Nothing is pruned anywhere, so every object may have unknown fields
   * (`spec.preserveUnknownFields` of v1beta1).
   */
  readonly openObjects: boolean;
  /** What is sent to the resource itself may have any status. */
  readonly ignoresStatus: boolean;
  /** A type of the runtime under a name that is free in this file. */
  runtimeType(name: RuntimeType): Imported;
  /** A type of the unit: by its name where it is declared, imported elsewhere. */
  ownType(name: string): string | Imported;
}

/** The context of one file; `ownType` says how it refers to the types of the unit. */
export function createTypeContext(
  { names, resource, version }: Unit,
  emit: EmitContext,
  ownType: (name: string) => string | Imported,
): TypeContext {
  const imports = new Map<string, Imported>();
  const flavours = new Flavours();
  return {
    names,
    flavours,
    bodies: new Bodies(flavours),
    ignoresStatus: version.status,
    openObjects: resource.preserveUnknownFields,
    runtimeType(name) {
      let imported = imports.get(name);
      if (imported === undefined) imports.set(name, (imported = emit.runtimeType(name)));
      return imported;
    },
    ownType,
  };
}
