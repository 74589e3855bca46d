import { readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import type { SourceMapPayload } from "node:module";
import { createRequire, SourceMap } from "node:module";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { ts } from "ts-morph";
import { reasonOf } from "../../crd/diagnostics/wording.js";
import { faultOfCode, faultOfText } from "./code-fault.js";

/**
 * The default export of a module. TypeScript is stripped first, since Node 20 does not do so
 * itself.
 *
 * @returns where the export is a promise, what that is fulfilled with
 * @throws Error if it cannot be imported, throws, has no default export, or one that is a promise
 *   and is rejected
 */
export async function importModule(path: string): Promise<unknown> {
  const full = resolve(path);
  if (/\.m?ts$/.test(path)) return importStripped(full);
  try {
    return await importDefault(full);
  } catch (error) {
    throw await faultOfCode(error, full, undefined, helpFor(error));
  }
}

/** Node says of such a file only that it cannot take it. */
function helpFor(error: unknown): string {
  const isCommon =
    error instanceof SyntaxError && /outside a module|token 'export'/.test(error.message);
  return isCommon ? "; its package.json makes it CommonJS; write the configuration as .mjs" : "";
}

async function importStripped(full: string): Promise<unknown> {
  const code = await stripTypes(full);
  if (code === undefined) {
    if (nodeStripsTypes()) return importPlaced(full);
    throw new Error(
      `Node ${process.version} does not read TypeScript; write the configuration as .mjs, use Node 22.18 or newer, ` +
        "or install the package typescript (before version 7) or ts-morph",
    );
  }
  let stripped;
  try {
    stripped = writeStripped(full, code.text);
  } catch (error) {
    if (nodeStripsTypes()) return importPlaced(full);
    throw new Error(
      "crdgen writes it as JavaScript into a file beside it, but cannot write there " +
        `(${reasonOf(error)}); write the configuration as .mjs, or use Node 22.18 or newer`,
      { cause: error },
    );
  }
  try {
    return await importDefault(stripped);
  } catch (error) {
    const help = (await lacksTypeScript(error)) ? `; ${importHelp}` : "";
    const map = new SourceMap(code.map);
    throw await faultOfCode(error, full, { path: stripped, original: full, map }, help);
  } finally {
    removeStripped(stripped);
  }
}

async function importPlaced(full: string): Promise<unknown> {
  try {
    return await importDefault(full);
  } catch (error) {
    throw await faultOfCode(error, full, undefined);
  }
}

/** TypeScript that the configuration imports is not stripped. */
const importHelp =
  "a configuration can import only JavaScript, or with Node 22.18 and newer also TypeScript, imported as .ts";

/**
 * Tells whether an import failed because its file is TypeScript under the name of its JavaScript,
 * or on a Node that does not take it.
 */
async function lacksTypeScript(error: unknown): Promise<boolean> {
  if (!(error instanceof Error)) return false;
  const { message } = error;
  if (message.startsWith('Unknown file extension ".ts"')) return true;
  const [, path] = /^Cannot find module '(.+)\.js'/.exec(message) ?? [];
  if (path === undefined) return false;
  return stat(`${path}.ts`).then(
    () => true,
    () => false,
  );
}

async function importDefault(full: string): Promise<unknown> {
  return defaultOf(await import(urlOf(full)));
}

/** The states of modules in which they were imported first. */
const firstStates = new Map<string, string>();

/** Node gives what it imported from a URL before; what has changed gets another URL. */
function urlOf(full: string): string {
  const { href } = pathToFileURL(full);
  const stats = statSync(full, { throwIfNoEntry: false });
  const state = `${stats?.mtimeMs ?? 0}-${stats?.size ?? 0}`;
  const first = firstStates.get(full);
  if (first === undefined) firstStates.set(full, state);
  if (first === undefined || first === state) return href;
  // CommonJS is kept under its path.
  delete createRequire(full).cache[full];
  return `${href}?state=${state}`;
}

function defaultOf(module: unknown): unknown {
  if (!Object.hasOwn(module as object, "default")) throw new NoDefaultExportError(); // a namespace
  return (module as { readonly default: unknown }).default; // just looked for
}

/** A module exports nothing, or nothing as its default. */
export class NoDefaultExportError extends Error {
  override readonly name = "NoDefaultExportError";

  constructor() {
    super("there is no default export");
  }
}

/**
 * Writes the JavaScript of a configuration beside it, so that its imports resolve; runs at the same
 * time have one each. What runs that were killed left there is removed. Should the configuration
 * end the process, its file goes with it.
 *
 * @returns the path, for `removeStripped`
 * @throws Error of the system, where nothing can be written there
 */
function writeStripped(config: string, text: string): string {
  const start = config.replace(/m?ts$/, "crdgen-stripped-");
  removeLeftovers(start);
  const path = `${start}${process.pid}.mjs`;
  process.once("exit", () => {
    removeStripped(path);
  });
  try {
    writeFileSync(path, text);
  } catch (error) {
    removeStripped(path); // on a full disk there may be a beginning
    throw error;
  }
  return path;
}

/** Nothing happens if the file has gone, or cannot go. */
function removeStripped(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // A later run tries again.
  }
}

