import { expect, it } from "vitest";
import type { Resource, Version } from "../../src/crd/ir/resource.js";
import { SchemaTable } from "../../src/crd/ir/schema-table.js";
import { Samples } from "../../src/crd/values/samples.js";
import { ValueCheck } from "../../src/crd/values/value-check.js";
import { nodeOf } from "../../src/crd/values/value-node.js";
import { stringifyJson } from "../../src/runtime/v1/values/go/json.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import { newestMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import type { Change, ChangePlace, Effect } from "../../src/tools/diff/change.js";
import { validateValue } from "../reference/validate.js";
import type { Observed } from "../support/diff-judge.js";
import { DiffJudge } from "../support/diff-judge.js";
import type { Mutated } from "../support/diff-mutants.js";
import { mutated, versionPairs } from "../support/diff-mutants.js";
import { mutateValue, valueFor } from "../support/random-values.js";
import { Random } from "../support/random.js";
import { seeds } from "../support/seeds.js";
import { describeShared } from "../support/shared.js";

/** Objects that the old schema allows, by two generators, and some that are nearly so. */
function* objectsOf(resource: Resource, version: Version, random: Random): Iterable<JsonObject> {
  const { schema, structuralSchema = {} } = version;
  if (schema === undefined) return;
  const asResource = (value: Json): JsonObject => ({
    ...(isObject(value) ? value : {}),
    apiVersion: `${resource.group}/${version.name}`,
    kind: resource.names.kind,
    metadata: { name: "a", ...(resource.scope === "Cluster" ? {} : { namespace: "default" }) },
  });
  const samples = new Samples(new ValueCheck(newestMinor)).of(nodeOf(schema));
  for (const sample of samples) {
    yield asResource(sample);
    yield asResource(mutateValue(sample, structuralSchema, random));
  }
  for (let count = 0; count < 40; count++) yield asResource(valueFor(structuralSchema, random, 0));
}

interface Miss {
  readonly seed: number;
  readonly what: string;
}

function missesOf(seed: number, made: Mutated): readonly Miss[] {
  const random = new Random(seed + 1_000_000);
  const misses: Miss[] = [];
  for (const [old, now] of versionPairs(made)) {
    const withoutStatus = [
      [made.old, { ...old, status: false }],
      [made.now, { ...now, status: false }],
    ] as const;
    const judge = new DiffJudge(...withoutStatus);
    const told = effectsOf(made.changes, old.name);
    for (const object of objectsOf(made.old, old, random)) {
      // Nobody writes an integer as 1.0, which rules read as another type.
      const sent = JSON.parse(stringifyJson(object)) as JsonObject; // of one
      const observed = judge.observe(sent);
      const miss = observed && missOf(observed, told);
      if (miss === undefined) continue;
      const changes = made.changes.map(
        ({ code, path, effects }) => `${code} ${path} ${effects.join()}`,
      );
      misses.push({
        seed,
        what: `${miss}\n  object ${stringifyJson(object).slice(0, 400)}\n  mutations ${stringifyJson(made.mutations as Json).slice(0, 500)}\n  changes ${changes.join("; ")}`,
      });
      break;
    }
  }
  return misses;
}

function effectsOf(changes: readonly Change[], version: string): ReadonlySet<Effect> {
  const own = changes.filter((change) => (change.version ?? version) === version);
  return new Set(own.flatMap(({ effects }) => effects));
}

/** What was seen, and is told of no change. */
function missOf({ stored, writers }: Observed, told: ReadonlySet<Effect>): string | undefined {
  if (told.has("unknown")) return undefined;
  if (stored !== undefined && !told.has("stored")) return `stored: ${stored}`;
  if (writers !== undefined && !told.has("writers")) return `writers: ${writers}`;
  return undefined;
}

const judgedByKeyword =
  /^diff\/(?:minimum|maximum|multiple-of|min-|max-|pattern|format|enum-added|enum-value-removed|type-|all-of|any-of|one-of|not-)/;

/** Values that are said to be valid before and refused now, and are not, by the plainest walk. */
function wrongExamples({ changes }: Mutated): readonly string[] {
  return changes.flatMap((change) => {
    const { code, example, oldPlace, newPlace, path } = change;
    if (example === undefined || !judgedByKeyword.test(code)) return [];
    if (oldPlace === undefined || newPlace === undefined) return [];
    const [before, after] = [oldPlace, newPlace].map((place) => errorsAt(place, example));
    if (before === 0 && after !== 0) return [];
    return [`${code} ${path}: ${stringifyJson(example)} has ${before} errors before, ${after} now`];
  });
}

/** How many errors a value has by the schema that holds the keyword at a place. */
function errorsAt({ document, path }: ChangePlace, value: Json): number {
  const raw = followSteps(document.value, path.slice(0, -1)) ?? null;
  const options = { kubernetes: newestMinor, reading: "served", prefix: "" } as const;
  return validateValue(new SchemaTable().schema(raw), value, options).length;
}

function followSteps(value: Json, path: ChangePlace["path"]): Json | undefined {
  let at: Json | undefined = value;
  for (const step of path) {
    if (typeof at !== "object" || at === null) return undefined;
    at = (at as { readonly [key: string | number]: Json })[step]; // a list or an object
  }
  return at;
}

describeShared("a comparison of CRDs", () => {
  it("calls no change safe that breaks an object, and refuses what it says is refused", async () => {
    const misses: Miss[] = [];
    const wrong: string[] = [];
    const tally = new Map<Effect | undefined, number>();
    let compared = 0;
    for (const seed of seeds(40)) {
      const made = await mutated(seed);
      if (made === undefined) continue;
      compared++;
      for (const { effects } of made.changes)
        tally.set(effects[0], (tally.get(effects[0]) ?? 0) + 1);
      misses.push(...missesOf(seed, made));
      for (const what of wrongExamples(made)) wrong.push(`seed ${seed}: ${what}`);
    }
    const told = [...tally].map(([effect, count]) => `${count} ${effect ?? ""}`);
    console.log(`${compared} mutants compared: changes ${told.join(", ")}`);
    expect(misses.map(({ seed, what }) => `seed ${seed}: ${what}`)).toEqual([]);
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(0);
  });
});
