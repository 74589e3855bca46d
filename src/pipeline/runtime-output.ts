import type { ModuleReference } from "../emit/code.js";
import type { OutputFile } from "../emit/generated-file.js";
import { fileReference } from "../emit/generated-file.js";
import type { ImportExtension } from "../emit/imports.js";
import type { RuntimeModules } from "../emit/runtime-modules.js";
import type { Settings } from "./settings.js";

const folder = "runtime/v1/";

/** Where generated code finds a module of the runtime: beside it, or in the package. */
export function runtimeReference(module: string, settings: Settings): ModuleReference {
  if (settings.runtime === "copy") return fileReference(folder + module);
  return { kind: "package", specifier: "crdgen/runtime/v1" };
}

/** The module of the runtime that a file of the output is; `undefined` for other files and packages. */
export function runtimeModuleOf(reference: ModuleReference): string | undefined {
  if (reference.kind === "package" || !reference.path.startsWith(folder)) return undefined;
  return reference.path.slice(folder.length);
}

/** Copies modules of the runtime into the output, with all that they import. */
export async function emitRuntime(
  used: Iterable<string>,
  modules: RuntimeModules,
  settings: Settings,
  banner: string,
): Promise<readonly OutputFile[]> {
  const files: OutputFile[] = [];
  for (const module of [...closure(used, modules)].sort()) {
    const forms = settings.target === "ts" ? (["ts"] as const) : (["js", "d.ts"] as const);
    for (const form of forms) {
      const text = await modules.text(module, form);
      files.push({
        path: `${folder}${module}.${form}`,
        text: `${banner}\n${withExtension(text, settings.importExtension)}`,
      });
    }
  }
  return files;
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
