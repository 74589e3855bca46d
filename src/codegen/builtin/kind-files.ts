import type { FieldType } from "../../builtin/field-row.js";
import type { Kinds, ResourceRow } from "../../builtin/kind-table.js";
import type { RuntimeType, RuntimeValue } from "../../runtime/contract.js";
import type { Flavour } from "../backends/types/flavours.js";
import { suffixes } from "../backends/types/flavours.js";
import type { Imported, ModuleReference } from "../emit/code.js";
import { fileReference, GeneratedFile } from "../emit/generated-file.js";
import { byCodeUnit } from "../emit/imports.js";
import type { Component } from "./component-set.js";
import { ComponentSet } from "./component-set.js";
import { componentDeclarations, enumDeclaration, Likeness } from "./component-types.js";
import type { TypeNames } from "./field-types.js";
import { clientDeclarations } from "./kind-client.js";
import { hasStatus, kindDeclarations } from "./kind-types.js";

/** What the files of built-in kinds are made of. */
export interface KindFilesInput {
  readonly kinds: Kinds;
  readonly selected: readonly ResourceRow[];
  /** The parts to write, among `types` and `client`. */
  readonly parts: ReadonlySet<string>;
  /** Where a name of the runtime comes from. */
  readonly runtime: (name: string) => ModuleReference;
}

/** The files of one folder, such as that of a kind. */
export interface FolderFiles {
  /** Of its group: `core` for the one without a name. */
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  /** `""` for the components of a group version. */
  readonly kind: string;
  readonly files: readonly GeneratedFile[];
  /** Names that the index of the version leaves to those of kinds. */
  readonly hidden: ReadonlySet<string>;
}

/** The plural under which the components of a group version are filed. */
const componentsName = "components";

/**
 * The files of built-in kinds: one folder for each kind, and for each group version one with the
 * components that kinds are made of, each of which is there once.
 */
export function kindFiles(input: KindFilesInput): readonly FolderFiles[] {
  return new KindFiles(input).write();
}

class KindFiles {
  readonly #input: KindFilesInput;
  readonly #components: ComponentSet;
  /** The names of enums in use, by the names of their types in Go. */
  readonly #enums = new Map<string, { readonly name: string; readonly folder: string }>();

  constructor(input: KindFilesInput) {
    this.#input = input;
    this.#components = new ComponentSet(input.kinds, input.selected);
    for (const { struct } of this.#components.all) {
      for (const { type } of struct.fields) this.#addEnum(type);
    }
    for (const { struct } of input.selected) {
      for (const { type } of input.kinds.findStruct(struct)?.fields ?? []) this.#addEnum(type);
    }
  }

