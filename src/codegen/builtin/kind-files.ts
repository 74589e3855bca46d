import type { RuntimeType, RuntimeValue } from "../../runtime/contract.js";
import type { FieldType } from "../../runtime/v1/built-in/table/field-row.js";
import type { Kinds, ResourceRow, StructRow } from "../../runtime/v1/built-in/table/kind-table.js";
import { isKept } from "../../runtime/v1/built-in/table/match-kinds.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import type { Flavour } from "../backends/types/flavours.js";
import { suffixes } from "../backends/types/flavours.js";
import type { Imported, ModuleReference } from "../emit/code.js";
import { GeneratedFile, fileReference } from "../emit/generated-file.js";
import { byCodeUnit } from "../emit/imports.js";
import type { Component } from "./component-set.js";
import { ComponentSet } from "./component-set.js";
import { Likeness, componentDeclarations, enumDeclaration } from "./component-types.js";
import type { TypeNames } from "./field-types.js";
import type { ApplyNames } from "./kind-apply.js";
import { applyDeclarations, applyNames } from "./kind-apply.js";
import { clientDeclarations, definitionName } from "./kind-client.js";
import { tableDeclarations, tableNames } from "./kind-columns.js";
import type { JsonPart } from "./kind-schemas.js";
import { KindSchemas } from "./kind-schemas.js";
import type { TestingNames } from "./kind-testing.js";
import { testingDeclaration } from "./kind-testing.js";
import { hasStatus, kindDeclarations, openFlavours } from "./kind-types.js";
import type { MergeNames } from "./merge-types.js";
import { MergeTypes } from "./merge-types.js";

/** What the files of built-in kinds are made of. */
export interface KindFilesInput {
  readonly kinds: Kinds;
  readonly selected: readonly ResourceRow[];
  /** The parts to write, among `types`, `client`, `apply`, `table`, `testing` and `json-schema`. */
  readonly parts: ReadonlySet<string>;
  /** The release of the table; undefined for kinds of documents, which no server in memory has. */
  readonly minor: KubernetesMinor | undefined;
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
  /** What it adds to JSON files of the output. */
  readonly json: readonly JsonPart[];
  /** Names that the index of the version leaves to those of kinds. */
  readonly hidden: ReadonlySet<string>;
}

