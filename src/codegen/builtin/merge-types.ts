import type { RuntimeType } from "../../runtime/contract.js";
import type { MergeType } from "../../runtime/v1/apply/merge-schema.js";
import type { FieldRow, FieldType } from "../../runtime/v1/built-in/table/field-row.js";
import type { Kinds, StructRow } from "../../runtime/v1/built-in/table/kind-table.js";
import { mergeScalars, zeroKey } from "../../runtime/v1/built-in/table/merge-scalars.js";
import { minShared, textsCode } from "../backends/apply.js";
import type { Expr, Imported } from "../emit/code.js";
import { expr, imported, tsType, word } from "../emit/code.js";
import type { Declaration } from "../emit/declaration.js";
import { flatWidth } from "../emit/nodes/fold.js";
import type { Member } from "../emit/object-code.js";
import { objectCode } from "../emit/object-code.js";
import type { Component, ComponentSet } from "./component-set.js";
import { isOfRuntime, keysOf, structIn } from "./component-set.js";

/** What a file with types for merging gets its names from. */
export interface MergeNames {
  /** A constant of another folder's file. */
  constant(name: string, folder: string): Imported;
  runtimeType(name: RuntimeType): Imported;
}

/** What server-side apply needs to know of a component. */
interface MergedComponent {
  readonly component: Component;
  readonly value: Expr;
  /** It is short and refers to nothing, and so is written anew where it is used. */
  readonly isInline: boolean;
}

/**
 * Writes what server-side apply needs to know of components: each is a constant in the folder of
 * its group version, behind those that it refers to.
 */
export class MergeTypes {
  readonly #kinds: Kinds;
  readonly #components: ComponentSet;
  readonly #namesOf: (folder: string) => MergeNames;
  /** In an order in which each follows those that it refers to. */
  readonly #made = new Map<string, MergedComponent>();
  readonly #open = new Set<string>();

  /** @param namesOf where the file of a folder gets its names from */
  constructor(kinds: Kinds, components: ComponentSet, namesOf: (folder: string) => MergeNames) {
    this.#kinds = kinds;
    this.#components = components;
    this.#namesOf = namesOf;
    for (const { struct } of components.all) this.#component(struct.name);
  }

  /** The constants of a folder. */
  declarations(folder: string): readonly Declaration[] {
    const type = tsType`${this.#namesOf(folder).runtimeType("MergeAtom")}`;
    return [...this.#made.values()]
      .filter(({ component, isInline }) => component.folder === folder && !isInline)
      .map(({ component, value }) => ({
        kind: "const",
        name: constantName(component),
        exported: "to siblings",
        doc: [],
        type,
        value,
      }));
  }

  /** The type of a kind, for a file with names of its own. */
  kindType(struct: StructRow, names: MergeNames): Expr {
    const own = new FileMergeTypes(this, undefined, names);
    const fields = struct.fields.filter(({ name }) => !(name in namedFields));
    const members = fields.map((row) => own.field(row));
    const named = Object.entries(namedFields).map(([key, type]) => ({ key, value: expr`${type}` }));
    const map = objectCode([
      { key: "fields", value: objectCode([...members, ...named]) },
      ...atomicMember(struct.isAtomic),
    ]);
    return objectCode([{ key: "map", value: map }]);
  }

  /** What refers to a component from a file; undefined for one that is not complete yet. */
  reference(struct: string, folder: string | undefined, names: MergeNames): Expr | undefined {
    const made = this.#component(struct);
    if (made === undefined || made.isInline) return made?.value;
    const { component } = made;
    const name = constantName(component);
    if (component.folder === folder) return word(name);
    return imported(names.constant(name, component.folder));
  }

  /** What items of a list without a key have for it: its default, or zero where Go prints that. */
  keyDefaults(type: FieldType, keys: readonly string[]): readonly Member[] {
    const rows = this.#kinds.findStruct(structIn(type) ?? "")?.fields ?? [];
    return keys.flatMap((key) => {
      const row = rows.find(({ name }) => name === key);
      const value = row?.default ?? (row?.isPrinted === true ? zeroKey(row.type) : undefined);
      return value === undefined ? [] : [{ key, value: expr`${value}` }];
    });
  }

  #component(struct: string): MergedComponent | undefined {
    const known = this.#made.get(struct);
    if (known !== undefined || this.#open.has(struct)) return known;
    this.#open.add(struct);
    const component = this.#components.of(struct);
    const file = new FileMergeTypes(this, component.folder, this.#namesOf(component.folder));
    const map = objectCode([
      { key: "fields", value: objectCode(component.struct.fields.map((row) => file.field(row))) },
      ...atomicMember(component.struct.isAtomic),
    ]);
    const value = objectCode([{ key: "map", value: map }]);
    const isInline = !file.refers && flatWidth(value) < minShared;
    const made = { component, value, isInline };
    this.#made.set(struct, made);
    return made;
  }
}

const namedFields = { apiVersion: "string", kind: "string", metadata: "metadata" } as const;

/** Writes the types of fields for one file. */
class FileMergeTypes {
  readonly #types: MergeTypes;
  readonly #folder: string | undefined;
  readonly #names: MergeNames;
  /** Something that was written refers to a constant. */
  refers = false;

  constructor(types: MergeTypes, folder: string | undefined, names: MergeNames) {
    this.#types = types;
    this.#folder = folder;
    this.#names = names;
  }

  field(row: FieldRow): Member {
    return { key: row.name, value: this.#fieldType(row) };
  }

  #fieldType(row: FieldRow): Expr {
    const type = row.type.kind === "pointer" ? row.type.of : row.type;
    if (type.kind === "map") {
      const values = { key: "values", value: this.#typeCode(type.of, "deduced") };
      return objectCode([
        { key: "map", value: objectCode([values, ...atomicMember(row.isAtomic)]) },
      ]);
    }
    if (type.kind !== "list") return this.#typeCode(type, "deduced");
    const members: Member[] = [{ key: "items", value: this.#typeCode(type.of, "untyped") }];
    if (row.list === "set") members.push({ key: "set", value: expr`true` });
    else if (row.list !== undefined) {
      const keys = keysOf(row);
      members.push({ key: "keys", value: textsCode(keys) });
      const defaults = this.#types.keyDefaults(type.of, keys);
      if (defaults.length > 0) members.push({ key: "defaults", value: objectCode(defaults) });
    }
    return objectCode([{ key: "list", value: objectCode(members) }]);
  }

  /** @param within what stands for a struct within itself */
  #typeCode(type: FieldType, within: MergeType & string): Expr {
    switch (type.kind) {
      case "pointer":
        return this.#typeCode(type.of, within);
      case "list":
        return expr`{ list: { items: "untyped" } }`;
      case "map":
        return expr`{ map: { values: ${this.#typeCode(type.of, "deduced")} } }`;
      case "struct":
        return this.#struct(type.struct, within);
      case "scalar":
        return expr`${mergeScalars[type.scalar] ?? "scalar"}`;
    }
  }

  #struct(struct: string, within: MergeType & string): Expr {
    if (isOfRuntime(struct)) return expr`${"metadata"}`;
    const reference = this.#types.reference(struct, this.#folder, this.#names);
    if (reference === undefined) return expr`${within}`;
    if (reference.kind !== "object") this.refers = true;
    return reference;
  }
}

/** `mergeTypeOfPodSpec` */
function constantName({ name }: Component): string {
  return `mergeTypeOf${name}`;
}

function atomicMember(isAtomic: boolean): readonly Member[] {
  return isAtomic ? [{ key: "atomic", value: expr`true` }] : [];
}
