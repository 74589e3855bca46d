import { createQuietLinter } from "../../src/codegen/pipeline/crd-linter.js";
import { Diagnostics } from "../../src/crd/diagnostics/diagnostics.js";
import { readResource } from "../../src/crd/frontend/read-resource.js";
import type { Resource, Version } from "../../src/crd/ir/resource.js";
import { readDocuments } from "../../src/crd/source/read.js";
import type { JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import { newestMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import type { Change } from "../../src/tools/diff/change.js";
import { diffResources } from "../../src/tools/diff/diff-resources.js";
import { asCrd } from "./corpus-crds.js";
import type { CorpusCrd } from "./corpus.js";
import { readCorpusIndex } from "./corpus.js";
import { mutateCrd } from "./mutate-crd.js";
import { Random } from "./random.js";
import { readShared } from "./shared.js";
import { tweakCrd } from "./tweak-crd.js";

let index: readonly CorpusCrd[] | undefined;

/** Small enough that a comparison by hundreds of objects takes no time. */
function smallCrds(): readonly CorpusCrd[] {
  index ??= readCorpusIndex().filter(
    ({ file }) => readShared("corpus", "crds", file).length < 60_000,
  );
  return index;
}

async function crdOf(file: string): Promise<JsonObject> {
  const text = readShared("corpus", "crds", file);
  const [document] = await readDocuments({ path: file, text }, new Diagnostics());
  const value = structuredClone(document?.value ?? null);
  return isObject(value) ? value : {};
}

/** Two CRDs, and what the comparison says of them. */
export interface Mutated {
  readonly old: Resource;
  readonly now: Resource;
  readonly changes: readonly Change[];
  readonly mutations: readonly unknown[];
}

/** A CRD of the corpus and a mutant of it, both of which a server takes. */
export async function mutated(seed: number): Promise<Mutated | undefined> {
  const random = new Random(seed);
  const raw = await crdOf(random.pick(smallCrds()).file);
  const copy = structuredClone(raw);
  const mutations = random.chance(0.25) ? mutateCrd(copy, random) : tweakCrd(copy, random);
  const linter = createQuietLinter(newestMinor);
  const [old, now] = [asCrd(raw), asCrd(copy)];
  for (const crd of [old, now]) {
    const { diagnostics } = await linter.lint(crd);
    if (diagnostics.some(({ severity }) => severity === "error")) return undefined;
  }
  const resources = [readResource(old, linter.table), readResource(now, linter.table)] as const;
  const { changes } = diffResources([resources[0]], [resources[1]], linter.table, newestMinor);
  return { old: resources[0], now: resources[1], changes, mutations };
}

/** The versions of both CRDs, of one name, whose schemas or scales differ. */
export function versionPairs({ old, now }: Mutated): readonly (readonly [Version, Version])[] {
  return old.versions.flatMap((version) => {
    const other = now.versions.find(({ name }) => name === version.name);
    const isSame = other?.schema === version.schema && other?.scale === version.scale;
    return other === undefined || isSame ? [] : [[version, other] as const];
  });
}
