import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import type { JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { Random } from "../support/random.js";
import { isWhole } from "../support/scope.js";
import { hasShared } from "../support/shared.js";
import { chooseCorpusCases, oddest } from "./corpus.js";
import { badInputScenarios } from "./memory-bad-input.js";
import type { RandomTarget } from "./memory-random.js";
import { namesOf, randomRequests } from "./memory-random.js";
import { cronTabScenarios } from "./memory-scenarios.js";
import { sampleObject } from "./sample-objects.js";
import type { CrdObject } from "./server.js";
import { describeApiServer, installCrd } from "./server.js";
import type { MaskedAnswer, TwinRequest } from "./two-servers.js";
import { memoryTwin, Twin } from "./two-servers.js";

const seed = Number(process.env["MEMORY_FUZZ_SEED"] ?? 1);
/** Requests for each version of each resource. */
const count = Number(process.env["MEMORY_FUZZ_COUNT"] ?? (isWhole ? 60 : 40));
const corpusCount = isWhole ? 20 : 8;
/** A file to which differences are added, as lines of JSON. */
const report = process.env["MEMORY_FUZZ_REPORT"];

interface ExpectedDifference {
  readonly reason: string;
  /** Asked only where answers differ; an answer is text where a server broke the connection. */
  readonly fits: (request: TwinRequest, theirs: unknown, ours: unknown) => boolean;
  /** Which depends on chance or on time, so that a run need not meet it. */
  readonly byChance?: true;
}

/** What differs, and why that is as it should be. */
const expectedDifferences: readonly ExpectedDifference[] = [
  {
    reason: "there is no Protocol Buffers: answers come in JSON",
    fits: ({ accept }) => accept === "application/vnd.kubernetes.protobuf",
  },
  {
    reason: "the server panics, and breaks the connection",
    fits: ({ type }) => type === "application/vnd.kubernetes.protobuf",
  },
  {
    reason: "the index of paths, which tells what a binary was made with",
    fits: ({ path }) => path === "/nothing",
  },
  {
    reason: "the aggregator of a whole cluster answers here",
    fits: ({ path }) => path === "/apis/",
  },
  {
    reason: "a patch of an object just deleted, which the watch cache has still, keeps warnings",
    fits: ({ method }, theirs, ours) =>
      method === "PATCH" &&
      isAnswer(theirs) &&
      isAnswer(ours) &&
      theirs.code === 404 &&
      isDeepStrictEqual({ ...theirs, warnings: [] }, ours),
    byChance: true,
  },
  {
    reason: "keys of a list map in errors of apply come in the order of a map of Go, which is any",
    fits: ({ type }, theirs, ours) =>
      type === "application/apply-patch+yaml" &&
      isAnswer(theirs) &&
      theirs.code === 500 &&
      lettersOf(theirs) === lettersOf(ours),
    byChance: true,
  },
  {
    reason: "of several embedded resources at fault, the one that a map of Go has first is named",
    fits: ({ method, type }, theirs, ours) =>
      method === "PATCH" &&
      type === "application/json-patch+json" &&
      isAnswer(theirs) &&
      isAnswer(ours) &&
      theirs.code === 422 &&
      isDeepStrictEqual(withoutEmbeddedFault(theirs), withoutEmbeddedFault(ours)),
    byChance: true,
  },
];

/** An answer, with no more of an embedded resource's fault than that there is one. */
function withoutEmbeddedFault({ body, ...answer }: MaskedAnswer): unknown {
  const { message, details, ...others } = Object(body) as { message?: unknown; details?: unknown }; // a Status
  const fault = /: Invalid value: "<patched>": \S+\.(?:metadata|kind|apiVersion): /;
  return { ...answer, ...others, isFault: details !== undefined && fault.test(String(message)) };
}

function isAnswer(value: unknown): value is MaskedAnswer {
  return typeof value === "object" && value !== null && "code" in value;
}

/** The characters of an answer, sorted. */
function lettersOf(answer: unknown): string {
  return Array.from(JSON.stringify(answer)).sort().join("");
}

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

/** Said of a server that does not answer within ten seconds. */
function silence(): Promise<string> {
  return new Promise((resolve) => {
    setTimeout(resolve, 10_000, "no answer").unref();
  });
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
    const cases = hasShared ? chooseCorpusCases(corpusCount, `memory-${seed}`, /./, oddest) : [];
    const corpus = cases.map(({ crd }) => crd as FullCrd); // of the corpus
    await Promise.all([...samples, ...corpus].map((crd) => installCrd(server(), crd)));
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

  const met = new Set<ExpectedDifference>();
  function isExpected(request: TwinRequest, theirs: unknown, ours: unknown): boolean {
    if (isDeepStrictEqual(ours, theirs)) return false;
    const row = expectedDifferences.find(({ fits }) => fits(request, theirs, ours));
    if (row !== undefined) met.add(row);
    return row !== undefined;
  }

  async function differences(requests: Iterable<TwinRequest>): Promise<readonly unknown[]> {
    const found: unknown[] = [];
    let sent = 0;
    for (const request of requests) {
      const both = [real, memory].map((twin) =>
        Promise.race([twin.ask(request), silence()]).catch((error: unknown) =>
          error instanceof Error ? error.stack : error,
        ),
      );
      const [first, ours] = await Promise.all(both);
      let theirs = first;
      sent++;
      if (isExpected(request, theirs, ours)) continue;
      // A list that must be no older than a version may come from a cache that lags behind.
      for (let wait = 100; wait < 1000 && request.method === "GET"; wait *= 2) {
        if (isDeepStrictEqual(ours, theirs)) break;
        await new Promise((resolve) => setTimeout(resolve, wait));
        theirs = await real.ask(request, true);
      }
      if (isDeepStrictEqual(ours, theirs) || isExpected(request, theirs, ours)) continue;
      found.push({ request, theirs, ours });
    }
    console.log(`${sent} requests, ${found.length} differences (seed ${seed})`);
    const lines = found.map((difference) => `${JSON.stringify(difference)}\n`);
    if (report !== undefined) appendFileSync(report, lines.join(""));
    return found;
  }

  it("answer the requests of a scenario alike", async () => {
    expect(await differences(cronTabScenarios())).toEqual([]);
  });

  it("refuse the same requests in the same words", async () => {
    expect(await differences(badInputScenarios())).toEqual([]);
  });

  it("still differ in what is expected to differ", () => {
    const rows = expectedDifferences.filter((row) => row.byChance !== true && !met.has(row));
    expect(rows.map(({ reason }) => reason)).toEqual([]);
  });

  it(
    "answer requests by chance alike, and tell watches the same",
    { timeout: 3_600_000 },
    async () => {
      const random = new Random(seed);
      const found: unknown[] = [];
      for (const target of targets) {
        const { collection } = target;
        const [one = ""] = namesOf(target);
        const watch = random.pick(["", "&labelSelector=app%3Dweb", "&labelSelector=!app"]);
        const request = {
          method: "GET",
          path: `${collection}?watch=1&resourceVersion=$rv(list)${watch}`,
          accept: random.pick(["application/json", "application/json;as=Table;v=v1;g=meta.k8s.io"]),
        };
        const list = { method: "GET", path: collection };
        found.push(...(await differences([list])));
        const watches = await Promise.all([real, memory].map((twin) => twin.observe(request)));
        const requests = [
          ...randomRequests(target, random, count),
          list,
          { ...list, path: `${collection}?watch=1&timeoutSeconds=1&resourceVersion=$rv(${one})` },
          { method: "DELETE", path: collection },
        ];
        found.push(...(await differences(requests)));
        const [theirs, ours] = await Promise.all(watches.map((stop) => stop()));
        if (!isDeepStrictEqual(ours, theirs)) {
          const difference = { request, theirs, ours };
          found.push(difference);
          if (report !== undefined) appendFileSync(report, `${JSON.stringify(difference)}\n`);
        }
      }
      expect(found).toEqual([]);
    },
  );
});
