import type { FieldRow, FieldType } from "../../runtime/v1/built-in/table/field-row.js";
import type { Kinds, ResourceRow, StructRow } from "../../runtime/v1/built-in/table/kind-table.js";
import { byCodeUnit } from "../emit/imports.js";

/** A struct of a group version, which becomes a type with the struct's own name. */
export interface Component {
  readonly struct: StructRow;
  /** `PodSpec`. */
  readonly name: string;
  /** The folder of its group version in the output: `core/v1`. */
  readonly folder: string;
}

/** How the objects of a component are applied, where they are merged with those of others. */
export interface AppliedUse {
  /**
   * The keys of the lists that hold it, if all lists that do have the same; else none, and each
   * list says its own.
   */
  readonly keys: readonly string[];
}

/** Structs that the runtime has types for, or that no object of a user holds. */
const ofRuntime: ReadonlySet<string> = new Set(["meta/v1.ObjectMeta", "meta/v1.ListMeta"]);

/** Tells whether a struct has its types in the runtime. */
export function isOfRuntime(struct: string): boolean {
  return ofRuntime.has(struct);
}

/** The components that some kinds are made of: each is there once, in its group version. */
export class ComponentSet {
  readonly #kinds: Kinds;
  readonly #components = new Map<string, Component>();
  readonly #folders: ReadonlyMap<string, string>;
  readonly #withEnums = new Map<string, boolean>();
  /** By struct: the keys of lists in which it is applied, as texts; `""` where there are none. */
  readonly #applied = new Map<string, Set<string>>();

  /** @param selected whose fields' components are in the set; they themselves are not */
  constructor(kinds: Kinds, selected: readonly ResourceRow[]) {
    this.#kinds = kinds;
    this.#folders = foldersOf(kinds);
    for (const { struct } of selected) {
      const row = kinds.findStruct(struct);
      for (const { type } of row?.fields ?? []) this.#addType(type);
    }
    for (const { struct } of selected) this.#apply(struct);
  }

  /** Sorted by folder and name. */
  get all(): readonly Component[] {
    const components = [...this.#components.values()];
    return components.sort((one, other) => byCodeUnit(keyOf(one), keyOf(other)));
  }

  /** @throws TypeError for a struct that is not in the set */
  of(struct: string): Component {
    const component = this.#components.get(struct);
    if (component === undefined) throw new TypeError(`no component ${struct}`);
    return component;
  }

  /** Tells whether a field of a struct, or of one within it, is of an enum. */
  hasEnum(struct: string): boolean {
    const known = this.#withEnums.get(struct);
    if (known !== undefined) return known;
    // What holds itself is asked once.
    this.#withEnums.set(struct, false);
    const fields = isOfRuntime(struct) ? [] : (this.#kinds.findStruct(struct)?.fields ?? []);
    const found = fields.some(({ type }) => this.isEnum(type));
    this.#withEnums.set(struct, found);
    return found;
  }

  /** Tells whether the values of a type are those of an enum, or such structs. */
  isEnum(type: FieldType): boolean {
    if (type.kind === "struct") return this.hasEnum(type.struct);
    if (type.kind !== "scalar") return this.isEnum(type.of);
    return type.name !== undefined && this.#kinds.enumValues(type.name) !== undefined;
  }

  /** How a component is applied; undefined where it is always applied as a whole. */
  appliedUse(struct: string): AppliedUse | undefined {
    const uses = this.#applied.get(struct);
    if (uses === undefined) return undefined;
    const [only = ""] = uses;
    return { keys: uses.size === 1 && only !== "" ? only.split(",") : [] };
  }

  /** The folder of a group version: `core/v1`. */
  folderOf(struct: string): string {
    const at = packageOf(struct);
    return this.#folders.get(at) ?? at;
  }

  #addType(type: FieldType): void {
    const struct = structIn(type);
    if (struct === undefined || isOfRuntime(struct) || this.#components.has(struct)) return;
    const row = this.#kinds.findStruct(struct);
    if (row === undefined) return;
    const name = struct.slice(struct.lastIndexOf(".") + 1);
    this.#components.set(struct, { struct: row, name, folder: this.folderOf(struct) });
    for (const field of row.fields) this.#addType(field.type);
  }

  /** Notes how what a struct holds is applied. */
  #apply(struct: string): void {
    for (const field of this.#kinds.findStruct(struct)?.fields ?? []) {
      const inner = structIn(field.type);
      if (inner === undefined || isOfRuntime(inner) || !this.isMerged(field)) continue;
      const keys = keysOf(field).join(",");
      const uses = this.#applied.get(inner);
      if (uses?.has(keys) === true) continue;
      if (uses === undefined) this.#applied.set(inner, new Set([keys]));
      else uses.add(keys);
      if (uses === undefined) this.#apply(inner);
    }
  }

  /** Tells whether an applier may own a part of what a field holds, and others another part. */
  isMerged(field: FieldRow): boolean {
    const type = field.type.kind === "pointer" ? field.type.of : field.type;
    if (type.kind === "list") return Array.isArray(field.list);
    if (type.kind === "map") return !field.isAtomic;
    const struct = structIn(type);
    return !field.isAtomic && this.#kinds.findStruct(struct ?? "")?.isAtomic !== true;
  }
}

/** The keys of the items of a field's list, if it has some. */
export function keysOf({ list }: FieldRow): readonly string[] {
  return Array.isArray(list) ? (list as readonly string[]) : []; // the other value is a text
}

/** The struct that a type holds, within lists, maps and pointers. */
export function structIn(type: FieldType): string | undefined {
  if (type.kind === "struct") return type.struct;
  return type.kind === "scalar" ? undefined : structIn(type.of);
}

/** The folders of group versions, by the packages of Go that their kinds stand in. */
function foldersOf({ resources }: Kinds): ReadonlyMap<string, string> {
  return new Map(
    resources.map(({ struct, group, version }) => [
      packageOf(struct),
      `${group === "" ? "core" : group}/${version}`,
    ]),
  );
}

/** `apps/v1.Deployment` stands in `apps/v1`. */
function packageOf(struct: string): string {
  return struct.slice(0, struct.lastIndexOf("."));
}

function keyOf({ folder, name }: Component): string {
  return `${folder} ${name}`;
}
