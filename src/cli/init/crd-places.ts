import { posix } from "node:path";
import { findInputs } from "../find-inputs.js";
import type { Host } from "../host.js";
import { UsageError } from "../usage-error.js";

/**
 * Where projects keep their CRDs, the likeliest first: those of controller-gen before what
 * kustomize adds to them.
 */
const usualFolders = [
  "config/crd/bases",
  "config/crd",
  "config/crds",
  "crds",
  "crd",
  "deploy/crds",
  "deploy/crd",
  "manifests/crds",
  "package/crds",
];

/** Folders of Helm charts, each of which may have `crds`. */
const chartFolders = ["charts", "helm", "deploy/charts", "deploy/helm"];

/** Reading more would take longer than naming the place. */
const mostFiles = 2_000;

/**
 * Finds the CRDs of a project: in the first of the usual folders that holds one, else in the
 * charts, else anywhere.
 *
 * @returns paths relative to the folder; at least one
 * @throws UsageError where there are none
 */
export async function findCrdPlaces(folder: string, host: Host): Promise<readonly string[]> {
  for (const place of usualFolders) {
    if (await holdsCrd(posix.join(folder, place), host)) return [place];
  }
  const places = [...(await crdsOfCharts(folder, host))];
  if (places.length === 0) places.push(...(await placesAnywhere(folder, host)));
  if (places.length > 0) return places;
  throw new UsageError(
    `no CustomResourceDefinition below '${folder}'; name the CRDs with --crd, such as --crd ../operator/config/crd or --crd cluster`,
  );
}

async function crdsOfCharts(folder: string, host: Host): Promise<readonly string[]> {
  const candidates = ["chart/crds", "helm/crds"];
  for (const charts of chartFolders) {
    const path = posix.join(folder, charts);
    if ((await host.kindOf(path)) !== "folder") continue;
    const entries = await host.list(path);
    const names = entries.filter(({ kind }) => kind === "folder").map(({ name }) => name);
    candidates.push(...names.map((name) => `${charts}/${name}/crds`));
  }
  const found: string[] = [];
  for (const place of new Set(candidates)) {
    if (await holdsCrd(posix.join(folder, place), host)) found.push(place);
  }
  return found;
}

/**
 * The folders of files with CRDs, without those within another; of the project's own folder the
 * files themselves.
 */
async function placesAnywhere(folder: string, host: Host): Promise<readonly string[]> {
  const places = new Set<string>();
  for (const input of (await inputsBelow(folder, host)).slice(0, mostFiles)) {
    if (!isCrd(await input.read())) continue;
    const file = posix.relative(folder, input.path);
    places.add(file.includes("/") ? posix.dirname(file) : file);
  }
  const sorted = [...places].sort();
  return sorted.filter((place) => !sorted.some((other) => place.startsWith(`${other}/`)));
}

async function holdsCrd(folder: string, host: Host): Promise<boolean> {
  for (const input of (await inputsBelow(folder, host)).slice(0, mostFiles)) {
    if (isCrd(await input.read())) return true;
  }
  return false;
}

async function inputsBelow(folder: string, host: Host): ReturnType<typeof findInputs> {
  return (await host.kindOf(folder)) === "folder" ? findInputs([folder], host) : [];
}

/** Templates have to be rendered first; there is no use in naming them. */
function isCrd(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString("utf8");
  return /\bkind"?:\s*["']?CustomResourceDefinition\b/.test(text) && !text.includes("{{");
}
