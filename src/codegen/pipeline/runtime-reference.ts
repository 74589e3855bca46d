import type { ModuleReference } from "../emit/code.js";
import type { GeneratedFile } from "../emit/generated-file.js";
import { fileReference } from "../emit/generated-file.js";
import type { Settings } from "./settings.js";

/** The folder of a copied runtime. */
export const runtimeFolder = "runtime/v1/";

/** Where generated code finds a file of the runtime: beside it, or in the package. */
export function runtimeReference(file: string, settings: Settings): ModuleReference {
  if (settings.runtime === "copy") return fileReference(runtimeFolder + file);
  // Kinds of Kubernetes' own are large: they are loaded by those alone who use them.
  const entry = file === "built-in" ? "internal-built-in" : "internal";
  return { kind: "package", specifier: `crdgen-runtime/v1/${entry}` };
}

/** Tells whether a module is a copied file of the runtime. */
function isOfRuntime(reference: ModuleReference): boolean {
  return reference.kind === "file" && reference.path.startsWith(runtimeFolder);
}

/** The names of the copied runtime that files import. */
export function runtimeNamesOf(files: readonly GeneratedFile[]): readonly string[] {
  const used = new Set<string>();
  for (const { from, name } of files.flatMap(({ imports }) => imports)) {
    if (isOfRuntime(from)) used.add(name);
  }
  return [...used];
}
