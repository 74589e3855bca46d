import { isObject } from "../../runtime/v1/values/json/json.js";
import type { ParsedConfig } from "./schema.js";
import { configSchema, lintSchema } from "./schema.js";

/** An option, or one of `lint`. */
export type OptionPath = readonly [name: string] | readonly ["lint", string];

/** What a file says as far as it is good, so that this can be judged beside its faults. */
export interface GoodOptions {
  readonly config: ParsedConfig;
  /** The options whose values are no good: nobody knows what was meant. */
  readonly faulty: readonly OptionPath[];
}

/** Takes a configuration apart that has faults. Names that no option has are left out. */
export function goodOptions(value: unknown): GoodOptions {
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
