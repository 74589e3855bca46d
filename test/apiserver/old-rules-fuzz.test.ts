import { expect, it } from "vitest";
import { loadUnitCompiler } from "../../src/codegen/pipeline/compile-unit.js";
import { lint } from "../../src/index.js";
import type { JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { madeUpOldObject, madeUpOldRule, schemaWithRules } from "../support/made-up-old-rules.js";
import { Random } from "../support/random.js";
import { schemaResource } from "../support/schema-resource.js";
import type { ApiServer, CrdObject } from "./server.js";
import { crdPath, describeApiServer, installCrd } from "./server.js";
import { fuzzSettings } from "./settings.js";

const { count, seed, minor } = fuzzSettings("OLD_RULES", 5);
/** How many updates each CRD gets. */
const perCrd = 10;
const group = "old.example.com";

function rootOf(rules: readonly JsonObject[]): JsonObject {
  const spec = { type: "object", properties: { x: schemaWithRules(rules) } };
  return { type: "object", properties: { spec } };
}

function crdOf(rules: readonly JsonObject[], plural: string): CrdObject {
  const openAPIV3Schema = rootOf(rules);
  const version = { name: "v1", served: true, storage: true, schema: { openAPIV3Schema } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural, kind: "Sample", singular: plural, listKind: `${plural}list` },
      versions: [version],
    },
  } as unknown as CrdObject; // as the server completes it
}

interface Cause {
  readonly field?: string;
  readonly message?: string;
}

function textOf(causes: readonly Cause[]): string {
  return causes.map(({ field = "", message = "" }) => `${field}: ${message}`).join("\n");
}

/** Rules by chance that the server takes, as `lint` has it. */
async function rulesOfServer(random: Random): Promise<readonly JsonObject[]> {
  const rules: JsonObject[] = [];
  for (let tries = 0; rules.length < 4 && tries < 40; tries++) {
    const more = [...rules, madeUpOldRule(random)];
    const sources = [{ path: "crd.json", text: JSON.stringify(crdOf(more, "samples")) }];
    const found = await lint({ sources, kubernetesVersion: `1.${minor}` });
    if (found.every(({ cause }) => cause === undefined)) rules.splice(0, rules.length, ...more);
  }
  return rules;
}

describeApiServer("rules about old values and a real API server", (server) => {
  it(`agree on ${count} updates`, async () => {
    const compile = await loadUnitCompiler(minor);
    const random = new Random(seed);
    const differences: string[] = [];
    for (let index = 0; index * perCrd < count; index++) {
      const rules = await rulesOfServer(random);
      differences.push(...(await compareOne(server(), rules, index, compile, random)));
    }
    console.log(`${count} updates, ${differences.length} differ`);
    expect(differences.slice(0, 30).join("\n\n")).toBe("");
  }, 3_600_000);
});

async function compareOne(
  server: ApiServer,
  rules: readonly JsonObject[],
  index: number,
  compile: Awaited<ReturnType<typeof loadUnitCompiler>>,
  random: Random,
): Promise<readonly string[]> {
  const plural = `samples${index}`;
  const crd = crdOf(rules, plural);
  await installCrd(server, crd);
  const { resource, version } = schemaResource(rootOf(rules));
  const { admit } = compile(resource, version);
  const path = `/apis/${group}/v1/namespaces/default/${plural}`;
  const differences: string[] = [];
  for (let turn = 0; turn < perCrd; turn++) {
    const [x, old] = [madeUpOldObject(random), madeUpOldObject(random)];
    const before = random.chance(0.2) ? undefined : random.pick([x, old]);
    const name = `a${turn}`;
    const isStored = before === undefined || (await store(server, path, name, before));
    if (!isStored) continue;
    const stored = before && (await server.request("GET", `${path}/${name}`)).body;
    const metadata = stored === undefined ? { name } : (stored as JsonObject)["metadata"];
    const object = {
      apiVersion: `${group}/v1`,
      kind: "Sample",
      metadata,
      spec: { x },
    } as JsonObject; // JSON
    const answer =
      stored === undefined
        ? await server.request("POST", `${path}?dryRun=All`, object)
        : await server.request("PUT", `${path}/${name}?dryRun=All`, object);
    const { details } = answer.body as { details?: { causes?: readonly Cause[] } }; // of a Status
    const want = answer.code < 300 ? "allowed" : textOf(details?.causes ?? []);
    const renamed = (whole: JsonObject): JsonObject => ({ ...whole, apiVersion: "example.com/v1" });
    const options = stored === undefined ? {} : { oldObject: renamed(stored as JsonObject) }; // an object
    const admission = admit(renamed(object), { ...options, namespace: "default" });
    const got = admission.allowed ? "allowed" : textOf(admission.errors);
    if (want !== got) {
      const texts = [rules, x, before ?? null].map((part) => JSON.stringify(part));
      differences.push(`${texts.join("\n ")}\n  want ${want}\n  got  ${got}`);
    }
  }
  await server.request("DELETE", `${crdPath}/${plural}.${group}`);
  return differences;
}

/** Whether the object is there now: its rules may refuse it. */
async function store(
  server: ApiServer,
  path: string,
  name: string,
  x: JsonObject,
): Promise<boolean> {
  const object = { apiVersion: `${group}/v1`, kind: "Sample", metadata: { name }, spec: { x } };
  return (await server.request("POST", path, object)).code === 201;
}