  write(): readonly FolderFiles[] {
    const { selected } = this.#input;
    const folders = new Set([
      ...this.#components.all.map(({ folder }) => folder),
      ...[...this.#enums.values()].map(({ folder }) => folder),
    ]);
    return [
      ...selected.map((resource) => this.#kindFolder(resource)),
      ...[...folders].map((folder) => this.#componentFolder(folder)),
    ];
  }

  #addEnum(type: FieldType): void {
    if (type.kind === "pointer" || type.kind === "list" || type.kind === "map") {
      this.#addEnum(type.of);
      return;
    }
    if (type.kind !== "scalar" || type.name === undefined) return;
    const { name: key } = type;
    if (this.#enums.has(key) || this.#input.kinds.enumValues(key) === undefined) return;
    const name = key.slice(key.lastIndexOf(".") + 1);
    this.#enums.set(key, { name, folder: this.#components.folderOf(key) });
  }

  #componentFolder(folder: string): FolderFiles {
    const path = `${folder}/${componentsName}/types`;
    const file = new GeneratedFile(path);
    const own = this.#components.all.filter((component) => component.folder === folder);
    const enums = [...this.#enums].filter(([, one]) => one.folder === folder);
    const declared = new Set([...own.flatMap(typeNamesOf), ...enums.map(([, { name }]) => name)]);
    const names = this.#typeNames(path, declared);
    const likeness = new Likeness(this.#components);
    for (const component of own) {
      file.add(...componentDeclarations(component, names, likeness));
    }
    for (const [key, { name }] of enums.sort(([, one], [, other]) =>
      byCodeUnit(one.name, other.name),
    )) {
      file.add(enumDeclaration(name, this.#input.kinds.enumValues(key) ?? []));
    }
    const [group = "", version = ""] = folder.split("/");
    const kinds = this.#input.selected
      .filter(({ struct }) => this.#components.folderOf(struct) === folder)
      .flatMap(({ kind }) => typeNamesOf({ name: kind }));
    const hidden = new Set(kinds.filter((name) => declared.has(name)));
    return { group, version, plural: componentsName, kind: "", files: [file], hidden };
  }

  #kindFolder(resource: ResourceRow): FolderFiles {
    const { kind, plural, struct: structName } = resource;
    const struct = this.#input.kinds.findStruct(structName);
    if (struct === undefined) throw new TypeError(`no struct ${structName}`);
    const folder = this.#components.folderOf(structName);
    const typesPath = `${folder}/${plural}/types`;
    const declared = new Set([...typeNamesOf({ name: kind }), `${kind}List`]);
    const types = new GeneratedFile(typesPath);
    types.add(...kindDeclarations(resource, struct, this.#typeNames(typesPath, declared)));
    const files = [types];
    if (this.#input.parts.has("client")) {
      files.push(this.#clientFile(resource, `${folder}/${plural}/client`, typesPath));
    }
    const [group = "", version = ""] = folder.split("/");
    return { group, version, plural, kind, files, hidden: new Set() };
  }

  #clientFile(resource: ResourceRow, path: string, typesPath: string): GeneratedFile {
    const { kind } = resource;
    const taken = new Set([`${kind}Client`, `${kind}Types`]);
    const names = this.#typeNames(path, taken);
    const importedAs = (name: string, from: ModuleReference, typeOnly: boolean): Imported =>
      this.#imported(name, from, typeOnly, taken);
    const file = new GeneratedFile(path);
    const own = new Map<string, Imported>();
    file.add(
      ...clientDeclarations(resource, hasStatus(resource) ? this.#statusOf(resource) : undefined, {
        value: (name: RuntimeValue) => importedAs(name, this.#input.runtime(name), false),
        type: (name: RuntimeType) => names.runtimeType(name),
        own: (name) => {
          let imported = own.get(name);
          if (imported === undefined) {
            imported = importedAs(name, fileReference(typesPath), true);
            own.set(name, imported);
          }
          return imported;
        },
        component: (struct, flavour) => names.component(struct, flavour) as Imported, // not its own
      }),
    );
    return file;
  }

  /** The struct of the status of a resource. */
  #statusOf({ struct }: ResourceRow): string | undefined {
    const row = this.#input.kinds.findStruct(struct)?.fields.find(({ name }) => name === "status");
    return row?.type.kind === "struct" ? row.type.struct : undefined;
  }

  /** @param declared the names that a file declares itself */
  #typeNames(path: string, declared: ReadonlySet<string>): TypeNames {
    const imports = new Map<string, Imported>();
    const imported = (name: string, from: ModuleReference): Imported => {
      const key = `${from.kind === "file" ? from.path : from.specifier} ${name}`;
      const known = imports.get(key);
      if (known !== undefined) return known;
      const made = this.#imported(name, from, true, declared);
      imports.set(key, made);
      return made;
    };
    const filed = (name: string, folder: string): string | Imported => {
      const place = `${folder}/${componentsName}/types`;
      return place === path ? name : imported(name, fileReference(place));
    };
    return {
      components: this.#components,
      component: (struct, flavour) => {
        const component = this.#components.of(struct);
        const isApplied = this.#components.appliedUse(struct) !== undefined;
        const own: Flavour = flavour === "apply" && !isApplied ? "input" : flavour;
        return filed(component.name + suffixes[own], component.folder);
      },
      enumType: (name) => {
        const found = this.#enums.get(name);
        return found && filed(found.name, found.folder);
      },
      runtimeType: (name) => imported(name, this.#input.runtime(name)),
    };
  }

  #imported(
    name: string,
    from: ModuleReference,
    typeOnly: boolean,
    declared: ReadonlySet<string>,
  ): Imported {
    return { name, local: declared.has(name) ? `${name}$1` : name, from, typeOnly };
  }
}

function typeNamesOf({ name }: Pick<Component, "name">): readonly string[] {
  return Object.values(suffixes).map((suffix) => name + suffix);
}
