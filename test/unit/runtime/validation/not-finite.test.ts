import { beforeAll, describe, expect, it } from "vitest";
import type { CompiledVersion } from "../../../../src/index.js";
import type { JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import { compileBoat } from "../../../support/boat.js";
import { Random } from "../../../support/random.js";
import { seeds } from "../../../support/seeds.js";

/*
 * `JSON.parse` makes Infinity of `1e400`, and computing makes NaN; `JSON.stringify` sends null for
 * them. So every function answers as it does for null in the same place.
 */

const number = { type: "number" };
const intOrString = { "x-kubernetes-int-or-string": true };
const keyed = {
  type: "object",
  required: ["id"],
  properties: { id: { type: "integer" }, n: { ...number, default: 1 } },
};
const fields: JsonObject = {
  number,
  bounded: { ...number, minimum: 0, maximum: 10, multipleOf: 0.5 },
  float: { ...number, format: "float" },
  integer: { type: "integer" },
  int32: { type: "integer", format: "int32" },
  int64: { type: "integer", format: "int64", maximum: 9 },
  nullable: { ...number, nullable: true },
  defaulted: { ...number, default: 5 },
  nullableDefaulted: { ...number, nullable: true, default: 5 },
  intOrString,
  text: { type: "string" },
  chosen: { ...number, enum: [1, 2] },
  anyChosen: { "x-kubernetes-preserve-unknown-fields": true, enum: [1, null, "a"] },
  free: { "x-kubernetes-preserve-unknown-fields": true },
  not: { "x-kubernetes-preserve-unknown-fields": true, not: { maximum: 5 } },
  required: { type: "object", required: ["n"], properties: { n: number } },
  list: { type: "array", items: number },
  nullableList: { type: "array", items: { ...number, nullable: true } },
  map: { type: "object", additionalProperties: number },
  limits: { type: "object", additionalProperties: intOrString },
  keyed: {
    ...{ type: "array", items: keyed },
    ...{ "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["id"] },
  },
  set: { type: "array", items: number, "x-kubernetes-list-type": "set" },
  ruled: { ...number, "x-kubernetes-validations": [{ rule: "self < 5.0" }] },
};

const values: JsonObject = {
  required: { n: 1 },
  list: [1, 2],
  nullableList: [1, 2],
  map: { a: 1, b: 2 },
  limits: { a: 1, b: 2 },
  keyed: [{ id: 1, n: 2 }, { id: 2 }],
  set: [1, 2],
};

let boat: CompiledVersion;
beforeAll(async () => {
  const spec = {
    type: "object",
    properties: fields,
    "x-kubernetes-validations": [{ rule: "!has(self.number) || self.number > 0.0" }],
  };
  const status = { type: "object", properties: { n: number } };
  boat = await compileBoat({ schema: { type: "object", properties: { spec, status } } });
});

type Place = readonly (string | number)[];

/** The places of all values within the fields, of the fields too. */
function placesOf(value: unknown, path: Place): Place[] {
  if (typeof value !== "object" || value === null) return [path];
  const below = Object.entries(value).flatMap(([key, member]) =>
    placesOf(member, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return [path, ...below];
}

const places = [
  ...Object.keys(fields).flatMap((name) => placesOf(values[name] ?? 1, ["spec", name])),
  ...[["spec"], ["status", "n"], ["metadata", "generation"], ["metadata", "labels"], ["metadata", "labels", "a"], ["kind"], ["unknown"]],
]; // prettier-ignore

/** An object with values in some fields, one of which is what is given. */
function objectWith(chosen: readonly Place[], value: unknown): Record<string, unknown> {
  const names = new Set(chosen.map(([, name]) => name));
  const spec = Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
  const head = { apiVersion: "sea.example.com/v1", kind: "Boat", metadata: { name: "a" } };
  const object = structuredClone({ ...head, spec, status: {} }) as Record<string, unknown>;
  for (const place of chosen) {
    let parent = object;
    for (const step of place.slice(0, -1))
      parent = (parent[step] ??= {}) as Record<string, unknown>; // made of objects
    parent[place.at(-1) ?? ""] = value;
  }
  return object;
}

/** What all functions say of a value. */
function answers(value: unknown): unknown {
  const asserted = (): unknown => {
    try {
      boat.assert(value);
      return "good";
    } catch (error) {
      return String(error);
    }
  };
  return {
    is: boat.is(value),
    isWithoutRules: boat.is(value, { rules: false }),
    validate: boat.validate(value),
    validateUpdate: boat.validate(value, { oldObject: objectWith([], 1) }),
    assert: asserted(),
    admit: boat.admit(value),
    admitUpdate: boat.admit(value, { oldObject: objectWith([], 1) }),
    admitApplied: boat.admit(value, { applied: true }),
    schema: boat.schema["~standard"].validate(value),
  };
}

const notFinite = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN];

/** Without the value itself, which the Standard Schema hands back. */
function comparable(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer));
}

describe("a number that is not finite counts as null", () => {
  it.each(places.map((place) => [place.join("."), place] as const))("at %s", (_, place) => {
    const expected = comparable(answers(objectWith([place], null)));
    for (const value of notFinite) {
      expect(comparable(answers(objectWith([place], value)))).toEqual(expected);
    }
  });

  it.each(places.filter(([first]) => first === "spec" || first === "status"))(
    "where the object says that it is defaulted: at %s.%s.%s",
    (...place) => {
      const chosen = [place];
      const validate = (value: unknown): unknown =>
        comparable(boat.validate(objectWith(chosen, value), { defaulted: true }));
      for (const value of notFinite) expect(validate(value)).toEqual(validate(null));
    },
  );

  it("at several places by chance", () => {
    for (const seed of seeds(300)) {
      const random = new Random(seed);
      const chosen = Array.from({ length: 1 + random.below(4) }, () => random.pick(places))
        .filter((place) => place.length > 1)
        .filter((place, at, all) => all.findIndex((other) => other[1] === place[1]) === at);
      const found = comparable(answers(objectWith(chosen, random.pick(notFinite))));
      expect([seed, found]).toEqual([seed, comparable(answers(objectWith(chosen, null)))]);
    }
  });

  it.each(places)("nothing throws at %s.%s", (...place) => {
    for (const value of notFinite) {
      const object = objectWith([place], value);
      expect(() => boat.checkRules(object)).not.toThrow();
      expect(() => boat.prune(object)).not.toThrow();
      expect(() => {
        boat.default(object);
      }).not.toThrow();
    }
  });

  it("what the text of a request says is another matter", () => {
    const text = JSON.stringify(objectWith([["spec", "number"]], 7)).replace("7", "1e400");
    expect(boat.admit(text)).toMatchObject({ allowed: false, status: { code: 400 } });
    expect(boat.is(JSON.parse(text))).toBe(true);
  });
});
