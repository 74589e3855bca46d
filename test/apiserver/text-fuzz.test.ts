import { expect, it } from "vitest";
import { compile, lint } from "../../src/index.js";
import type { JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { boatCrd, boatSource, kindSource } from "../support/boat.js";
import { formatNames, madeUpFormat } from "../support/made-up-formats.js";
import { madeUpPattern, madeUpSubject } from "../support/made-up-patterns.js";
import { Random } from "../support/random.js";
import type { ApiServer, CrdObject } from "./server.js";
import { crdPath, describeApiServer, installCrd } from "./server.js";
import { fuzzSettings } from "./settings.js";

const { count, seed, minor } = fuzzSettings("TEXT", 231_616);
const kubernetesVersion = `1.${minor}`;
const patternCount = 150;

type Causes = readonly {
  readonly field: string;
  readonly reason: string;
  readonly message: string;
}[];

function shown(causes: Causes = []): readonly string[] {
  return causes.map(({ field, reason, message }) => `${field}: ${reason}: ${message}`).sort();
}

async function causesOf(
  server: ApiServer,
  path: string,
  body: JsonObject,
): Promise<readonly string[]> {
  const answer = await server.request("POST", `${path}?dryRun=All`, body);
  const { details } = answer.body as { details?: { causes?: Causes } }; // an object or a Status
  return shown(details?.causes);
}

/** A schema whose fields are the keywords given, beside `type: string`. */
function textFields(keywords: readonly JsonObject[]): JsonObject {
  const fields = keywords.map((own, index) => [`f${index}`, { type: "string", ...own }] as const);
  return { type: "object", properties: Object.fromEntries(fields) };
}

/**
 * What the server says of objects of a kind, against what the compiled functions say of them; those
 * that differ.
 */
async function compareObjects(
  server: ApiServer,
  kind: string,
  keywords: readonly JsonObject[],
  textsOf: (random: Random) => readonly string[],
): Promise<readonly unknown[]> {
  const source = kindSource(kind, { schema: textFields(keywords) });
  await installCrd(server, JSON.parse(source.text) as CrdObject); // as `boatCrd` makes it
  const { resources } = await compile({ sources: [source], kubernetesVersion });
  const compiled = resources[0]?.versions["v1"];
  if (compiled === undefined) throw new Error("one resource with a v1 was asked for");
  const path = `/apis/sea.example.com/v1/namespaces/default/${kind.toLowerCase()}s`;
  const random = new Random(seed);
  const differing: unknown[] = [];
  let refused = 0;
  for (let index = 0; index < count; index++) {
    const fields = textsOf(random).map((text, at) => [`f${at}`, text] as const);
    const object = { ...head(kind), ...Object.fromEntries(fields) };
    const answered = await causesOf(server, path, object);
    const admission = compiled.admit(structuredClone(object));
    const own = admission.allowed ? [] : shown(admission.errors);
    refused += own.length;
    if (JSON.stringify(own) !== JSON.stringify(answered)) differing.push({ object, own, answered });
  }
  console.log(`${kind}: ${count * keywords.length} texts, ${refused} refused`);
  return differing;
}

function head(kind: string): JsonObject {
  return { apiVersion: "sea.example.com/v1", kind, metadata: { name: "a" } };
}

describeApiServer("texts and a real API server", (server) => {
  it("agree on what has a format", async () => {
    const keywords = formatNames.map((format) => ({ format }));
    const texts = (random: Random): readonly string[] =>
      formatNames.map((format) => madeUpFormat(format, random));
    expect(await compareObjects(server(), "Form", keywords, texts)).toEqual([]);
  });

  it("agree on what is a pattern, and on what it matches", async () => {
    const random = new Random(seed);
    const patterns = Array.from({ length: patternCount }, () => ({
      pattern: madeUpPattern(random),
    }));
    const parts = { schema: textFields(patterns) };
    const diagnostics = await lint({ sources: [boatSource(parts)], kubernetesVersion });
    const causes = diagnostics.flatMap(({ cause }) => (cause === undefined ? [] : [cause]));
    expect(shown(causes)).toEqual(await causesOf(server(), crdPath, boatCrd(parts)));
    const wrong = new Set(causes.map(({ field }) => Number(/\[f(\d+)\]/.exec(field)?.[1])));
    console.log(`${patternCount} patterns, ${wrong.size} refused`);
    const good = patterns.filter((_, index) => !wrong.has(index));
    const texts = (chances: Random): readonly string[] => good.map(() => madeUpSubject(chances));
    expect(await compareObjects(server(), "Match", good, texts)).toEqual([]);
  });
});
