import { expect, it } from "vitest";
import { stringifyJson } from "../../src/runtime/v1/values/go/json.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import type { CreateAdmit } from "../support/admissions.js";
import { interpretAdmission, loadCompiledAdmission } from "../support/admissions.js";
import { Random } from "../support/random.js";
import { schemaResource } from "../support/schema-resource.js";
import { isWhole } from "../support/scope.js";
import { seeds } from "../support/seeds.js";

/*
 * Rules over data of the wrong type, which they see where a wrong kind keeps the errors of the
 * schema from being told: generated code against the interpreter, for which such data is an error
 * wherever it is read.
 */

const fields: JsonObject = {
  x: { type: "object" },
  l: { type: "array", items: { type: "string" }, maxItems: 5 },
  y: { type: "string", maxLength: 10 },
  n: { type: "integer" },
  z: { type: "string", maxLength: 5 },
  o: { type: "object", properties: { n: { type: "integer" }, y: { type: "string" } } },
};
const paths = ["x", "l", "y", "n", "o", "o.n", "o.y"];

/**
 * What rules ask of fields by `has`; `A` and `B` are fields, `C` is a condition that can be read.
 */
const questions: readonly string[] = [
  "has(A)", "!has(A)", "has(A) && C", "C && has(A)", "!has(A) || C", "!has(A) || has(B)", "has(A) && has(B)", "has(A) || has(B)",
  "!(has(A) && has(B))", "has(A) ? C : true", "has(A) ? true : C", "C ? has(A) : !has(A)", "has(A) == has(B)", "has(A) != has(B)",
  "(has(A) ? 1 : 0) + (has(B) ? 1 : 0) <= 1", "(has(A) ? 1 : 0) + (has(B) ? 1 : 0) == 2", "[has(A), has(B)].filter(x, x).size() == 1",
  "[has(A), has(B)].exists_one(x, x)", "!(has(A) ? C : has(B))", "(has(A) ? C : true) && (has(A) ? C : true)",
  "cel.bind(a, 1, has(A) ? a == 1 : true)", "(has(A) && C) || (has(A) && !C)", "(has(A) ? 'a' : 'b') != 'c'",
]; // prettier-ignore

function question(random: Random): string {
  return random
    .pick(questions)
    .replaceAll("A", `self.${random.pick(paths)}`)
    .replaceAll("B", `self.${random.pick(paths)}`)
    .replaceAll("C", random.pick(["self.z == 'a'", "self.z.size() > 1"]));
}

function oddObject(random: Random): JsonObject {
  const value = (): Json => random.pick<Json>([1, "a", [], {}, ["a"], { n: 1 }, { n: "a", y: 1 }]);
  const spec: JsonObject = { z: random.pick(["a", "bc"]) };
  for (const name of ["x", "l", "y", "n"]) if (random.chance(0.6)) spec[name] = value();
  // In a field that is not there, or is no object, nothing can be asked.
  spec["o"] = random.pick<Json>([{}, { n: 1 }, { n: "a" }, { n: [], y: 1 }]);
  return { apiVersion: "example.com/v1", kind: "Other", metadata: { name: "a" }, spec };
}

/** Of several errors of one rule, which of them is told is left open. */
function verdict(
  create: CreateAdmit,
  schema: JsonObject,
  object: JsonObject,
  oldObject?: JsonObject,
): string {
  const { resource, version } = schemaResource(schema);
  const answer = create(resource, version)(object, oldObject === undefined ? {} : { oldObject });
  const errors = answer.allowed ? [] : answer.errors;
  const [error] = errors.filter(({ field }) => field !== "kind");
  if (error === undefined) return "holds";
  return error.message.includes("evaluating rule") ? "is an error" : error.message;
}

const compiledAdmission = await loadCompiledAdmission();

it("rules by chance say the same of data of the wrong type", () => {
  const differences: string[] = [];
  let errors = 0;
  for (const seed of seeds(isWhole ? 400 : 50)) {
    const random = new Random(seed);
    const rule = question(random);
    const spec = { type: "object", properties: fields, "x-kubernetes-validations": [{ rule }] };
    const schema: JsonObject = { type: "object", properties: { spec } };
    for (let count = 4; count > 0; count--) {
      const object = oddObject(random);
      const said = verdict(compiledAdmission, schema, object);
      const meant = verdict(interpretAdmission, schema, object);
      if (meant === "is an error") errors++;
      if (said !== meant)
        differences.push(`${seed}: ${rule} ${said}, not ${meant}: ${stringifyJson(object)}`);
    }
  }
  expect(errors).toBeGreaterThan(40);
  expect(differences).toEqual([]);
});

