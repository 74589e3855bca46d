import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { Diagnostics } from "../diagnostics/diagnostics.js";
import { kustomizationRoles } from "../pipeline/manifests/kustomization-roles.js";
import { decodeSource } from "../source/decode.js";
import { readDocuments } from "../source/read.js";
import type { FilePlace, KustomizeRole } from "../source/source-file.js";
import type { Entry, Host } from "./host.js";

/**
 * What is known of a folder that is walked through, from the files in it and in the folders around
 * it.
 */
export interface FolderFacts {
  /** The folder of the Helm chart that it is part of, as an absolute path. */
  readonly chart: string | undefined;
  /** What kustomizations take files for, by absolute paths. */
  readonly roles: ReadonlyMap<string, KustomizeRole>;
}

const nothing: FolderFacts = { chart: undefined, roles: new Map() };

/** The names that kustomize looks for, in its order. */
const kustomizations = ["kustomization.yaml", "kustomization.yml", "Kustomization"];

/**
 * What the folders around a folder say of it: those that its path goes through, and those between
 * it and the working folder. A kustomization may only name files below its folder, so that nothing
 * else can.
 */
export async function factsAround(folder: string, host: Host): Promise<FolderFacts> {
  let facts = nothing;
  for (const outer of foldersAround(resolve(folder))) {
    const names = ["Chart.yaml", ...kustomizations];
    const kinds = await Promise.all(names.map((name) => host.kindOf(join(outer, name))));
    const entries = names
      .filter((_, index) => kinds[index] === "file")
      .map((name): Entry => ({ name, kind: "file" }));
    facts = await factsOf(outer, entries, facts, host);
  }
  return facts;
}

/**
 * From the outermost on: within the working folder, or from the root where the folder lies outside
 * of it.
 */
function foldersAround(folder: string): readonly string[] {
  const isInside = `${folder}${sep}`.startsWith(`${resolve(".")}${sep}`);
  const outermost = isInside ? resolve(".") : resolve("/");
  const found: string[] = [];
  for (let at = folder; at !== outermost && at !== dirname(at);) {
    at = dirname(at);
    found.unshift(at);
  }
  return found;
}

/** What is known of a folder with these entries, beside what the folders around it say. */
export async function factsOf(
  folder: string,
  entries: readonly Entry[],
  around: FolderFacts,
  host: Host,
): Promise<FolderFacts> {
  const files = new Set(entries.filter(({ kind }) => kind === "file").map(({ name }) => name));
  const chart = files.has("Chart.yaml") ? resolve(folder) : around.chart;
  const kustomization = kustomizations.find((name) => files.has(name));
  if (kustomization === undefined) return { chart, roles: around.roles };
  const roles = new Map(around.roles);
  for (const [path, role] of await readRoles(join(folder, kustomization), host)) {
    const file = resolve(folder, path);
    if (roles.get(file) !== "resource") roles.set(file, role);
  }
  return { chart, roles };
}

/** Nothing of a kustomization that cannot be read: whoever judges its files will say so. */
async function readRoles(path: string, host: Host): Promise<ReadonlyMap<string, KustomizeRole>> {
  const unheard = new Diagnostics();
  const bytes = await host.readFile(path).catch(() => new Uint8Array());
  const source = decodeSource(path, bytes, unheard);
  const [document] = source === undefined ? [] : await readDocuments(source, unheard);
  return kustomizationRoles(document?.value ?? null);
}

/** What is known of a file in a folder with these facts. */
export function placeOf(path: string, { chart, roles }: FolderFacts): FilePlace {
  const file = resolve(path);
  const inPatches = basename(dirname(file)) === "patches";
  return { kustomize: roles.get(file), inPatches, chart: placeInChart(chart, file) };
}

function placeInChart(chart: string | undefined, file: string): FilePlace["chart"] {
  if (chart === undefined) return undefined;
  return relative(chart, file).split(sep)[0] === "templates" ? "templates" : "elsewhere";
}
