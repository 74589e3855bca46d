import { hasSameItems } from "../backends/barrel.js";
import type { Imported, ModuleReference } from "../emit/code.js";
import type { OutputFile } from "../emit/generated-file.js";
import { fileReference } from "../emit/generated-file.js";
import { byCodeUnit, printImports, printNames, specifierOf } from "../emit/imports.js";
import { docText, jsDoc } from "../emit/jsdoc.js";
import { bannerOf } from "./print-file.js";
import type {
  PublicNames,
  RuntimeDeclaration,
  RuntimeForm,
  RuntimeModules,
} from "./runtime-modules.js";
import { loadRuntimeModules } from "./runtime-modules.js";
import { runtimeFolder } from "./runtime-reference.js";
import type { GenerateOptions, RuntimeEntry, Settings } from "./settings.js";
import { resolveSettings, runtimeEntryNames } from "./settings.js";

/** The files of the last run: a run that watches has the same settings each time. */
const emitted = new WeakMap<
  Settings,
  { readonly names: readonly string[]; readonly files: readonly OutputFile[] }
>();

/**
 * Copies the declarations of the runtime with the given names, and all that they refer to, into a
 * few files; with an index of what is meant for people.
 */
export async function emitRuntime(
  used: ReadonlySet<string>,
  runtime: RuntimeModules,
  settings: Settings,
): Promise<readonly OutputFile[]> {
  if (used.size === 0) return [];
  const names = [...used].sort(byCodeUnit);
  const known = emitted.get(settings);
  if (known !== undefined && hasSameItems(known.names, names)) return known.files;
  const files = await printRuntime(names, used, runtime, settings);
  emitted.set(settings, { names, files });
  return files;
}

async function printRuntime(
  names: readonly string[],
  used: ReadonlySet<string>,
  runtime: RuntimeModules,
  settings: Settings,
): Promise<readonly OutputFile[]> {
  const forms: readonly RuntimeForm[] = settings.target === "ts" ? ["ts"] : ["js", "d.ts"];
  const selections = await Promise.all(
    forms.map(async (form) => ({
      form,
      selection: await selectDeclarations(names, runtime, settings.runtimeEntries, form),
    })),
  );
  const inUse = new Set(
    selections.flatMap(({ selection: { files, entries } }) => [
      ...files.map(({ name }) => name),
      ...entries.keys(),
    ]),
  );
  inUse.add("index");
  return selections.flatMap(({ form, selection }) => {
    const printer = new RuntimePrinter(form, selection, used, runtime, settings);
    return [...inUse].map((name) => printer.print(name));
  });
}

const addedBy = { client: "functions for clients", node: "the file `node`, the ways to a cluster" };

/** Prints the files of one form. */
class RuntimePrinter {
  readonly #form: RuntimeForm;
  readonly #selection: Selection;
  readonly #runtime: RuntimeModules;
  readonly #settings: Settings;
  /** The names that generated code and people import. */
  readonly #shown: ReadonlySet<string>;
  /** Those, and the names that files of the runtime import of each other. */
  readonly #exported: ReadonlySet<string>;

