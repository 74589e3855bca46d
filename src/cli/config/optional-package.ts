import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

/**
 * A package that crdgen can use and does not depend on: the one that a module at `from` (an
 * absolute path; a folder ends with a slash) would get, else the one beside crdgen.
 *
 * @returns what the package exports, as the caller has to check; `undefined` where it is not
 *   installed
 * @throws what the package itself throws while it is loaded
 */
export async function importOptional(name: string, from: string): Promise<object | undefined> {
  const path = pathOf(name, from) ?? pathOf(name, import.meta.filename);
  if (path === undefined) return undefined;
  const module = (await import(pathToFileURL(path).href)) as { readonly default?: object }; // any module is an object
  return module.default ?? module;
}

function pathOf(name: string, from: string): string | undefined {
  try {
    return createRequire(from).resolve(name);
  } catch {
    return undefined;
  }
}
