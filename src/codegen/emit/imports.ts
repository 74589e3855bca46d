/** How specifiers of files end: `./types.js`, `./types.ts` or `./types`. */
export type ImportExtension = ".js" | ".ts" | "none";

/** How a file names its modules. */
interface ImportStyle {
  readonly extension: ImportExtension;
  /** The output is JavaScript: type-only imports are left out. */
  readonly javaScript: boolean;
}

interface Names {
  readonly values: Map<string, Imported>;
  readonly types: Map<string, Imported>;
}

/**
 * The import declarations of a file, merged and sorted by code unit: packages, then files; of one
 * module the types in a declaration of their own. Laid out as prettier lays them out.
 */
export function printImports(
  path: string,
  imports: readonly Imported[],
  style: ImportStyle,
): string {
  const byModule = new Map<string, Names>();
  const byReference = new Map<ModuleReference, Names>();
  for (const imported of imports) {
    let names = byReference.get(imported.from);
    if (names === undefined) {
      const specifier = specifierOf(path, imported.from, style.extension);
      names = byModule.get(specifier) ?? { values: new Map(), types: new Map() };
      byModule.set(specifier, names);
      byReference.set(imported.from, names);
    }
    (imported.typeOnly ? names.types : names.values).set(imported.local, imported);
  }
  let text = "";
  for (const specifier of [...byModule.keys()].sort(compareSpecifiers)) {
    const names = byModule.get(specifier);
    if (names === undefined) continue;
    for (const local of names.values.keys()) names.types.delete(local);
    text += printImport("import", names.values, specifier);
    if (!style.javaScript) text += printImport("import type", names.types, specifier);
  }
  return text;
}

/** The specifier by which the file at `path` (without extension) imports a module. */
export function specifierOf(
  path: string,
  from: ModuleReference,
  extension: ImportExtension,
): string {
  if (from.kind === "package") return from.specifier;
  const here = path.split("/").slice(0, -1);
  const there = from.path.split("/");
  let shared = 0;
  while (shared < here.length && shared < there.length - 1 && here[shared] === there[shared])
    shared++;
  const up = here.length - shared;
  const relative = (up === 0 ? "./" : "../".repeat(up)) + there.slice(shared).join("/");
  return extension === "none" ? relative : relative + extension;
}

/** Order by UTF-16 code unit, the same on every machine. */
export function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function compareSpecifiers(left: string, right: string): number {
  const rank = (specifier: string): number =>
    specifier.startsWith("../") ? 1 : specifier.startsWith("./") ? 2 : 0;
  return rank(left) - rank(right) || byCodeUnit(left, right);
}

function printImport(
  keyword: string,
  names: ReadonlyMap<string, Imported>,
  specifier: string,
): string {
  const all = [...names.values()].filter(({ name }) => name === "*");
  const named = [...names.values()].filter(({ name }) => name !== "*");
  const namespaces = all.map(
    ({ local }) => `${keyword} * as ${local} from ${JSON.stringify(specifier)};\n`,
  );
  return namespaces.join("") + printNamed(keyword, named, specifier);
}

function printNamed(keyword: string, names: readonly Imported[], specifier: string): string {
  if (names.length === 0) return "";
  const list = [...names]
    .sort((left, right) => byCodeUnit(left.name, right.name) || byCodeUnit(left.local, right.local))
    .map((name) => (name.name === name.local ? name.name : `${name.name} as ${name.local}`));
  return printNames(keyword, list, specifier);
}

/** `keyword { names } from "specifier";` with its line end, broken where it is too long. */
export function printNames(keyword: string, names: readonly string[], specifier: string): string {
  const line = `${keyword} { ${names.join(", ")} } from ${JSON.stringify(specifier)};\n`;
  // Prettier keeps a single specifier on its line, however long.
  if (line.length <= 81 || names.length === 1) return line;
  return `${keyword} {\n${names.map((name) => `  ${name},\n`).join("")}} from ${JSON.stringify(specifier)};\n`;
}

/** A name that generated code takes from another module. */
export interface Imported {
  /** As exported; `*` for all that the module exports. */
  readonly name: string;
  /**
   * As used in this file: `name`, or with a suffix that no CRD can produce where that is taken
   * (`Map$1`).
   */
  readonly local: string;
  readonly from: ModuleReference;
  readonly typeOnly: boolean;
}

/** A file of the output by its path without extension (`runtime/v1/json`), or a package. */
export type ModuleReference =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "package"; readonly specifier: string };
