import { expect, it } from "vitest";
import { loadUnitCompiler } from "../../src/codegen/pipeline/compile-unit.js";
import { StoredRules } from "../../src/crd/rules/ruled-nodes.js";
import { rulesSeeDefaults } from "../../src/crd/rules/seen-defaults.js";
import { stringifyJson } from "../../src/runtime/v1/values/go/json.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { interpretAdmission } from "../support/admissions.js";
import { Random } from "../support/random.js";
import { schemaResource } from "../support/schema-resource.js";
import { isWhole } from "../support/scope.js";
import { seeds } from "../support/seeds.js";

/*
 * `is…` fills in defaults only where rules can see them: what it says of objects that have theirs
 * missing, against the whole write path.
 */

const compile = await loadUnitCompiler(37);
const stored = new StoredRules(37);

/** What rules of `spec` ask; `P` is a text, `O` an object, `L` a list and `M` a map of objects. */
const ofSpec: readonly string[] = [
  "has(P)", "!has(P)", "P == 'x'", "!has(P) || P != 'x'", "has(O)", "!has(O) || has(O.y)", "O == O", "O in [self.o]",
  "O.n == 1", "type(O.n) == int", "L.all(i, i.y == 'x')", "L.exists(i, has(i.y))", "L.map(i, i.y).size() < 2", "L.size() < 2",
  "L.filter(i, i.k == 'a').all(i, i.y != 'x')", "L.filter(i, i.k == 'a') == L", "L[0].k == 'a'", "L[0].y == 'x'", "M.size() < 2",
  "M.all(k, k == 'a')", "M.all(k, M[k].y == 'x')", "M.all(k, has(M[k].k))", "M == M", "'a' in M", "self.?a.hasValue()",
  "self.?o.?y.orValue('none') == 'x'", "self.?o.deep.?z.hasValue()", "cel.bind(it, O, has(it.y))", "dyn(O) == dyn(self.o)",
  "[O, self.o].exists(i, has(i.y))", "(has(self.a) ? O : self.o).n == 1", "L.map(i, [i]).all(i, has(i[0].y))", "self.other.size() > 0",
  "L.transformMap(i, v, v.y).size() == 0", "L.all(i, i == L[0])", "L.map(i, i.y).all(it, it == L[0].y)", "M.all(k, M[k] == M['a'])",
]; // prettier-ignore

/** What rules of other objects ask, which all have some of these. */
const ofOthers = ["has(self.y)", "self.y == 'x'", "self.k == 'a'", "has(self.k)", "self == self"];

function rulesOf(random: Random, rules: readonly string[], probability: number): JsonObject {
  if (!random.chance(probability)) return {};
  const rule = random
    .pick(rules)
    .replaceAll(/\bP\b/g, random.pick(["self.a", "self.o.y", "self.o.deep.z", "self.namespace", "self.x__dash__y"]))
    .replaceAll(/\bO\b/g, random.pick(["self.o", "self.p", "self.o.deep"]))
    .replaceAll(/\bL\b/g, random.pick(["self.l", "self.p.l"]))
    .replaceAll(/\bM\b/g, "self.m"); // prettier-ignore
  return { "x-kubernetes-validations": [{ rule }] };
}

function schemaOf(random: Random): JsonObject {
  const filled = (value: Json): JsonObject => (random.chance(0.2) ? { default: value } : {});
  const text = (): JsonObject => ({ type: "string", maxLength: 9, ...filled("x") });
  const object = (more: JsonObject): JsonObject => ({
    type: "object",
    properties: { y: text(), k: { type: "string", maxLength: 9 }, n: { type: "integer", ...filled(1) }, ...more },
    ...rulesOf(random, ofOthers, 0.1),
  }); // prettier-ignore
  const list = (): JsonObject => ({
    type: "array",
    maxItems: 3,
    items: object({}),
    ...filled([{}]),
  });
  const deep = { ...object({ z: text() }), ...filled({}) };
  const properties: JsonObject = {
    a: text(),
    namespace: text(),
    "x-y": text(),
    other: { type: "string", maxLength: 9 },
    o: { ...object({ deep }), ...filled({}) },
    p: { ...object({ l: list(), deep: object({}) }), ...filled({ k: "a" }) },
    l: list(),
    m: { type: "object", maxProperties: 3, additionalProperties: object({}) },
  };
  const spec = { type: "object", properties, ...rulesOf(random, ofSpec, 0.9), ...filled({}) };
  return { type: "object", properties: { spec } };
}

function objectOf(random: Random): JsonObject {
  const spec = (): JsonObject =>
    some(random, {
      a: "x",
      namespace: "y",
      other: "z",
      o: item(random, { deep: item(random, { z: "x" }) }),
      p: item(random, { l: [item(random)], deep: item(random) }),
      l: [item(random), item(random)],
      m: some(random, { a: item(random), b: item(random) }),
    });
  const metadata = { name: "a" };
  return some(random, { apiVersion: "example.com/v1", kind: "Sample", metadata, spec: spec() }, 3);
}

function item(random: Random, more: JsonObject = {}): JsonObject {
  return some(random, { k: "a", y: random.pick(["x", "z"]), n: 1, ...more });
}

/** Some members of an object, the first ones for sure; now and then one is null. */
function some(random: Random, members: JsonObject, sure = 0): JsonObject {
  const kept = Object.entries(members).filter((_, index) => index < sure || random.chance(0.5));
  return Object.fromEntries(
    kept.map(([key, value], index) => [key, index >= sure && random.chance(0.02) ? null : value]),
  );
}

it("objects without their defaults are told from others as the write path does", () => {
  const differences: string[] = [];
  const answers = { seen: 0, unseen: 0, refused: 0 };
  for (const seed of seeds(isWhole ? 1200 : 150)) {
    const random = new Random(seed);
    const { resource, version } = schemaResource(schemaOf(random));
    const { schema } = version;
    if (schema?.hasRules !== true || !schema.hasDefaults) continue;
    answers[rulesSeeDefaults(schema, stored) ? "seen" : "unseen"]++;
    const { is } = compile(resource, version);
    const admit = interpretAdmission(resource, version);
    for (let count = 6; count > 0; count--) {
      const object = objectOf(random);
      const said = is(object);
      const meant = admit(structuredClone(object), {}).allowed;
      if (!meant) answers.refused++;
      if (said !== meant) differences.push(`${seed}: ${said}: ${stringifyJson(object)}`);
    }
  }
  expect(differences).toEqual([]);
  expect(Math.min(answers.seen, answers.unseen, answers.refused)).toBeGreaterThan(40);
});
