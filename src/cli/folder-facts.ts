import { basename, dirname, join, relative, resolve, sep } from "node:path";
import {
  assertedFiles,
  crdPatches,
  isCrdPatch,
  kustomizationRoles,
} from "../codegen/pipeline/manifests/kustomization-roles.js";
import { Diagnostics } from "../crd/diagnostics/diagnostics.js";
import { decodeSource } from "../crd/source/decode.js";
import { readDocuments } from "../crd/source/read.js";
import type { FilePlace, KustomizeRole } from "../crd/source/source-file.js";
import type { Json } from "../runtime/v1/values/json/json.js";
import type { Entry, Host } from "./host.js";

/**
 * What is known of a folder that is walked through, from the files in it and in the folders around
 * it.
 */
export interface FolderFacts {
  /**
   * What the nearest chainsaw test compares with the cluster, as absolute paths; undefined where
   * there is no test.
   */
  readonly chainsaw: ReadonlySet<string> | undefined;
  /** The folder of the Helm chart that it is part of, as an absolute path. */
  readonly chart: string | undefined;
  /** What kustomizations take files for, by absolute paths. */
  readonly roles: ReadonlyMap<string, KustomizeRole>;
  /** The kustomizations that patch CRDs, by the absolute paths of their resources. */
  readonly patching: ReadonlyMap<string, string>;
}

const nothing: FolderFacts = {
  chainsaw: undefined,
  chart: undefined,
  roles: new Map(),
  patching: new Map(),
};

/** The names that kustomize looks for, in its order. */
const kustomizations = ["kustomization.yaml", "kustomization.yml", "Kustomization"];

const chainsawTests = ["chainsaw-test.yaml", "chainsaw-test.yml"];

/**
 * What the folders around a folder say of it: those that its path goes through, and those between
 * it and the working folder. A kustomization may only name files below its folder, so that nothing
 * else can.
 */
export async function factsAround(folder: string, host: Host): Promise<FolderFacts> {
  let facts = nothing;
  for (const outer of foldersAround(resolve(folder))) {
    const names = ["Chart.yaml", ...chainsawTests, ...kustomizations];
    const kinds = await Promise.all(names.map((name) => host.kindOf(join(outer, name))));
    const entries = names
      .filter((_, index) => kinds[index] === "file")
      .map((name): Entry => ({ name, kind: "file" }));
    facts = await factsOf(shownPath(outer), entries, facts, host);
  }
  return facts;
}

/** As the command line would name a folder. */
function shownPath(folder: string): string {
  const path = relative(resolve("."), folder);
  return path.startsWith("..") ? folder : path || ".";
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
  const test = chainsawTests.find((name) => files.has(name));
  const chainsaw = test === undefined ? around.chainsaw : await readTest(folder, test, host);
  const kustomization = kustomizations.find((name) => files.has(name));
  if (kustomization === undefined) return { ...around, chart, chainsaw };
  return { ...(await withKustomization(folder, kustomization, around, host)), chart, chainsaw };
}

async function withKustomization(
  folder: string,
  name: string,
  around: FolderFacts,
  host: Host,
): Promise<FolderFacts> {
  const path = join(folder, name);
  const value = await readFirst(path, host);
  const roles = new Map(around.roles);
  const patching = new Map(around.patching);
  const isPatching = await patchesCrds(folder, value, host);
  for (const [named, role] of kustomizationRoles(value)) {
    const file = resolve(folder, named);
    if (roles.get(file) !== "resource") roles.set(file, role);
    if (role === "resource" && isPatching) patching.set(file, path);
  }
  return { ...around, roles, patching };
}

async function patchesCrds(folder: string, value: Json, host: Host): Promise<boolean> {
  const { isSure, paths } = crdPatches(value);
  if (isSure) return true;
  const texts = await Promise.all(paths.map((path) => readText(join(folder, path), host)));
  return texts.some(isCrdPatch);
}

async function readTest(folder: string, name: string, host: Host): Promise<ReadonlySet<string>> {
  const asserted = assertedFiles(await readFirst(join(folder, name), host));
  return new Set([...asserted].map((path) => resolve(folder, path)));
}

/** Nothing of a file that cannot be read: whoever judges it will say so. */
async function readFirst(path: string, host: Host): Promise<Json> {
  const text = await readText(path, host);
  const [document] = await readDocuments({ path, text }, new Diagnostics());
  return document?.value ?? null;
}

async function readText(path: string, host: Host): Promise<string> {
  const bytes = await host.readFile(path).catch(() => new Uint8Array());
  return decodeSource(path, bytes, new Diagnostics())?.text ?? "";
}

/** What is known of a file in a folder with these facts. */
export function placeOf(path: string, facts: FolderFacts): FilePlace {
  const file = resolve(path);
  const { chainsaw } = facts;
  return {
    kustomize: facts.roles.get(file),
    patchedBy: facts.patching.get(file),
    inPatches: basename(dirname(file)) === "patches",
    chainsaw: chainsaw && (chainsaw.has(file) ? "asserted" : "near"),
    chart: placeInChart(facts.chart, file),
  };
}

function placeInChart(chart: string | undefined, file: string): FilePlace["chart"] {
  if (chart === undefined) return undefined;
  return relative(chart, file).split(sep)[0] === "templates" ? "templates" : "elsewhere";
}
