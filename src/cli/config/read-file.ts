import { readFile } from "node:fs/promises";
import type { z } from "zod";
import type { Diagnostics, Place } from "../../crd/diagnostics/diagnostics.js";
import { similarName } from "../../crd/diagnostics/wording.js";
import { decodeSource } from "../../crd/source/decode.js";
import { readDocuments } from "../../crd/source/read.js";
import type { Path, SourceDocument } from "../../crd/source/source-file.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import { pathText } from "../../runtime/v1/values/json/path-text.js";
import { isCode } from "./find.js";
import { importModule, NoDefaultExportError } from "./import-module.js";
import type { ParsedConfig } from "./schema.js";
import { configSchema, diffSchema, lintSchema, outputSchema, renameSchema } from "./schema.js";

/** The contents of one file, without those of the files that it extends. */
export interface ConfigFile {
  readonly path: string;
  readonly config: ParsedConfig;
  /** Options without a good value, which `config` lacks. */
  readonly faulty: readonly OptionPath[];
  /** `undefined` where it is code, or empty. */
  readonly document: SourceDocument | undefined;
}

/**
 * Reads one file of a configuration. Faults of its content are diagnostics, with their place where
 * the file is YAML or JSON; what is set twice is one of them.
 *
 * @returns what is good in it; `undefined` where it cannot be read
 * @throws Error if the file's name has another ending than a configuration's, or a module cannot be
 *   imported, throws, or exports no configuration
 */
export async function readConfigFile(
  path: string,
  diagnostics: Diagnostics,
): Promise<ConfigFile | undefined> {
  if (/\.(?:json|ya?ml)$/.test(path)) return readData(path, diagnostics);
  if (!isCode(path)) {
    throw new Error(
      "the name of a configuration must end in .ts, .mts, .js, .mjs, .json, .yaml or .yml",
    );
  }
  return check(await importConfig(path), path, undefined, diagnostics);
}

const howToExport = "write `export default defineConfig({ … })`";

async function importConfig(path: string): Promise<unknown> {
  const value = await importModule(path).catch((error: unknown) => {
    if (!(error instanceof NoDefaultExportError)) throw error;
    throw new Error(`${error.message}; ${howToExport}`, { cause: error });
  });
  if (typeof value === "function") {
    throw new Error(`its default export is a function; ${howToExport}`);
  }
  if (value === undefined || value === null) {
    throw new Error(`its default export is ${String(value)}; ${howToExport}`);
  }
  return value;
}

async function readData(path: string, diagnostics: Diagnostics): Promise<ConfigFile | undefined> {
  const file = decodeSource(path, await readFile(path), diagnostics);
  const [document, second] = file === undefined ? [] : await readDocuments(file, diagnostics);
  diagnostics.refuse("source/duplicate-key");
  if (second !== undefined) {
    const place: Place = { document: second, path: [], part: "value" };
    const reason = "a configuration has only one document, and this is a second one";
    diagnostics.report("config/invalid", place, { at: path, reason });
  }
  if (diagnostics.hasErrors) return undefined;
  if (document === undefined) return { path, config: {}, faulty: [], document };
  return check(document.value, path, document, diagnostics);
}

function check(
  value: unknown,
  path: string,
  document: SourceDocument | undefined,
  diagnostics: Diagnostics,
): ConfigFile {
  const parsed = configSchema.safeParse(value);
  if (parsed.success) return { path, config: parsed.data, faulty: [], document };
  for (const { at, part, reason, help } of parsed.error.issues.flatMap(faultsOf)) {
    const place: Place | undefined = document && { document, path: at, part };
    const where = at.length === 0 ? path : `${path}: ${pathText(at)}`;
    diagnostics.report("config/invalid", place, { at: where, reason }, { help, path });
  }
  return { path, ...goodOptions(value), document };
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
  return issue.keys.map((key) => ({ at: [...at, key], part: "key", ...unknownKey(at, key) }));
}

/** Options that belong to a single call. */
const flagsOnly: ReadonlySet<string> = new Set([
  "check",
  "config",
  "format",
  "quiet",
  "color",
  "verbose",
  "watch",
  "workers",
]);

/** Explains a key that is unknown here. Outputs take fewer keys than the whole configuration. */
function unknownKey(at: Path, key: string): Pick<Fault, "reason" | "help"> {
  const isInOutput = at[0] === "outputs";
  if ((at.length === 0 || isInOutput) && flagsOnly.has(key)) {
    return { reason: "can be set only on the command line" };
  }
  if (isInOutput && Object.hasOwn(configSchema.shape, key)) {
    return { reason: "can be set only for all outputs together", help: "move it out of `outputs`" };
  }
  const names = Object.keys(schemaAt(at).shape);
  const similar = similarName(names, key);
  const meant =
    similar === undefined
      ? `the options here are ${names.join(", ")}`
      : `did you mean "${similar}"?`;
  return { reason: "there is no such option", help: meant };
}

function schemaAt(at: Path): { readonly shape: object } {
  const [option, index] = at;
  if (option === "lint") return lintSchema;
  if (option === "diff") return index === "renames" ? renameSchema : diffSchema;
  return option === "outputs" ? outputSchema : configSchema;
}

/** An option, or one of `lint`. */
export type OptionPath = readonly [name: string] | readonly ["lint", string];

/** The good part of a file, which can so be judged beside the file's faults. */
interface GoodOptions {
  readonly config: ParsedConfig;
  /** The options whose values are no good: nobody knows what was meant. */
  readonly faulty: readonly OptionPath[];
}

/** Takes a configuration apart that has faults. Names that no option has are left out. */
function goodOptions(value: unknown): GoodOptions {
  if (!isObject(value)) return { config: {}, faulty: [] };
  const { lint, outputs, ...others } = value;
  const whole = goodFields(configSchema.shape, others);
  const ofLint = isObject(lint) ? goodFields(lintSchema.shape, lint) : { good: {}, faulty: [] };
  const folders = foldersOf(outputs);
  const config = { ...whole.good, lint: ofLint.good, ...(folders && { outputs: folders }) };
  return {
    config: config as ParsedConfig, // each field passed its own schema
    faulty: [
      ...whole.faulty.map((name): OptionPath => [name]),
      ...ofLint.faulty.map((name): OptionPath => ["lint", name]),
      ...(outputs === undefined || folders !== undefined ? [] : [["outputs"] as const]),
    ],
  };
}

interface FieldSchema {
  safeParse(value: unknown): { readonly success: boolean; readonly data?: unknown };
}

function goodFields(
  shape: Readonly<Record<string, FieldSchema>>,
  value: Readonly<Record<string, unknown>>,
): { readonly good: Record<string, unknown>; readonly faulty: readonly string[] } {
  const good: Record<string, unknown> = {};
  const faulty: string[] = [];
  for (const [name, schema] of Object.entries(shape)) {
    if (value[name] === undefined) continue;
    const parsed = schema.safeParse(value[name]);
    if (parsed.success) good[name] = parsed.data;
    else faulty.push(name);
  }
  return { good, faulty };
}

/** Only the folders of outputs have to do with one another. */
function foldersOf(outputs: unknown): readonly { readonly out: string }[] | undefined {
  if (!Array.isArray(outputs)) return undefined;
  const folders = outputs.map((output: unknown) => (isObject(output) ? output["out"] : undefined));
  if (folders.length === 0 || !folders.every(isName)) return undefined;
  return folders.map((out) => ({ out }));
}

function isName(folder: unknown): folder is string {
  return typeof folder === "string" && folder !== "";
}