  constructor(
    form: RuntimeForm,
    selection: Selection,
    used: ReadonlySet<string>,
    runtime: RuntimeModules,
    settings: Settings,
  ) {
    this.#form = form;
    this.#selection = selection;
    this.#runtime = runtime;
    this.#settings = settings;
    const forPeople = [...selection.publicNames, ...[...selection.entries.values()].flat()];
    this.#shown = new Set([...used, ...forPeople.flatMap(({ names }) => names)]);
    this.#exported = new Set([
      ...this.#shown,
      ...[...selection.imports.values()].flat().map(({ name }) => name),
    ]);
  }

  print(name: string): OutputFile {
    const selected = this.#selection.files.find((file) => file.name === name);
    const isMarked = this.#form === "ts" && name !== "index";
    const head = bannerOf("Runtime of the generated code", this.#settings, isMarked);
    const parts = [
      name === "index" ? this.#noteOfLeftOut() : "",
      this.#importsOf(name),
      this.#reexports(name),
      selected === undefined ? "" : this.#bodyOf(selected),
    ].filter((part) => part !== "");
    const body = parts.length === 0 ? "export {};\n" : parts.join("\n");
    return { path: `${runtimeFolder}${name}.${this.#form}`, text: `${head}\n${body}` };
  }

  /** Where people look for a name that is not there. */
  #noteOfLeftOut(): string {
    const { leftOut } = this.#selection;
    if (leftOut.size === 0) return "";
    const text = [...leftOut]
      .map(([entry, names]) => {
        const asked = [...new Set([entry, ...this.#settings.runtimeEntries])].join(",");
        const list = [...names].sort(byCodeUnit).join(", ");
        return `\`--runtime-entries ${asked}\` adds ${addedBy[entry]}: ${list}.`;
      })
      .join(" ");
    return docText(jsDoc({ text }));
  }

  #importsOf(file: string): string {
    const names = this.#selection.imports.get(file) ?? [];
    const references = new Map<string, ModuleReference>();
    const imported = names.map(({ name, file: other, typeOnly }): Imported => {
      const from = references.get(other) ?? fileReference(runtimeFolder + other);
      references.set(other, from);
      return { name, local: name, from, typeOnly };
    });
    return printImports(runtimeFolder + file, imported, {
      extension: this.#settings.importExtension,
      javaScript: this.#form === "js",
    });
  }

  /** Writes the exports that an entry has from other files: of each the values, then the types. */
  #reexports(entry: string): string {
    const { publicNames, entries } = this.#selection;
    const lists = new Map<string, string[]>();
    for (const { names, typeOnly } of entry === "index"
      ? publicNames
      : (entries.get(entry) ?? [])) {
      for (const name of names) {
        const file = this.#runtime.moduleOf(name);
        if (file === entry) continue;
        const specifier = specifierOf(
          `${runtimeFolder}${entry}`,
          fileReference(runtimeFolder + file),
          this.#settings.importExtension,
        );
        const key = `${specifier}\n${typeOnly ? "export type" : "export"}`;
        const list = lists.get(key);
        if (list === undefined) lists.set(key, [name]);
        else list.push(name);
      }
    }
    return [...lists]
      .sort(([left], [right]) => byCodeUnit(left, right))
      .map(([key, names]) => {
        const [specifier = "", keyword = ""] = key.split("\n");
        return printNames(keyword, names.sort(byCodeUnit), specifier);
      })
      .join("");
  }

  #bodyOf({ name, declarations }: SelectedFile): string {
    const sections = this.#runtime.files.find((file) => file.name === name)?.sections ?? [];
    const texts: string[] = [];
    let section: number | undefined;
    for (const declaration of declarations) {
      if (declaration.section !== section) {
        section = declaration.section;
        texts.push(`// --- ${sections[section] ?? ""} ---\n`);
      }
      texts.push(`${this.#textOf(declaration)}\n`);
    }
    // What a declaration file does not export is exported all the same, unless it says so.
    const hidesNames =
      this.#form === "d.ts" && declarations.some((declaration) => !this.#isExported(declaration));
    if (hidesNames) texts.push("export {};\n");
    return texts.join("\n");
  }

  /** Writes a declaration. One that is only for the runtime itself comes without docstrings. */
  #textOf(declaration: RuntimeDeclaration): string {
    const { comment, text, exported } = declaration;
    const code = this.#isExported(declaration) ? (exported ?? withExport(text)) : text;
    const isShown = declaration.names.some((name) => this.#shown.has(name));
    return isShown ? comment + code : code.replace(memberDocstrings, "");
  }

  #isExported({ names }: RuntimeDeclaration): boolean {
    return names.some((name) => this.#exported.has(name));
  }
}

const memberDocstrings = /^ *\/\*\*[^]*?\*\/\n/gm;

