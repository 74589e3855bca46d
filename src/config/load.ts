import { readFile, rm, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Diagnostics, Place } from "../diagnostics/diagnostics.js";
import type { SourceDocument } from "../source/document.js";
import { readDocuments } from "../source/read.js";
import type { Config } from "./schema.js";
import { configSchema } from "./schema.js";

/**
 * Reads the configuration at `path`. Faults of its content are diagnostics, with their place where the file is YAML or
 * JSON.
 *
 * @returns `undefined` where the configuration has faults
 */
export async function loadConfig(
  path: string,
  diagnostics: Diagnostics,
): Promise<Config | undefined> {
  return /\.(?:json|ya?ml)$/.test(path)
    ? readData(path, diagnostics)
    : check(await importConfig(path), path, undefined, diagnostics);
}

async function readData(path: string, diagnostics: Diagnostics): Promise<Config | undefined> {
  const file = { path, text: await readFile(path, "utf8") };
  const before = diagnostics.list.length;
  const [document] = await readDocuments(file, diagnostics);
  if (diagnostics.list.length > before) return undefined;
  return document === undefined ? {} : check(document.value, path, document, diagnostics);
}

function check(
  value: unknown,
  path: string,
  document: SourceDocument | undefined,
  diagnostics: Diagnostics,
): Config | undefined {
  const parsed = configSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    const steps = issue.path.map((step) => (typeof step === "number" ? step : String(step)));
    const place: Place | undefined =
      document === undefined ? undefined : { document, path: steps, part: "value" };
    const at = steps.length === 0 ? path : `${path}: ${steps.join(".")}`;
    diagnostics.report("config/invalid", place, { at, reason: issue.message });
  }
  return undefined;
}

/** The default export of a module. TypeScript is stripped first, since Node 20 does not do so itself. */
async function importConfig(path: string): Promise<unknown> {
  const full = resolve(path);
  if (!/\.m?ts$/.test(path)) return defaultOf(await import(pathToFileURL(full).href));
  const { ts } = await import("ts-morph");
  const { outputText } = ts.transpileModule(await readFile(full, "utf8"), {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  // Beside the original, so that its imports resolve.
  const stripped = full.replace(/\.m?ts$/, ".crdgen-stripped.mjs");
  try {
    await writeFile(stripped, outputText);
    return defaultOf(await import(pathToFileURL(stripped).href));
  } finally {
    await rm(stripped, { force: true });
  }
}

function defaultOf(module: unknown): unknown {
  return (module as { readonly default?: unknown }).default; // a module namespace
}
