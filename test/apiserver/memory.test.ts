import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import type { JsonObject } from "../../src/runtime/v1/json/json.js";
import { Random } from "../support/random.js";
import { hasShared } from "../support/shared.js";
import { chooseCorpusCases } from "./corpus.js";
import type { RandomTarget } from "./memory-random.js";
import { nameOf, randomRequests } from "./memory-random.js";
import { cronTabScenarios } from "./memory-scenarios.js";
import { sampleObject } from "./sample-objects.js";
import type { CrdObject } from "./server.js";
import { describeApiServer, installCrd } from "./server.js";
import type { TwinRequest } from "./two-servers.js";
import { memoryTwin, Twin } from "./two-servers.js";

const seed = Number(process.env["MEMORY_FUZZ_SEED"] ?? 1);
/** Requests for each version of each resource. */
const count = Number(process.env["MEMORY_FUZZ_COUNT"] ?? 60);
const corpusCount = 8;

/** What differs, and why that is as it should be. */
const expectedDifferences: readonly { readonly fits: (request: TwinRequest) => boolean }[] = [];

const sampleNames = [
  "cluster-scope", "crontab", "crontab-versions", "either-or", "embedded-resource", "hostile-names", "int-or-string",
  "lists", "maps", "null-and-default", "rules", "unknown-fields", "well-known",
]; // prettier-ignore

interface FullCrd {
  readonly metadata: CrdObject["metadata"];
  readonly spec: {
    readonly group: string;
    readonly scope: string;
    readonly names: { readonly plural: string; readonly kind: string };
    readonly conversion?: { readonly strategy: string };
    readonly versions: readonly {
      readonly name: string;
      readonly served: boolean;
      readonly schema?: { readonly openAPIV3Schema?: JsonObject };
    }[];
  };
}

function sampleCrd(name: string): FullCrd {
  const path = join(import.meta.dirname, "../../generated-samples", name, "crd.yaml");
  return parse(readFileSync(path, "utf8")) as FullCrd; // a sample
}

function targetsOf(
  { spec }: FullCrd,
  object: JsonObject,
  version?: string,
): readonly RandomTarget[] {
  const place = spec.scope === "Namespaced" ? "/namespaces/random" : "";
  return spec.versions
    .filter(({ name, served }) => served && (version === undefined || name === version))
    .map(({ name, schema }) => ({
      collection: `/apis/${spec.group}/${name}${place}/${spec.names.plural}`,
      object: { ...object, apiVersion: `${spec.group}/${name}` },
      schema: schema?.openAPIV3Schema ?? {},
    }));
}

describeApiServer("the API server in memory and a real one", (server) => {
  let real: Twin;
  let memory: Twin;
  const targets: RandomTarget[] = [];
  beforeAll(async () => {
    const samples = sampleNames
      .map(sampleCrd)
      .filter(({ spec }) => spec.conversion?.strategy !== "Webhook");
    const cases = hasShared ? chooseCorpusCases(corpusCount, `memory-${seed}`) : [];
    const corpus = cases.map(({ crd }) => crd as FullCrd); // of the corpus
    for (const crd of [...samples, ...corpus]) await installCrd(server(), crd);
    for (const crd of samples) {
      const { group, names, versions } = crd.spec;
      const object = sampleObject(group, versions[0]?.name ?? "", names.kind);
      targets.push(...targetsOf(crd, object as unknown as JsonObject)); // a sample
    }
    for (const { crd, object, version } of cases) {
      targets.push(...targetsOf(crd as FullCrd, object as unknown as JsonObject, version)); // as above
    }
    real = new Twin(server().transport);
    memory = new Twin(await memoryTwin([...samples, ...corpus]));
    // The server makes the first create of a resource wait.
    await new Promise((resolve) => setTimeout(resolve, 2000));
  });

  async function differences(requests: Iterable<TwinRequest>): Promise<readonly unknown[]> {
    const found: unknown[] = [];
    let sent = 0;
    for (const request of requests) {
      let theirs = await real.ask(request);
      const ours: unknown = await memory
        .ask(request)
        .catch((error: unknown) => (error instanceof Error ? error.stack : error));
      sent++;
      if (expectedDifferences.some(({ fits }) => fits(request))) continue;
      if (isDeepStrictEqual(ours, theirs)) continue;
      // A list that must be no older than a version may come from a cache that lags behind.
      if (request.method === "GET") {
        await new Promise((resolve) => setTimeout(resolve, 300));
        theirs = await real.ask(request);
      }
      if (!isDeepStrictEqual(ours, theirs)) found.push({ request, theirs, ours });
    }
    console.log(`${sent} requests, ${found.length} differences (seed ${seed})`);
    return found;
  }

  it("answer the requests of a scenario alike", async () => {
    expect(await differences(cronTabScenarios())).toEqual([]);
  });

  it("answer requests by chance alike", async () => {
    const random = new Random(seed);
    const requests = targets.flatMap((target) => [
      ...randomRequests(target, random, count),
      { method: "GET", path: target.collection },
      {
        method: "GET",
        path: `${target.collection}?watch=1&timeoutSeconds=1&resourceVersion=$rv(${nameOf(target)}1)`,
      },
      { method: "DELETE", path: target.collection },
    ]);
    expect(await differences(requests)).toEqual([]);
  });
});
