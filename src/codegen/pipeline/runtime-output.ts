import { hasSameItems } from "../backends/remembered-by-items.js";
import type { Imported, ModuleReference } from "../emit/code.js";
import type { OutputFile } from "../emit/generated-file.js";
import { fileReference } from "../emit/generated-file.js";
import { byCodeUnit, printImports, printNames, specifierOf } from "../emit/imports.js";
import { docText, jsDoc } from "../emit/jsdoc.js";
import { bannerOf } from "./print-file.js";
import type { RuntimeDeclaration, RuntimeForm, RuntimeModules } from "./runtime-modules.js";
import type { SelectedFile, Selection } from "./runtime-selection.js";
import { selectDeclarations } from "./runtime-selection.js";
import type { Settings } from "./settings.js";

const folder = "runtime/v1/";

/** Where generated code finds a file of the runtime: beside it, or in the package. */
export function runtimeReference(file: string, settings: Settings): ModuleReference {
  if (settings.runtime === "copy") return fileReference(folder + file);
  return { kind: "package", specifier: "crdgen-runtime/v1/internal" };
}

/** Whether a module is a copied file of the runtime. */
export function isOfRuntime(reference: ModuleReference): boolean {
  return reference.kind === "file" && reference.path.startsWith(folder);
}

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
    return { path: `${folder}${name}.${this.#form}`, text: `${head}\n${body}` };
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
      const from = references.get(other) ?? fileReference(folder + other);
      references.set(other, from);
      return { name, local: name, from, typeOnly };
    });
    return printImports(folder + file, imported, {
      extension: this.#settings.importExtension,
      javaScript: this.#form === "js",
    });
  }

  /** What an entry has of other files: of each the values, then the types. */
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
          `${folder}${entry}`,
          fileReference(folder + file),
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

  /** What is the runtime's own business comes without docstrings. */
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