function removeLeftovers(start: string): void {
  const folder = dirname(start);
  for (const name of namesIn(folder)) {
    const processId = name.startsWith(basename(start))
      ? /^(\d+)\.mjs$/.exec(name.slice(basename(start).length))?.[1]
      : undefined;
    if (processId !== undefined && !isRunning(Number(processId)))
      removeStripped(join(folder, name));
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // may be written to and not read
  }
}

/** Tells whether Node reads TypeScript itself: from 22.18 on. */
function nodeStripsTypes(): boolean {
  const { typescript } = process.features as { readonly typescript?: unknown }; // newer than its types
  return typeof typescript === "string";
}

/**
 * Tells whether a configuration of the project in this folder, an absolute path, can be TypeScript.
 */
export async function readsTypeScript(folder: string): Promise<boolean> {
  return nodeStripsTypes() || (await findCompiler(`${folder}/`)) !== undefined;
}

/** JavaScript, and its source map. */
interface StrippedModule {
  readonly text: string;
  readonly map: SourceMapPayload;
}

/**
 * The JavaScript of the module at an absolute path.
 *
 * @returns `undefined` where no compiler is installed
 * @throws CodeFault where the text is no module
 */
async function stripTypes(full: string): Promise<StrippedModule | undefined> {
  const compiler = await findCompiler(full);
  if (compiler === undefined) return undefined;
  const text = await readFile(full, "utf8");
  const { outputText, sourceMapText, diagnostics } = compiler.transpileModule(text, {
    fileName: full,
    compilerOptions: {
      module: compiler.ModuleKind.ESNext,
      target: compiler.ScriptTarget.ES2022,
      sourceMap: true,
    },
    reportDiagnostics: true,
  });
  const [fault] = diagnostics ?? [];
  if (fault === undefined) {
    const map = JSON.parse(sourceMapText ?? "{}") as SourceMapPayload; // what was asked for
    return { text: outputText, map };
  }
  const reason = compiler.flattenDiagnosticMessageText(fault.messageText, " ");
  throw faultOfText(reason, full, text, fault.start ?? 0);
}

type Compiler = Pick<
  typeof ts,
  "transpileModule" | "ModuleKind" | "ScriptTarget" | "flattenDiagnosticMessageText"
>;

/**
 * The project's own TypeScript; 7 and newer have no such functions. Else the one within ts-morph.
 */
async function findCompiler(from: string): Promise<Compiler | undefined> {
  const own = await importOptional("typescript", from);
  if (own !== undefined && "transpileModule" in own) return own as Compiler; // its own types say so since 2.0
  const morph = await importOptional("ts-morph", from);
  return morph !== undefined && "ts" in morph ? (morph.ts as Compiler) : undefined; // so do those of ts-morph
}

/** The module that a name in a configuration leads to, or the reason why there is none. */
type ResolvedModule = { readonly path: string } | { readonly reason: string };

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

/**
 * Finds the target that the field `exports` of a package has for an import; patterns are left to
 * `require`.
 */
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

/** Tells whether there is a process with this id, whoever it belongs to. */
export function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"; // what kill throws; of another user
  }
}

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
