import type { ModuleReference } from "../emit/code.js";
import type { OutputFile } from "../emit/generated-file.js";
import { fileReference } from "../emit/generated-file.js";
import type { ImportExtension } from "../emit/imports.js";
import { byCodeUnit, printNames } from "../emit/imports.js";
import type { PublicNames, RuntimeModules } from "../emit/runtime-modules.js";
import type { Settings } from "./settings.js";

const folder = "runtime/v1/";

/** What users of clients import themselves; no generated file does. */
const clientEntries = [
  "client/fetch-transport",
  "client/authentication",
  "client/warnings",
  "node",
];

/** Where generated code finds a module of the runtime: beside it, or in the package. */
export function runtimeReference(module: string, settings: Settings): ModuleReference {
  if (settings.runtime === "copy") return fileReference(folder + module);
  return { kind: "package", specifier: "crdgen/runtime/v1/internal" };
}

/** The module of the runtime that a file of the output is; `undefined` for other files and packages. */
export function runtimeModuleOf(reference: ModuleReference): string | undefined {
  if (reference.kind === "package" || !reference.path.startsWith(folder)) return undefined;
  return reference.path.slice(folder.length);
}

/**
 * Copies modules of the runtime into the output, with all that they import, and an index of what is meant for people.
 * Where clients are in use, so are the transports.
 */
export async function emitRuntime(
  used: ReadonlySet<string>,
  modules: RuntimeModules,
  settings: Settings,
  banner: string,
): Promise<readonly OutputFile[]> {
  const hasClients = [...used].some((module) => module.startsWith("client/"));
  const wanted = closure([...used, ...(hasClients ? clientEntries : [])], modules);
  const files: OutputFile[] = [];
  const add = (module: string, form: Form, text: string): void => {
    const path = `${folder}${module}.${form}`;
    files.push({ path, text: `${banner}\n${withExtension(text, settings.importExtension)}` });
  };
  const sorted = [...wanted].sort(byCodeUnit);
  const listed = modules.publicNames.filter(({ module }) => wanted.has(module));
  for (const form of settings.target === "ts" ? (["ts"] as const) : (["js", "d.ts"] as const)) {
    for (const module of sorted) add(module, form, await modules.text(module, form));
    if (listed.length > 0) add("index", form, indexOf(listed, form));
  }
  return files;
}

type Form = "ts" | "js" | "d.ts";

function indexOf(listed: readonly PublicNames[], form: Form): string {
  const texts = listed
    .filter(({ typeOnly }) => form !== "js" || !typeOnly)
    .map(({ module, typeOnly, names }) =>
      printNames(typeOnly ? "export type" : "export", names, `./${module}.js`),
    );
  return texts.length === 0 ? "export {};\n" : texts.join("");
}

function closure(used: Iterable<string>, modules: RuntimeModules): ReadonlySet<string> {
  const found = new Set(used);
  for (const module of found) {
    for (const dependency of modules.dependencies(module)) found.add(dependency);
  }
  return found;
}

/** The runtime's own sources spell `.js`; its import declarations are plain enough for a pattern. */
function withExtension(text: string, extension: ImportExtension): string {
  if (extension === ".js") return text;
  const ending = extension === "none" ? "" : extension;
  return text.replace(/(\bfrom "\.{1,2}\/[^"]*)\.js"/g, `$1${ending}"`);
}
