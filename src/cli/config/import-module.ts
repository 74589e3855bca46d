import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { reasonOf } from "../../crd/diagnostics/reason.js";
import { isRunning } from "./is-running.js";
import { nodeStripsTypes, stripTypes } from "./strip-types.js";

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
    if (!(error instanceof SyntaxError)) throw error;
    // Node's own error does not say where.
    await stripTypes(full);
    if (!/outside a module|token 'export'/.test(error.message)) throw error;
    const help = "its package.json makes it CommonJS; write the configuration as .mjs";
    throw new Error(`${error.message}; ${help}`, { cause: error });
  }
}

async function importStripped(full: string): Promise<unknown> {
  const text = await stripTypes(full);
  if (text === undefined) {
    if (nodeStripsTypes()) return importDefault(full);
    throw new Error(
      `Node ${process.version} does not read TypeScript; write the configuration as .mjs, use Node 22.18 or newer, ` +
        "or install the package typescript (before version 7) or ts-morph",
    );
  }
  let stripped;
  try {
    stripped = writeStripped(full, text);
  } catch (error) {
    if (nodeStripsTypes()) return importDefault(full);
    throw new Error(
      "crdgen writes it as JavaScript into a file beside it, but cannot write there " +
        `(${reasonOf(error)}); write the configuration as .mjs, or use Node 22.18 or newer`,
      { cause: error },
    );
  }
  try {
    return await importDefault(stripped);
  } catch (error) {
    throw await ofOriginal(error, stripped, full);
  } finally {
    removeStripped(stripped);
  }
}

/**
 * The error under the name that the user knows. TypeScript that the configuration imports is not
 * stripped.
 */
async function ofOriginal(error: unknown, stripped: string, full: string): Promise<unknown> {
  if (!(error instanceof Error)) return error;
  const reason = reasonOf(error).replaceAll(stripped, full);
  const help = (await lacksTypeScript(error))
    ? "; a configuration can import only JavaScript, or with Node 22.18 and newer also TypeScript, imported as .ts"
    : "";
  return new Error(`${reason}${help}`, { cause: error });
}

/**
 * Whether what was imported is TypeScript under the name of its JavaScript, or on a Node that does
 * not take it.
 */
async function lacksTypeScript({ message }: Error): Promise<boolean> {
  if (message.startsWith('Unknown file extension ".ts"')) return true;
  const [, path] = /^Cannot find module '(.+)\.js'/.exec(message) ?? [];
  if (path === undefined) return false;
  return stat(`${path}.ts`).then(
    () => true,
    () => false,
  );
}

async function importDefault(full: string): Promise<unknown> {
  return defaultOf(await import(pathToFileURL(full).href));
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
