import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import type { Random } from "./random.js";

/*
 * Rules that compare new values with old ones, optional ones among them, over data of every kind
 * that CEL reads in a way of its own: what servers of different versions make of it differs most.
 */

type Kind =
  "text" | "time" | "duration" | "bytes" | "double" | "int" | "url" | "list" | "object" | "any";

interface Field {
  readonly kind: Kind;
  readonly schema: JsonObject;
  readonly values: readonly Json[];
}

const text = { type: "string", maxLength: 9 };
const time = { type: "string", format: "date-time" };
const bytes = { type: "string", format: "byte", maxLength: 9 };
const atomic: JsonObject = {
  type: "object",
  properties: { a: { type: "integer" } },
  "x-kubernetes-map-type": "atomic",
};
const listOf = (items: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: "array",
  maxItems: 3,
  items,
  ...more,
});
const setOf = (items: JsonObject): JsonObject => listOf(items, { "x-kubernetes-list-type": "set" });
const keyed: JsonObject = {
  type: "object",
  properties: { k: { type: "integer" }, e: time },
  required: ["k"],
};
const byKey: JsonObject = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"] };
const [early, late] = ["2020-01-01T00:00:00Z", "2021-02-03T04:05:06+01:00"];

const fields: Readonly<Record<string, Field>> = {
  s: { kind: "text", schema: text, values: ["a", "", "b"] },
  namespace: { kind: "text", schema: text, values: ["a", "b"] },
  e: { kind: "time", schema: time, values: [early, late] },
  f: { kind: "time", schema: { type: "string", format: "date" }, values: ["2020-01-01", "2021-02-03"] },
  d: { kind: "duration", schema: { type: "string", format: "duration" }, values: ["1s", "2m"] },
  b: { kind: "bytes", schema: bytes, values: ["YQ==", "", "Yg=="] },
  n: { kind: "double", schema: { type: "number" }, values: [1, 1.5, -2] },
  i: { kind: "int", schema: { type: "integer", nullable: true }, values: [1, 2, null] },
  u: { kind: "url", schema: text, values: ["http://a", "/b", "?"] },
  p: { kind: "any", schema: { "x-kubernetes-int-or-string": true, maxLength: 9 }, values: [1, "a"] },
  l: { kind: "list", schema: listOf(time), values: [[early], [], [late, early]] },
  t: { kind: "list", schema: listOf(text), values: [["a"], [], ["a", "b"]] },
  st: { kind: "list", schema: setOf(text), values: [["a"], [], ["b", "a"], ["a", "b"]] },
  sn: { kind: "list", schema: setOf({ type: "number" }), values: [[1], [1.5], []] },
  so: { kind: "list", schema: setOf(atomic), values: [[{ a: 1 }], [], [{ a: 1 }, { a: 2 }]] },
  sb: { kind: "list", schema: setOf(bytes), values: [["YQ=="], []] },
  sl: { kind: "list", schema: setOf(listOf({ type: "integer" })), values: [[[1]], [], [[1], [2]]] },
  m: { kind: "list", schema: listOf(keyed, byKey), values: [[{ k: 1 }], [{ k: 1, e: early }, { k: 2 }], [{ k: 2 }, { k: 1, e: early }]] },
  o: { kind: "object", schema: { type: "object", properties: { s: text, e: time } }, values: [{ s: "a", e: early }, {}, { s: "b" }] },
  q: { kind: "object", schema: { type: "object", properties: { s: text, e: time }, "x-kubernetes-preserve-unknown-fields": true }, values: [{ s: "a", z: 1 }, { e: early }, { z: { y: [] } }] },
  v: { kind: "object", schema: { type: "object", additionalProperties: text, maxProperties: 2 }, values: [{ s: "a" }, {}, { s: "a", e: "b" }] },
  r: { kind: "object", schema: { type: "object", "x-kubernetes-embedded-resource": true, properties: { s: text, e: time } }, values: [{ apiVersion: "v1", kind: "K" }, { apiVersion: "v1", kind: "K", s: "a", metadata: { name: "a", labels: { a: "b" } } }] },
}; // prettier-ignore

/** Conditions about the new value `N` and the old one `O` of a field. */
const anyConditions: readonly string[] = [
  "N == O", "O == N", "N != O", "O != N", "[N] == [O]", "[O] != [N]", "N in [O]", "dyn(N) == O", "{'k': N} == {'k': O}", "[N].all(x, x == O)",
  "N == N", "type(O) == type(N)",
]; // prettier-ignore