/** The parts that are documents: they need no types. */
const documentParts: ReadonlySet<string> = new Set(["json-schema", "openapi"]);

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
  readonly #mergeTypes: MergeTypes | undefined;
  readonly #schemas: KindSchemas | undefined;
  /** Parts that are code are asked for. */
  readonly #hasCode: boolean;

  constructor(input: KindFilesInput) {
    this.#input = input;
    const { kinds, selected, parts } = input;
    this.#components = new ComponentSet(kinds, selected);
    this.#hasCode = [...parts].some((part) => !documentParts.has(part));
    if (parts.has("apply")) this.#mergeTypes = this.#makeMergeTypes();
    if (parts.has("json-schema")) this.#schemas = new KindSchemas(kinds, this.#components);
    for (const { struct } of this.#components.all) {
      for (const { type } of struct.fields) this.#addEnum(type);
    }
    for (const { struct } of selected) {
      for (const { type } of kinds.findStruct(struct)?.fields ?? []) this.#addEnum(type);
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
      ...(this.#hasCode ? [...folders] : []).map((folder) => this.#componentFolder(folder)),
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
    const files = [file, ...this.#componentMergeFile(folder)];
    return { group, version, plural: componentsName, kind: "", files, json: [], hidden };
  }

  #componentMergeFile(folder: string): readonly GeneratedFile[] {
    const declarations = this.#mergeTypes?.declarations(folder) ?? [];
    if (declarations.length === 0) return [];
    const file = new GeneratedFile(mergeFileOf(folder));
    file.add(...declarations);
    return [file];
  }

  #makeMergeTypes(): MergeTypes {
    const { kinds } = this.#input;
    const byFolder = new Map<string, MergeNames>();
    return new MergeTypes(kinds, this.#components, (folder) => {
      let names = byFolder.get(folder);
      if (names === undefined) byFolder.set(folder, (names = this.#mergeNames(new Set())));
      return names;
    });
  }

  /** @param declared the names that a file declares itself */
  #mergeNames(declared: ReadonlySet<string>): MergeNames {
    const importOnce = this.#importer(declared);
    return {
      constant: (name, folder) => importOnce(name, fileReference(mergeFileOf(folder)), false),
      runtimeType: (name) => importOnce(name, this.#input.runtime(name), true),
    };
  }

  #kindFolder(resource: ResourceRow): FolderFiles {
    const { kind, plural, struct: structName } = resource;
    const struct = this.#input.kinds.findStruct(structName);
    if (struct === undefined) throw new TypeError(`no struct ${structName}`);
    const folder = this.#components.folderOf(structName);
    const files = this.#hasCode ? this.#kindCode(resource, struct, `${folder}/${plural}`) : [];
    const json = this.#schemas?.partsOf(resource, struct, `${folder}/${plural}`) ?? [];
    const [group = "", version = ""] = folder.split("/");
    return { group, version, plural, kind, files, json, hidden: new Set() };
  }

  #kindCode(resource: ResourceRow, struct: StructRow, folder: string): readonly GeneratedFile[] {
    const { kind } = resource;
    const typesPath = `${folder}/types`;
    const declared = new Set([...typeNamesOf({ name: kind }), `${kind}List`]);
    const types = new GeneratedFile(typesPath);
    types.add(...kindDeclarations(resource, struct, this.#typeNames(typesPath, declared)));
    const files = [types];
    if (this.#input.parts.has("client")) {
      files.push(this.#clientFile(resource, struct, `${folder}/client`, typesPath));
    }
    if (this.#mergeTypes !== undefined) {
      const file = new GeneratedFile(`${folder}/apply`);
      const names = this.#applyNames(resource, typesPath);
      file.add(...applyDeclarations(resource, struct, this.#mergeTypes, names));
      files.push(file);
    }
    const { minor, parts } = this.#input;
    if (parts.has("table") && resource.columns.length > 0) {
      const file = new GeneratedFile(`${folder}/table`);
      const own = new Set([...tableNames(resource), `${kind}Row`]);
      file.add(...tableDeclarations(resource, minor, this.#fileNames(own, typesPath)));
      files.push(file);
    }
    if (parts.has("testing") && minor !== undefined && isKept(resource)) {
      const file = new GeneratedFile(`${folder}/testing`);
      file.add(testingDeclaration(resource, minor, this.#testingNames(resource)));
      files.push(file);
    }
    return files;
  }

  #testingNames(resource: ResourceRow): TestingNames {
    const importOnce = this.#importer(new Set([definitionName(resource)]));
    return {
      value: (name) => importOnce(name, this.#input.runtime(name), false),
      runtimeType: (name) => importOnce(name, this.#input.runtime(name), true),
    };
  }

  #applyNames(resource: ResourceRow, typesPath: string): ApplyNames {
    const declared = new Set(applyNames(resource));
    return { ...this.#mergeNames(declared), ...this.#fileNames(declared, typesPath) };
  }

  /** @param declared the names that a file declares itself */
  #fileNames(declared: ReadonlySet<string>, typesPath: string): Omit<ApplyNames, "constant"> {
    const importOnce = this.#importer(declared);
    return {
      value: (name) => importOnce(name, this.#input.runtime(name), false),
      runtimeType: (name) => importOnce(name, this.#input.runtime(name), true),
      own: (name) => importOnce(name, fileReference(typesPath), true),
    };
  }

  #clientFile(
    resource: ResourceRow,
    struct: StructRow,
    path: string,
    typesPath: string,
  ): GeneratedFile {
    const { kind } = resource;
    const taken = new Set([`${kind}Client`, `${kind}Types`]);
    const names = this.#typeNames(path, taken);
    const importedAs = (name: string, from: ModuleReference, typeOnly: boolean): Imported =>
      this.#imported(name, from, typeOnly, taken);
    const file = new GeneratedFile(path);
    const own = new Map<string, Imported>();
    const status = hasStatus(resource) ? this.#statusOf(resource) : undefined;
    const open = openFlavours(resource, struct, this.#components);
    file.add(
      ...clientDeclarations(resource, status, open, {
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
        component: (name, flavour) => names.component(name, flavour) as Imported, // not its own
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
    const importOnce = this.#importer(declared);
    const imported = (name: string, from: ModuleReference): Imported =>
      importOnce(name, from, true);
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

  /** Imports what a file names once, beside what it declares itself. */
  #importer(
    declared: ReadonlySet<string>,
  ): (name: string, from: ModuleReference, typeOnly: boolean) => Imported {
    const imports = new Map<string, Imported>();
    return (name, from, typeOnly) => {
      const key = `${from.kind === "file" ? from.path : from.specifier} ${name}`;
      const known = imports.get(key);
      if (known !== undefined) return known;
      const made = this.#imported(name, from, typeOnly, declared);
      imports.set(key, made);
      return made;
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

/** The file of a folder with what server-side apply needs to know of its components. */
function mergeFileOf(folder: string): string {
  return `${folder}/${componentsName}/apply`;
}

function typeNamesOf({ name }: Pick<Component, "name">): readonly string[] {
  return Object.values(suffixes).map((suffix) => name + suffix);
}
