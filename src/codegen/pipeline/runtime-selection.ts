import type {
  PublicNames,
  RuntimeDeclaration,
  RuntimeForm,
  RuntimeModules,
} from "./runtime-modules.js";
import type { RuntimeEntry } from "./settings.js";

/** What a file of the copied runtime holds. */
export interface SelectedFile {
  readonly name: string;
  /** In the order in which they are printed. */
  readonly declarations: readonly RuntimeDeclaration[];
}

/** The declarations of the runtime that an output needs in one form, by files. */
export interface Selection {
  /** Files with no declarations are left out; the lowest comes first. */
  readonly files: readonly SelectedFile[];
  /** The names that a file uses of others, and the files that they are of. */
  readonly imports: ReadonlyMap<string, readonly UsedName[]>;
  /** What the index exports, by modules. */
  readonly publicNames: readonly PublicNames[];
  /** What the other entries export that are there. */
  readonly entries: ReadonlyMap<string, readonly PublicNames[]>;
  /** Values that people could have asked for, by entries; nothing where there are no clients. */
  readonly leftOut: ReadonlyMap<"client" | "node", readonly string[]>;
}

/** A name that a file of the runtime uses of another. */
export interface UsedName {
  readonly name: string;
  readonly file: string;
  readonly typeOnly: boolean;
}

/** Public names of the index that come with clients: the ways to a server that need no Node.js. */
const transportModules = ["client/authentication", "client/fetch-transport"];

/** Those that the entry `client` adds: functions that take clients or transports. */
const functionModules = [
  "client/create-or-update",
  "client/define-resource",
  "client/label-matching",
  "client/observe",
  "client/rate-limit",
  "client/retry",
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
export async function selectDeclarations(
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

  /** What modules do not export stands in the file that mentions it. */
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