/** The comments of a declaration stand before its `export`. */
function withExport(text: string): string {
  return text.replace(/^((?:\/\*[^]*?\*\/\s*|\/\/[^\n]*\n\s*)*)/, "$1export ");
}

/**
 * A copied runtime that has everything which generated code, of whatever CRDs, and the code of
 * people can ask of it.
 */
export async function emitWholeRuntime(options: GenerateOptions): Promise<readonly OutputFile[]> {
  const settings = resolveSettings({ ...options, runtimeEntries: runtimeEntryNames });
  const modules = await loadRuntimeModules();
  return emitRuntime(new Set(modules.contractNames), modules, settings);
}

/** The contents of a file of the copied runtime. */
interface SelectedFile {
  readonly name: string;
  /** In the order in which they are printed. */
  readonly declarations: readonly RuntimeDeclaration[];
}

/** The declarations of the runtime that an output needs in one form, by files. */
interface Selection {
  /** Files with no declarations are left out; the lowest comes first. */
  readonly files: readonly SelectedFile[];
  /** The names that a file uses of others, and the files that they are of. */
  readonly imports: ReadonlyMap<string, readonly UsedName[]>;
  /** The names that the index exports, by modules. */
  readonly publicNames: readonly PublicNames[];
  /** The names that the other entries export, of those entries that are copied. */
  readonly entries: ReadonlyMap<string, readonly PublicNames[]>;
  /** Values that people could have asked for, by entries; nothing where there are no clients. */
  readonly leftOut: ReadonlyMap<"client" | "node", readonly string[]>;
}

/** A name that a file of the runtime uses of another. */
interface UsedName {
  readonly name: string;
  readonly file: string;
  readonly typeOnly: boolean;
}

/** Public names of the index that come with clients: the ways to a server that need no Node.js. */
const transportModules = ["client/authentication", "client/fetch-transport"];

/** Those that the entry `client` adds: functions that take clients or transports. */
const functionModules = [
  "client/create-or-update",
  "client/metadata-only",
  "client/missing-rule",
  "client/define-resource",
  "client/label-matching",
  "client/middleware",
  "client/subresource-clients",
  "client/table",
  "client/validated",
  "client/wait-for",
];

/**
 * Selects the declarations with the given names and all that they refer to. Public names come along
 * with the module that they are declared in, as soon as anything of it is in use; and where
 * generated code uses clients, so do the transports, and what people ask for.
 */
async function selectDeclarations(
  used: Iterable<string>,
  modules: RuntimeModules,
  entryNames: readonly RuntimeEntry[],
  form: RuntimeForm,
): Promise<Selection> {
  const selector = new Selector(modules, form);
  let hasClients = false;
  for (const name of used) {
    const file = modules.moduleOf(name);
    hasClients ||= file === "client";
    await selector.add(name, file);
  }
  const ofForm = (all: readonly PublicNames[]): readonly PublicNames[] =>
    all.filter(({ typeOnly }) => form !== "js" || !typeOnly);
  const publicNames = ofForm(modules.publicNames);
  const entries = new Map<string, readonly PublicNames[]>();
  const isOneOf = (wanted: readonly string[]) => (names: PublicNames) =>
    wanted.includes(names.module);
  if (hasClients) {
    for (const name of entryNames) {
      const names = modules.entries.get(name);
      if (names !== undefined) entries.set(name, ofForm(names));
    }
    await selector.addAll(publicNames.filter(isOneOf(transportModules)));
    if (entryNames.includes("client")) {
      await selector.addAll(publicNames.filter(isOneOf(functionModules)));
    }
    await selector.addAll([...entries.values()].flat());
  }
  let shown: readonly PublicNames[] = [];
  for (let before = -1; before < shown.length;) {
    before = shown.length;
    shown = publicNames.filter(({ module }) => selector.modules.has(module));
    await selector.addAll(shown);
  }
  const functions = publicNames.filter(isOneOf(functionModules));
  const addable = {
    node: modules.entries.get("node") ?? [],
    client: functions.filter((names) => !shown.includes(names)),
  };
  const leftOut = new Map(
    (["node", "client"] as const)
      .filter((entry) => hasClients && !entryNames.includes(entry))
      .map((entry) => [entry, valuesOf(addable[entry])] as const),
  );
  return { ...(await selector.finish()), publicNames: shown, entries, leftOut };
}

