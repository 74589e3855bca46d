import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { z } from "zod";
import type { Place } from "../diagnostics/diagnostics.js";
import { Diagnostics } from "../diagnostics/diagnostics.js";
import { reasonOf } from "../diagnostics/reason.js";
import { nearest } from "../diagnostics/similar.js";
import { decodeSource } from "../source/decode.js";
import type { Path, SourceDocument } from "../source/document.js";
import { pathText } from "../source/path-text.js";
import { readDocuments } from "../source/read.js";
import { isCode } from "./find.js";
import type { ParsedConfig } from "./schema.js";
import { checkedConfigSchema, configSchema, lintSchema } from "./schema.js";
import { nodeStripsTypes, stripTypes } from "./strip-types.js";
import { removeStripped, writeStripped } from "./stripped-file.js";

/**
 * Reads the configuration at `path`. Faults of its content are diagnostics, with their place where
 * the file is YAML or JSON; what is set twice is one of them.
 *
 * @returns `undefined` where the configuration has faults
 * @throws Error if the file's name has another ending than a configuration's, or a module cannot be
 *   imported
 */
export async function loadConfig(
  path: string,
  diagnostics: Diagnostics,
): Promise<ParsedConfig | undefined> {
  if (/\.(?:json|ya?ml)$/.test(path)) return readData(path, diagnostics);
  if (!isCode(path)) {
    throw new Error(
      "the name of a configuration must end in .ts, .mts, .js, .mjs, .json, .yaml or .yml",
    );
  }
  return check(await importConfig(path), path, undefined, diagnostics);
}

async function readData(path: string, diagnostics: Diagnostics): Promise<ParsedConfig | undefined> {
  const file = decodeSource(path, await readFile(path), diagnostics);
  const [document, second] = file === undefined ? [] : await readDocuments(file, diagnostics);
  diagnostics.refuse("source/duplicate-key");
  if (second !== undefined) {
    const place: Place = { document: second, path: [], part: "value" };
    const reason = "a configuration has only one document, and this is a second one";
    diagnostics.report("config/invalid", place, { at: path, reason });
  }
  if (diagnostics.hasErrors) return undefined;
  return document === undefined ? {} : check(document.value, path, document, diagnostics);
}

/** Where something stands in the configuration at `path`; `undefined` where that is code. */
export async function placeInConfig(path: string, at: Path): Promise<Place | undefined> {
  if (isCode(path)) return undefined;
  const quiet = new Diagnostics();
  const file = decodeSource(path, await readFile(path), quiet);
  const [document] = file === undefined ? [] : await readDocuments(file, quiet);
  return document && { document, path: at, part: "value" };
}

function check(
  value: unknown,
  path: string,
  document: SourceDocument | undefined,
  diagnostics: Diagnostics,
): ParsedConfig | undefined {
  const parsed = checkedConfigSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const { at, part, reason, help } of parsed.error.issues.flatMap(faultsOf)) {
    const place: Place | undefined = document && { document, path: at, part };
    const where = at.length === 0 ? path : `${path}: ${pathText(at)}`;
    diagnostics.report("config/invalid", place, { at: where, reason }, { help, path });
  }
  return undefined;
}

interface Fault {
  readonly at: Path;
  readonly part: Place["part"];
  readonly reason: string;
  readonly help?: string | undefined;
}

function faultsOf(issue: z.core.$ZodIssue): readonly Fault[] {
  const at = issue.path.map((step) => (typeof step === "number" ? step : String(step)));
  if (issue.code !== "unrecognized_keys") {
    const isKey = issue.code === "custom" && issue.params?.["part"] === "key";
    return [{ at, part: isKey ? "key" : "value", reason: issue.message }];
  }
  return issue.keys.map((key) => ({
    at: [...at, key],
    part: "key",
    ...(at.length === 0 && flagsOnly.has(key)
      ? { reason: "can be set only on the command line" }
      : { reason: "there is no such option", help: similarOption(at, key) }),
  }));
}

/** Options that belong to a single call. */
const flagsOnly: ReadonlySet<string> = new Set([
  "check",
  "config",
  "format",
  "quiet",
  "color",
  "verbose",
]);

function similarOption(at: Path, key: string): string | undefined {
  const { shape } = at[0] === "lint" ? lintSchema : configSchema;
  const names = Object.keys(shape);
  const similar = nearest(key, names) ?? names.find((name) => beginAlike(name, key));
  return similar === undefined ? undefined : `there is '${similar}'`;
}

/** One is the beginning of the other, as with `out` and `outputFolder`. */
function beginAlike(name: string, key: string): boolean {
  const [left, right] = [name.toLowerCase(), key.toLowerCase()];
  return key.length > 2 && (left.startsWith(right) || right.startsWith(left));
}

/**
 * The default export of a module. TypeScript is stripped first, since Node 20 does not do so
 * itself.
 */
async function importConfig(path: string): Promise<unknown> {
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
  if (!Object.hasOwn(module as object, "default")) throw new Error("there is no default export"); // a namespace
  return (module as { readonly default: unknown }).default; // just looked for
}