/** How rules put two conditions together, and so which they can do without. */
const combinations: readonly string[] = [
  "A || B", "A && B", "!(A && B)", "A ? true : B", "A ? B : true", "true || A || B", "(A || B) == true", "[A || B, true][1]",
  "(A) == (B)", "!(A) || B", "A ? A : B", "(A ? 1 : 0) < 1 || B", "optional.of(A).optMap(x, x || B).orValue(true)", "optional.none().orValue(A) || B", "[true].all(x, x || (A && B))", "[1].exists(x, A || x == 1)", "[true].filter(x, A || B).size() < 2",
]; // prettier-ignore

/** What rules ask of values of a type, by the way to it. */
const transitions: readonly [type: JsonObject, asked: readonly string[], good: readonly Json[]][] =
  [
    [{ type: "boolean" }, ["S", "!S", "self == oldSelf"], [true, false]],
    [{ type: "integer" }, ["S > 2", "S == 1", "self >= oldSelf"], [1, 3]],
    [{ type: "number" }, ["S > 2.0", "self >= oldSelf"], [1, 2.5]],
    [
      { type: "string", maxLength: 9 },
      ["S == 'a'", "S.size() > 1", "self == oldSelf"],
      ["a", "bc"],
    ],
    [{ type: "string", format: "date", maxLength: 9 }, ["self == oldSelf"], ["2020-01-01"]],
    [
      { type: "array", items: { type: "string", maxLength: 9 }, maxItems: 3 },
      ["S.size() > 1", "S == ['a']", "'a' in S", "self == oldSelf"],
      [["a"], ["b", "c"], []],
    ],
    [
      { type: "object", properties: { n: { type: "integer" }, y: { type: "string" } } },
      ["has(S.n)", "S.n > 1", "self == oldSelf", "size(dyn(S)) > 0"],
      [{ n: 1 }, { n: 3, y: "a" }, {}],
    ],
    [
      { type: "object", additionalProperties: { type: "integer" }, maxProperties: 3 },
      ["'n' in S", "S.n > 1", "S.size() > 1", "self == oldSelf"],
      [{ n: 1 }, { n: 3, m: 4 }, {}],
    ],
  ];

it("rules by chance say the same of updates from or to data of the wrong type", () => {
  const differences: string[] = [];
  const said = new Set<string>();
  for (const seed of seeds(isWhole ? 200 : 30)) {
    const random = new Random(seed);
    const [type, asked, good] = random.pick(transitions);
    const condition = (): string =>
      random.pick(asked).replace(/\bS\b/g, random.pick(["self", "oldSelf"]));
    const rule = random
      .pick(combinations)
      .replaceAll("A", condition())
      .replaceAll("B", condition());
    const spec = { ...type, "x-kubernetes-validations": [{ rule }] };
    const schema: JsonObject = { type: "object", properties: { spec } };
    const value = (): Json => random.pick<Json>(random.chance(0.5) ? [...good] : ["x", 5, {}, [1]]);
    const metadata = { name: "a", namespace: "default", uid: "1", resourceVersion: "1" };
    const object = { apiVersion: "example.com/v1", kind: "Other", metadata };
    for (let count = 4; count > 0; count--) {
      const [now, before] = [
        { ...object, spec: value() },
        { ...object, kind: "Sample", spec: value() },
      ];
      const meant = verdict(interpretAdmission, schema, now, before);
      const got = verdict(compiledAdmission, schema, now, before);
      said.add(meant);
      if (got !== meant) {
        const values = `${stringifyJson(before.spec)} -> ${stringifyJson(now.spec)}`;
        differences.push(`${seed}: ${stringifyJson(type)} ${rule} ${got}, not ${meant}: ${values}`);
      }
    }
  }
  expect([...said].filter((text) => text.includes("compile"))).toEqual([]);
  expect(said.size).toBeGreaterThan(2);
  expect(differences).toEqual([]);
});