const conditions: Readonly<Record<Kind, readonly string[]>> = {
  text: ["O.size() > 0", "O.startsWith('a')", "O < N", "O + N == 'aa'", "O in ['a', 'b']", "N.matches('^a')"],
  time: ["O > timestamp(0)", "O.getFullYear() == 2020", "N >= O", "O + duration('1s') > N", "string(O) == string(N)"],
  duration: ["O > duration('1s')", "O.getSeconds() > 0", "N + O > N", "string(O) == '1s'"],
  bytes: ["{N: 1}.size() == 1", "{O: 1}.size() == 1", "dyn(O) in {'a': 1}", "dyn(N) in {}", "[O].transformMapEntry(j, w, {w: j}).size() == 1", "O.size() == 1", "string(O) == 'a'", "{dyn(N): N}.exists(k, true)"],
  double: ["O + 1.5 > 2.0", "O < 2.0", "'%e'.format([N]) == '1.500000×10⁰⁰'", "'%e'.format([double(O)]).size() > 12", "int(O) == 1", "O == 1"],
  int: ["O + 1 > 0", "O < 2.5", "-O < 0", "double(N) == 1.0", "O in [1, 2]"],
  url: ["url(N) == url(O)", "url(O) != url(N)", "isURL(O)", "url(O).getScheme() == 'http'"],
  any: ["type(O) == int", "O == 1", "O == 'a'"],
  list: ["N + O == N", "(O + N).size() > 1", "O.size() == 1", "O.all(x, x in N)", "N.exists(x, x in O)", "O.exists(x, x == N[0])", "O[0] == N[0]", "N.filter(x, O.exists(y, y == x)).size() == 1", "O == []", "O.map(x, x) == N", "N.indexOf(O[0]) == 0"],
  object: ["O.s == N.s", "O.e == N.e", "has(O.e)", "has(N.s) && O.s == N.s", "O.?s.orValue('c') == 'a'"],
}; // prettier-ignore

/** The old value of a field `F`, by whether `oldSelf` is an optional. */
const optionalOld: readonly string[] = [
  "oldSelf.value().F", "oldSelf.orValue(self).F", "oldSelf.?F.orValue(self.F)", "oldSelf.?F.value()",
  "oldSelf.optMap(o, o.F).orValue(self.F)", "oldSelf.or(optional.of(self)).value().F",
]; // prettier-ignore

function conditionOf(isOptional: boolean, random: Random): string {
  const [name, { kind }] = random.pick(Object.entries(fields));
  const spelled = name === "namespace" ? "__namespace__" : name;
  const old = isOptional
    ? random.pick(optionalOld)
    : random.pick(["oldSelf.F", "oldSelf.F", "self.F"]);
  const template = random.pick(random.chance(0.4) ? anyConditions : conditions[kind]);
  return template.replace(/\bN\b/g, "self.F").replace(/\bO\b/g, old).replaceAll("F", spelled);
}

function expression(isOptional: boolean, random: Random): string {
  const next = (): string => conditionOf(isOptional, random);
  const first = next();
  const condition = random.pick([
    () => first,
    () => first,
    () => `!(${first})`,
    () => `${first} || ${next()}`,
    () => `${first} && ${next()}`,
    () => `${first} || self.s == 'a'`,
    () => `(${first} ? ${next()} : ${next()})`,
    () => `[1, 2].exists(j, ${first} || j == 2)`,
  ])();
  return isOptional && random.chance(0.7) ? `!oldSelf.hasValue() || (${condition})` : condition;
}

/** An entry for `x-kubernetes-validations` of `schemaWithRules`; most compile. */
export function madeUpOldRule(random: Random): JsonObject {
  const isOptional = random.chance(0.6);
  const rule: JsonObject = { rule: expression(isOptional, random) };
  if (isOptional) rule["optionalOldSelf"] = true;
  if (random.chance(0.3)) rule["message"] = "no";
  if (random.chance(0.4)) rule["fieldPath"] = random.pick([".s", ".o.e", ".o", ".v['k']"]);
  if (random.chance(0.3)) {
    rule["messageExpression"] = random.pick([
      "'<%e>'.format([1.5])", "'said ' + self.s", "oldSelf.hasValue() ? 'was' : 'was not'", "has(oldSelf.s) ? 'was ' : 'none'",
    ]); // prettier-ignore
  }
  return rule;
}

/** The schema of an object with a field of each kind and the given rules. */
export function schemaWithRules(rules: readonly JsonObject[]): JsonObject {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, { schema }]) => [name, schema]),
  );
  return { type: "object", properties, "x-kubernetes-validations": [...rules] };
}

/** Data of `schemaWithRules`. */
export function madeUpOldObject(random: Random): JsonObject {
  const object: JsonObject = {};
  for (const [name, { values }] of Object.entries(fields)) {
    if (random.chance(0.8)) object[name] = random.pick(values);
  }
  return object;
}