function valuesOf(all: readonly PublicNames[]): readonly string[] {
  return all.filter(({ typeOnly }) => !typeOnly).flatMap(({ names }) => names);
}

/** Follows references from names to declarations. */
class Selector {
  readonly modules = new Set<string>();
  readonly #runtime: RuntimeModules;
  readonly #form: RuntimeForm;
  readonly #byName = new Map<string, ReadonlyMap<string, RuntimeDeclaration>>();
  readonly #selected = new Map<string, Set<RuntimeDeclaration>>();
  readonly #imports = new Map<string, Map<string, UsedName>>();

  constructor(runtime: RuntimeModules, form: RuntimeForm) {
    this.#runtime = runtime;
    this.#form = form;
  }

  async addAll(all: readonly PublicNames[]): Promise<void> {
    for (const name of all.flatMap(({ names }) => names)) {
      await this.add(name, this.#runtime.moduleOf(name));
    }
  }

  /** A name that the form does not have is a type's, in JavaScript. */
  async add(name: string, file: string): Promise<void> {
    const pending = [{ name, file }];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const declaration = (await this.#namesOf(next.file)).get(next.name);
      if (declaration === undefined || !this.#select(next.file, declaration)) continue;
      for (const other of this.#referencesOf(declaration, next.file)) {
        this.#import(other, next.file);
        pending.push(other);
      }
    }
  }

  async finish(): Promise<Pick<Selection, "files" | "imports">> {
    const files: SelectedFile[] = [];
    for (const { name } of this.#runtime.files) {
      const selected = this.#selected.get(name);
      if (selected === undefined) continue;
      const all = await this.#runtime.declarations(name, this.#form);
      files.push({ name, declarations: all.filter((declaration) => selected.has(declaration)) });
    }
    const imports = [...this.#imports].map(([file, names]) => [file, [...names.values()]] as const);
    return { files, imports: new Map(imports) };
  }

  #referencesOf({ values, types }: RuntimeDeclaration, file: string): readonly UsedName[] {
    const used = (name: string, typeOnly: boolean): UsedName => {
      return { name, file: this.#fileOf(name, file), typeOnly };
    };
    return [...values.map((name) => used(name, false)), ...types.map((name) => used(name, true))];
  }

  /**
   * Finds the file of a name. A name that its module does not export stands in the file that
   * mentions it.
   */
  #fileOf(name: string, here: string): string {
    return this.#byName.get(here)?.has(name) === true ? here : this.#runtime.moduleOf(name);
  }

  #import(used: UsedName, file: string): void {
    if (used.file === file) return;
    let names = this.#imports.get(file);
    if (names === undefined) this.#imports.set(file, (names = new Map<string, UsedName>()));
    if (!used.typeOnly || !names.has(used.name)) names.set(used.name, used);
  }

  #select(file: string, declaration: RuntimeDeclaration): boolean {
    let selected = this.#selected.get(file);
    if (selected === undefined) {
      this.#selected.set(file, (selected = new Set<RuntimeDeclaration>()));
    }
    if (selected.has(declaration)) return false;
    selected.add(declaration);
    this.modules.add(declaration.module);
    return true;
  }

  async #namesOf(file: string): Promise<ReadonlyMap<string, RuntimeDeclaration>> {
    let byName = this.#byName.get(file);
    if (byName === undefined) {
      const all = await this.#runtime.declarations(file, this.#form);
      byName = new Map(all.flatMap((one) => one.names.map((name) => [name, one] as const)));
      this.#byName.set(file, byName);
    }
    return byName;
  }
}
