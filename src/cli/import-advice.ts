import { dirname, join, resolve } from "node:path";
import type { Json, JsonObject } from "../runtime/v1/values/json/json.js";
import { isObject } from "../runtime/v1/values/json/json.js";
import type { Host } from "./host.js";

/**
 * Looks beside and above the output folder for a tool that does not find TypeScript files under
 * `.js` paths. Gives what to tell the user, or `undefined` where such paths work or nothing is
 * certain.
 */
export async function adviseImports(out: string, host: Host): Promise<string | undefined> {
  const project = await findProject(out, host);
  if (project === undefined) return undefined;
  const found = (await denoOf(project, host)) ?? (await nodeOf(project, host));
  if (found === undefined) return undefined;
  const { tool, extension } = found;
  return `${tool} does not find TypeScript files under .js paths: generate with --import-extension ${extension} (or with .js, if that works here)`;
}

interface Finding {
  /** The tool that does not find the files. */
  readonly tool: string;
  readonly extension: ".ts" | "none";
}

/**
 * The files that say with which tools the output is used; those of one folder, but for the nearest
 * `tsconfig.json`.
 */
interface ProjectFiles {
  readonly folder: string;
  readonly deno: string | undefined;
  readonly manifest: string | undefined;
  readonly tsconfig: string | undefined;
}

async function findProject(out: string, host: Host): Promise<ProjectFiles | undefined> {
  let tsconfig: string | undefined;
  for (let folder = resolve(out); ; folder = dirname(folder)) {
    tsconfig ??= await firstFile(folder, ["tsconfig.json"], host);
    const deno = await firstFile(folder, ["deno.json", "deno.jsonc"], host);
    const manifest = await firstFile(folder, ["package.json"], host);
    if (deno !== undefined || manifest !== undefined) return { folder, deno, manifest, tsconfig };
    if (folder === dirname(folder) || (await isThere(join(folder, ".git"), host))) return undefined;
  }
}

/** A project that is Node's as well may be run by either. */
async function denoOf(project: ProjectFiles, host: Host): Promise<Finding | undefined> {
  const { deno, manifest, tsconfig } = project;
  if (deno === undefined || manifest !== undefined || tsconfig !== undefined) return undefined;
  const config = await readJson(deno, host);
  if (config === undefined || JSON.stringify(config["unstable"] ?? []).includes("sloppy-imports")) {
    return undefined;
  }
  return { tool: "Deno", extension: ".ts" };
}

async function nodeOf(project: ProjectFiles, host: Host): Promise<Finding | undefined> {
  const { manifest, tsconfig } = project;
  if (manifest === undefined || tsconfig === undefined) return undefined;
  const options = await compilerOptions(tsconfig, host);
  if (options === undefined) return undefined;
  if (options["rewriteRelativeImportExtensions"] === true) {
    return { tool: "Node without a compiler", extension: ".ts" };
  }
  const config = await readJson(manifest, host);
  // Node's own modules need whole paths once they are compiled.
  if (config === undefined || config["type"] === "module" || needsWholePaths(options)) {
    return undefined;
  }
  const tool = await resolverOf(project, config, host);
  return tool === undefined ? undefined : { tool, extension: "none" };
}

function needsWholePaths(options: JsonObject): boolean {
  return ["module", "moduleResolution"].some((name) =>
    /^node(?!$|10$)/i.test(String(options[name])),
  );
}

/**
 * A package that resolves imports in its own way, and is not told here how to find TypeScript
 * files.
 */
async function resolverOf(
  { folder }: ProjectFiles,
  manifest: JsonObject,
  host: Host,
): Promise<string | undefined> {
  const packages = {
    ...objectOf(manifest["devDependencies"]),
    ...objectOf(manifest["dependencies"]),
  };
  for (const [name, tool, named, setting] of resolvers) {
    if (!Object.hasOwn(packages, name)) continue;
    const files = ["js", "cjs", "mjs", "ts"].map((ending) => `${tool}.config.${ending}`);
    const file = await firstFile(folder, files, host);
    const text = file === undefined ? ownPart(manifest, tool) : await readText(file, host);
    // A configuration that lies elsewhere may say what it likes.
    if (text !== undefined && !setting.test(text)) return named;
  }
  return undefined;
}

function ownPart(manifest: JsonObject, tool: string): string | undefined {
  return manifest[tool] === undefined ? undefined : JSON.stringify(manifest[tool]);
}

// A package, the tool whose configuration counts, what the two are called, and the settings there
// that lead from .js to .ts.
const resolvers = [
  ["ts-loader", "webpack", "webpack with ts-loader", /extensionAlias|resolve-typescript-plugin/],
  ["ts-jest", "jest", "Jest with ts-jest", /moduleNameMapper|resolver|preset\W+(?!ts-jest)\w/],
] as const;

/**
 * The options of a `tsconfig.json` with those that it extends; `undefined` if they cannot all be
 * read. What stands in a package is not looked for.
 */
async function compilerOptions(
  path: string,
  host: Host,
  depth = 0,
): Promise<JsonObject | undefined> {
  const config = depth > 9 ? undefined : await readJson(path, host);
  if (config === undefined) return undefined;
  let options: JsonObject = {};
  for (const base of [config["extends"] ?? []].flat()) {
    if (typeof base !== "string" || !/^\.{0,2}\//.test(base)) return undefined;
    const file = resolve(dirname(path), base.endsWith(".json") ? base : `${base}.json`);
    const inherited = await compilerOptions(file, host, depth + 1);
    if (inherited === undefined) return undefined;
    options = { ...options, ...inherited };
  }
  return { ...options, ...objectOf(config["compilerOptions"]) };
}

function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

async function firstFile(
  folder: string,
  names: readonly string[],
  host: Host,
): Promise<string | undefined> {
  for (const name of names) {
    const path = join(folder, name);
    if (await isThere(path, host)) return path;
  }
  return undefined;
}

async function isThere(path: string, host: Host): Promise<boolean> {
  try {
    return (await host.kindOf(path)) !== undefined;
  } catch {
    // A folder that may not be looked into tells nothing.
    return false;
  }
}

/**
 * JSON with comments and trailing commas, as these tools take it; `undefined` where there is no
 * object.
 */
async function readJson(path: string, host: Host): Promise<JsonObject | undefined> {
  try {
    const text = (await readText(path, host)) ?? "";
    const value: unknown = JSON.parse(text.replace(comments, "$1").replace(lastCommas, "$1"));
    return isObject(value) ? value : undefined;
  } catch {
    // Its own tool tells what is wrong with it.
    return undefined;
  }
}

async function readText(path: string, host: Host): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await host.readFile(path));
  } catch {
    return undefined;
  }
}

const comments = /("(?:\\.|[^"\\])*")|\/\/.*|\/\*[^]*?\*\//g;
const lastCommas = /("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g;
