import { readFile, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** What a name in a configuration leads to. */
export type ResolvedModule = { readonly path: string } | { readonly reason: string };

/**
 * The file that a configuration means: a path that begins with `./`, `../` or `/`, relative to the
 * file that says it, or a package that this file could import.
 *
 * @param from the file that says it
 */
export async function resolveModule(name: string, from: string): Promise<ResolvedModule> {
  if (name.startsWith("file:")) return existing(fileURLToPath(name), name);
  if (/^\.{1,2}(?:[\\/]|$)/.test(name) || isAbsolute(name)) {
    return existing(isAbsolute(name) ? name : join(dirname(from), name), name);
  }
  const path = requirePath(name, resolve(from)) ?? (await importPath(name, resolve(from)));
  if (path !== undefined) return { path };
  const beside = join(dirname(from), name);
  const help = (await isFile(beside))
    ? `; write './${name}' for the file`
    : "; install it, or begin the path of a file with ./";
  return { reason: `there is no package '${name}'${help}` };
}

async function existing(path: string, name: string): Promise<ResolvedModule> {
  return (await isFile(path)) ? { path } : { reason: `'${name}': no such file (${resolve(path)})` };
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

function requirePath(name: string, from: string): string | undefined {
  try {
    const path = createRequire(from).resolve(name);
    return isAbsolute(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Node tells nobody what an `import` in another file would get; packages may have only that. */
async function importPath(name: string, from: string): Promise<string | undefined> {
  const [, packageName = "", inside = ""] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(name) ?? [];
  for (let at = dirname(from); ; at = dirname(at)) {
    const folder = join(at, "node_modules", packageName);
    const manifest = await readFile(join(folder, "package.json"), "utf8").catch(() => undefined);
    if (manifest !== undefined) {
      const target = exportTarget(JSON.parse(manifest), `.${inside}`);
      return target === undefined ? undefined : join(folder, target);
    }
    if (at === dirname(at)) return undefined;
  }
}

/** What the field `exports` of a package has for an import; patterns are left to `require`. */
function exportTarget(manifest: unknown, entry: string): string | undefined {
  let target = fieldOf(manifest, "exports");
  if (entry !== "." || fieldOf(target, ".") !== undefined) target = fieldOf(target, entry);
  while (typeof target === "object" && target !== null) {
    const condition = ["node", "import", "default"].find(
      (one) => fieldOf(target, one) !== undefined,
    );
    if (condition === undefined) return undefined;
    target = fieldOf(target, condition);
  }
  return typeof target === "string" ? target : undefined;
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name]; // just looked for
}
