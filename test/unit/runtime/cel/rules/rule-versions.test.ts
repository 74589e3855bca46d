import { expect, it } from "vitest";
import type { FieldError } from "../../../../../src/runtime/v1/values/field-error.js";
import type { Json, JsonObject } from "../../../../../src/runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../../../../src/runtime/v1/values/kubernetes-version.js";
import type { CreateAdmit } from "../../../../support/admissions.js";
import { interpretedAdmission, loadCompiledAdmission } from "../../../../support/admissions.js";
import { schemaResource } from "../../../../support/schema-resource.js";

/*
 * What rules say of data, where servers of several versions differ or the data is odd: generated
 * code and the interpreter say the same.
 */

/**
 * The text of the rule's error for a field `x`, which an update leaves as it is; `undefined` where
 * there is none.
 */
function answer(
  create: CreateAdmit,
  schema: JsonObject,
  data: Json,
  isUpdate: boolean,
): string | undefined {
  const [error] = errorsOf(create, schema, data, isUpdate ? data : undefined);
  return messageOf(error);
}

/** What is wrong, without the value and the rule. */
function messageOf(error: FieldError | undefined): string | undefined {
  return error?.message
    .replace(/^Invalid value: (?:"\w+": )?/, "")
    .replace(/ evaluating rule: .*/, "");
}

/** The rules' errors for a field `x`; `old`: what it was, if this is an update. */
function errorsOf(
  create: CreateAdmit,
  schema: JsonObject,
  data: Json,
  old?: Json,
): readonly FieldError[] {
  const spec = { type: "object", properties: { x: schema } };
  const { resource, version } = schemaResource({ type: "object", properties: { spec } });
  const withX = (x: Json): JsonObject => ({
    apiVersion: "example.com/v1",
    kind: "Sample",
    metadata: { name: "a", resourceVersion: "1" },
    spec: { x },
  });
  const oldObject = old === undefined ? {} : { oldObject: withX(old) };
  const admission = create(resource, version)(withX(data), oldObject);
  return admission.allowed ? [] : admission.errors.filter(({ field }) => field.startsWith("spec"));
}

function fieldsOf(create: CreateAdmit, schema: JsonObject, data: Json): readonly string[] {
  return errorsOf(create, schema, data).map(({ field }) => field);
}

interface Case {
  readonly minors: readonly KubernetesMinor[];
  readonly schema: JsonObject;
  readonly rule: string;
  readonly data: Json;
  /** The error; absent: the rule holds. */
  readonly error?: string;
  readonly messageExpression?: string;
}

const withNull: JsonObject = {
  type: "object",
  properties: { n: { type: "integer", nullable: true } },
};
const listOf = (items: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: "array",
  maxItems: 3,
  items,
  ...more,
});

const same = "failed rule: self == oldSelf";
const before34: readonly KubernetesMinor[] = [28, 33];
const every: readonly KubernetesMinor[] = [31, 37];
const from34: readonly KubernetesMinor[] = [34, 37];

const x64 = "x".repeat(64);

/** What holds of the text that is empty. */
const functions: readonly (readonly [readonly KubernetesMinor[], string])[] = [
  [[36, 37], "!isURL(self + 'http://h:1:2') && isURL(self + 'x://h:1:2') && !isURL(self + 'HTTPS://::1/')"],
  [[31, 35], "isURL(self + 'http://h:1:2') && url(self + 'http://h:1:2').getHost() == 'h:1:2'"],
  [[36, 37], "format.uri().validate(self + 'http://h:1:2').hasValue()"],
  [[35], "!format.named('uri').value().validate(self + 'http://h:1:2').hasValue()"],
  [[31, 34], `format.labelValue().validate(self + '${x64}').value() == ['must be no more than 63 characters']`],
  [[35, 37], `format.labelValue().validate(self + '${x64}').value() == ['must be no more than 63 bytes']`],
  [[34], `format.named('labelValue').value().validate(self + '${x64}').value()[0].endsWith('characters')`],
  [[34], `format.qualifiedName().validate(self + '${x64}').value()[0].endsWith('characters')`],
  [[34], "format.qualifiedName().validate(self + 'a/b/c').value()[0].startsWith('a qualified name must')"],
  [[37], "self.indexOf('', 5) == 0 && (self + 'ab').lastIndexOf('', 3) == 2"],
  [[31, 36], "self.indexOf('', 5) == 5 && (self + 'ab').lastIndexOf('', 3) == 3 && dyn(self).indexOf('', -1) == -1"],
  [[32, 37], "(self + 'ab').indexOf('b', 7) == -1 && self.lastIndexOf('a', 0) == -1"],
  [[37], "['a'].all(self, .self == '' && self == 'a') && ['a'].all(x, ['b'].all(self, .self + x + self == 'ab'))"],
  [[31, 36], "['a'].all(self, .self == 'a' && .self.size() == 1) && [1].all(self, .self + 1 == 2)"],
  [every, "['a'].all(x, .self == '') && .self.size() == 0 && (.self == '' || .oldSelf == '')"],
  [[37], "[1].all(self, .self.size() == 0 && .self.startsWith('') && self == 1)"],
  [[29, 32], "'%e'.format([1.5]) == '1.500000\u202f×\u202f10⁰⁰' && (self + '%.14e').format([double('-2e-7')]) == ' -2.000000\u202f×\u202f10⁻⁰⁷'.substring(1)"],
  [[33, 37], "'%e'.format([1.5]) == '1.500000×10⁰⁰' && (self + '%.15e').format([double('-2e-7')]) == ' -2.000000×10⁻⁰⁷'.substring(1)"],
  [[32, 37], "self.indexOf('a') == -1 && dyn(self).indexOf('a') == -1"],
  [every, "self.indexOf('') == 0 && (self + 'ab').indexOf('b') == 1 && (self + 'a').indexOf('bc') == -1"],
  [from34, "self.lastIndexOf('a') == -1 && dyn(self).lastIndexOf('a') == -1"],
  [every, "self.lastIndexOf('') == 0 && (self + 'abab').lastIndexOf('ab') == 2 && (self + 'a').lastIndexOf('bc') == -1"],
  [[36], "lists.range(self.size() - 1) == []"],
  [[31], "!cidr(self + '10.0.0.0/8').containsCIDR('10.1.0.0/16') && !cidr(self + '::/0').containsCIDR(cidr('::1/128'))"],
  [[31], "cidr(self + '10.9.0.0/8').containsCIDR('10.0.0.0/16') && !cidr('10.0.0.0/8').containsCIDR(self + '10.0.0.0/7')"],
  [[32, 37], "cidr(self + '10.9.0.0/8').containsCIDR('10.1.0.0/16') && cidr(self + '::/0').containsCIDR(cidr('::1/128'))"],
]; // prettier-ignore

const set = (items: JsonObject): JsonObject => listOf(items, { "x-kubernetes-list-type": "set" });
const atomic = {
  type: "object",
  properties: { a: { type: "integer" } },
  "x-kubernetes-map-type": "atomic",
};
const unhashable = "internal error: runtime error: hash of unhashable type";
const keyed = {
  type: "object",
  properties: { k: { type: "integer" }, e: { type: "string", format: "date-time" } },
  required: ["k"],
};
const mapList = listOf(keyed, {
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": ["k"],
});
const before37: readonly KubernetesMinor[] = [31, 36];

/** What a rule says of a function that takes none of its arguments. */
function noOverload(call: string, rule: string): string {
  return `'no such overload: ${call}': call arguments did not match a supported operator, function or macro signature for rule: ${rule}`;
}

/** Go cannot find bytes in a map, and panics; nothing takes that for an error. */
const bytesAsKeys: readonly string[] = [
  "{self: 1}.size() == 1",
  "{dyn(self): 2}.size() == 2 || true",
  "true && {self: 1} == {self: 1} || true",
  "{dyn(1): 1, dyn(self): 2}.exists(k, true)",
  "[self].exists(x, {x: 1}.size() == 1)",
  "[1].all(i, {?self: optional.of(1)} != {}) || true",
  "dyn(self) in {'a': 1} || true",
  "{b'a': self}.size() == 1 || true",
];

type ListCase = readonly [readonly KubernetesMinor[], JsonObject, string, Json, string?];

/** What a rule says of an operator that does not take its operands. */
function plainOverload(rule: string): string {
  return `'no such overload': call arguments did not match a supported operator, function or macro signature for rule: ${rule}`;
}

/** How typed lists compare: an error instead of none. */
const lists: readonly ListCase[] = [
  [every, set({ type: "string" }), "self == oldSelf", ["b", "a"]],
  [every, set({ type: "integer" }), "(self + [1]).size() == 2", [1, 2]],
  [before37, set(atomic), "self == oldSelf", [{ a: 1 }], `${unhashable} map[string]interface {}`],
  ...["self != oldSelf", "self == oldSelf || true", "dyn(self) != oldSelf", "self.size() == 0 || oldSelf != self || true", "[self].exists(x, x == oldSelf)", "self in [oldSelf] || true", "[self] != [oldSelf]", "(self + self).size() == 2 || oldSelf == self", "[self, oldSelf].distinct().size() == 2"].map((rule): ListCase => [[36], set(atomic), rule, [{ a: 1 }], `${unhashable} map[string]interface {}`]),
  ...["self != oldSelf", "self == oldSelf || true"].map((rule): ListCase => [[29], set(atomic), rule, [{ a: 1 }], `${unhashable} map[string]interface {}`]),
  ...["self != oldSelf", "self != oldSelf || true"].map((rule): ListCase => [before37, { type: "object", properties: { a: set(listOf({ type: "integer" })) } }, rule, { a: [[1]] }, `${unhashable} []interface {}`]),
  [before37, set(atomic), "self == oldSelf && !(self != oldSelf) && [self] == [oldSelf]", []],
  [before37, set(atomic), "self != [] && true || self == oldSelf", [{ a: 1 }]],
  [[37], set(atomic), "self != oldSelf && [self].all(x, x != oldSelf)", [{ a: 1 }]],
  ...bytesAsKeys.map((rule): ListCase => [every, { type: "string", format: "byte", maxLength: 9 }, rule, "YQ==", `${unhashable} types.Bytes`]),
  [every, { type: "string", format: "byte", maxLength: 9 }, "size({'a': self}) == 1 && (true || size({self: 1}) == 1) && !(dyn(self) in {})", "YQ=="],
  [[37], set(atomic), "self == oldSelf", [{ a: 1 }], "listSet operations are only supported on lists of scalar values"],
  [before37, set(listOf({ type: "integer" })), "self == oldSelf", [[1]], `${unhashable} []interface {}`],
  [before37, set({ type: "string", format: "date" }), "self == oldSelf", ["2020-01-01"], same],
  [[37], set({ type: "string", format: "date" }), "self == oldSelf", ["2020-01-01"]],
  [before37, set({ type: "number" }), "self == oldSelf", [1], same],
  [every, set({ type: "number" }), "self == oldSelf", [1.5]],
  [before37, set({ type: "string", format: "byte" }), "self == oldSelf", ["YQ=="], `${unhashable} []uint8`],
  [every, listOf({ type: "integer" }), "dyn(self).join() == ''", [1], "'no such overload: join(list)': call arguments did not match a supported operator, function or macro signature for rule: dyn(self).join() == ''"],
  [every, listOf({ type: "number" }), "dyn(self).join(',') == ''", [1], "'no such overload: join(list, string)': call arguments did not match a supported operator, function or macro signature for rule: dyn(self).join(',') == ''"],
  [every, listOf({ type: "string" }), "dyn(self).join(',') == 'a,b'", ["a", "b"]],
  [every, listOf({ type: "number" }), "[dyn('a'), dyn(self[0])].join() == ''", [1.5], "join: invalid input: 1.5"],
  [every, listOf({ type: "integer" }), "dyn(self[0]).find('1') == ''", [1], "'no such overload': call arguments did not match a supported operator, function or macro signature for rule: dyn(self[0]).find('1') == ''"],
  [before37, listOf({ type: "string", format: "date" }), "(self + self).all(x, x > timestamp(0))", ["2020-01-01"], "invalid data, expected string, got time.Time"],
  [before37, listOf({ type: "string", format: "date" }), "(self + self).size() == 2 && (self + self)[0] > timestamp(0)", ["2020-01-01"]],
  [before37, listOf({ type: "string", format: "duration" }), "self + [] == self && self == [self[0]]", ["1s"]],
  [[37], listOf({ type: "string", format: "date" }), "(self + self).all(x, x > timestamp(0))", ["2020-01-01"]],
  [before37, listOf({ type: "string", format: "date" }), "'%s'.format([self + self]) == ''", ["2020-01-01"], "error during formatting: no formatting function for error"],
  [before37, listOf(listOf({ type: "integer" })), "(self + [[1]]).all(x, x.size() > 0)", [[2]], "invalid data, expected an array for the provided schema with type=array"],
  [before37, listOf(listOf({ type: "integer" })), "(self + self).all(x, x == [2]) && self + [] == self", [[2]]],
  [[37], listOf(listOf({ type: "integer" })), "(self + [[1]]).all(x, x.size() > 0)", [[2]]],
  [before37, listOf({ type: "object", additionalProperties: { type: "integer" }, maxProperties: 2 }), "(self + [{'a': 1}]).all(x, x.size() > 0)", [{ b: 1 }], "invalid data, expected a map for the provided schema with type=object"],
  [[37], listOf({ type: "object", additionalProperties: { type: "integer" }, maxProperties: 2 }), "(self + [{'a': 1}]).all(x, x.size() > 0)", [{ b: 1 }]],
  [every, listOf({ type: "integer" }), "dyn(self)[1u] == 2", [1, 2], "unsupported index: 1"],
  [every, listOf({ type: "integer" }), "self[dyn(1.0)] == 2", [1, 2], "unsupported index: 1"],
  [every, listOf({ type: "integer" }), "self[dyn(9007199254740992.0)] == 2", [1, 2], "index out of bounds: 9.007199254740992e+15"],
  [every, listOf({ type: "integer" }), "[1, 2][dyn(1u)] == 2 && dyn(self)[?1u].hasValue() && self[1] == 2", [1, 2]],
  [every, listOf({ type: "string", format: "duration" }), "!sets.contains([duration('1h')], self) && oldSelf.size() == 2", ["1h", "zz"]],
  [every, listOf({ type: "string", format: "duration" }), "!sets.contains(oldSelf, self)", ["1h", "zz"], "Invalid duration zz: unable to parse zz as duration"],
  [every, listOf({ type: "string", nullable: true, maxLength: 9 }), "self.all(x, x.size() > 0)", [null], noOverload("size", "self.all(x, x.size() > 0)")],
  [every, listOf({ type: "string", nullable: true, maxLength: 9 }), "self.exists(x, isIP(x))", [null], noOverload("isIP(null_type)", "self.exists(x, isIP(x))")],
  [every, listOf({ type: "string", nullable: true, maxLength: 9 }), "self.all(x, dyn(x) == null || x.size() > 0)", [null, "a"]],
  [every, listOf({ type: "integer", nullable: true }), "self[0] + 1 == 1", [null], noOverload("_+_", "self[0] + 1 == 1")],
  [every, { type: "object", maxProperties: 2, additionalProperties: { type: "string", nullable: true, maxLength: 9 } }, "isURL(self['a'])", { a: null }, noOverload("isURL(null_type)", "isURL(self['a'])")],
  [[37], listOf({ type: "integer" }), "[0].all(i, [1].all(self, .self[i] == self))", [1], "no such attribute(s): i"],
  [[37], listOf({ type: "integer" }), "[0].all(i, [1].all(self, .self[0] == self && .self.all(x, x == self)))", [1]],
  [every, mapList, "self == oldSelf", [{ k: 1 }, { k: 2 }]],
]; // prettier-ignore

const cases: readonly Case[] = [
  { minors: before34, schema: withNull, rule: "self == oldSelf", data: { n: null }, error: same },
  { minors: from34, schema: withNull, rule: "self == oldSelf", data: { n: null } },
  { minors: before34, schema: withNull, rule: "self != oldSelf", data: { n: null } },
  { minors: before34, schema: withNull, rule: "self == oldSelf", data: { n: 1 } },
  {
    minors: before34,
    schema: listOf(withNull),
    rule: "self == oldSelf",
    data: [{ n: null }],
    error: same,
  },
  {
    minors: before34,
    schema: { type: "object", additionalProperties: { type: "integer", nullable: true } },
    rule: "self == oldSelf",
    data: { n: null },
  },
  {
    minors: [31],
    schema: { type: "string", maxLength: 9 },
    rule: "(self + 'ab').indexOf('b', 7) == -1",
    data: "",
    error: "index out of range: 7",
  },
  {
    minors: [31],
    schema: { type: "string", maxLength: 9 },
    rule: "self.lastIndexOf('a', 0) == -1",
    data: "",
    error: "index out of range: 0",
  },
  {
    minors: [28, 31],
    schema: { type: "string", maxLength: 9 },
    rule: "self.indexOf('a') == -1 && dyn(self).indexOf('a') == -1",
    data: "",
    error: "index out of range: 0",
  },
  {
    minors: before34,
    schema: { type: "string", maxLength: 9 },
    rule: "self.lastIndexOf('a') == -1 && dyn(self).lastIndexOf('a') == -1",
    data: "",
    error: "index out of range: -1",
  },
  {
    minors: [37],
    schema: { type: "string", maxLength: 9 },
    rule: "self.indexOf('', -1) == 0",
    data: "",
    error: "index out of range: -1",
  },
  ...lists.map(([minors, schema, rule, data, error]): Case => {
    const expected = error === undefined ? {} : { error };
    return { minors, schema, rule, data, ...expected };
  }),
  ...functions.map(([minors, rule]): Case => ({
    minors,
    schema: { type: "string", maxLength: 99 },
    rule,
    data: "",
  })),
  {
    minors: every,
    schema: listOf(withNull),
    rule: "'%s'.format([self]) == ''",
    data: [{ n: null }],
    error: 'error during formatting: could not find key: "n"',
  },
  {
    minors: every,
    schema: { type: "object", additionalProperties: withNull },
    rule: "'%s'.format([self]) == '{\"a\":{\"n\":1}}'",
    data: { a: { n: 1 } },
  },
  {
    minors: every,
    schema: listOf({ ...withNull, "x-kubernetes-preserve-unknown-fields": true }),
    rule: "'%s'.format([self.filter(x, true)]) == ''",
    data: [{ n: 1, zz: 2 }],
    error: "internal error: runtime error: invalid memory address or nil pointer dereference",
  },
  {
    minors: every,
    schema: listOf(withNull),
    rule: "self.size() < 1",
    messageExpression: "'items: %s'.format([self])",
    data: [{ n: null }],
    error: "plain",
  },
];

const admissions = new Map<KubernetesMinor, readonly CreateAdmit[]>();

async function admissionsOf(minor: KubernetesMinor): Promise<readonly CreateAdmit[]> {
  const made = admissions.get(minor) ?? [
    interpretedAdmission(minor),
    await loadCompiledAdmission(minor),
  ];
  admissions.set(minor, made);
  return made;
}

it.each(cases)("$minors: $rule of $data", async ({ minors, schema, rule, data, ...rest }) => {
  const { error, messageExpression } = rest;
  const described = messageExpression === undefined ? {} : { messageExpression };
  const message = messageExpression === undefined ? {} : { message: "plain" };
  const rules = [{ rule, ...described, ...message }];
  for (const minor of minors) {
    for (const create of await admissionsOf(minor)) {
      const ruled = { ...schema, "x-kubernetes-validations": rules };
      const said = answer(create, ruled, data, rule.includes("oldSelf"));
      expect(said).toBe(error);
    }
  }
});

it("has() of a field of an optional is an optional where a choice takes it", async () => {
  const rules = ["self.b ? has(self.?o.s) : true", "type(self.b ? has(self.?o.s) : true) == bool"];
  const o: JsonObject = { type: "object", properties: { s: { type: "string" } } };
  const properties: JsonObject = { b: { type: "boolean" }, o };
  for (const create of await admissionsOf(37)) {
    for (const rule of rules) {
      const ruled = { type: "object", properties, "x-kubernetes-validations": [{ rule }] };
      const said = [false, true].map((b) => answer(create, ruled, { b, o: { s: "a" } }, false));
      expect(said).toEqual([undefined, `failed rule: ${rule}`]);
    }
  }
});

it("the fieldPath of a rule that failed is one of the later rules of its node up to 1.29", async () => {
  const rules = [
    { rule: "self.b", message: "b", fieldPath: ".o" },
    { rule: "self.o.s == ''", message: "s", fieldPath: ".o.s", messageExpression: "'said'" },
    { rule: "self.b || true", fieldPath: ".b" },
    { rule: "self.o.s.substring(7) == ''" },
    { rule: "self.o.s == 'b'", message: "last" },
  ];
  const o: JsonObject = {
    type: "object",
    properties: { s: { type: "string", "x-kubernetes-validations": [{ rule: "false" }] } },
  };
  const properties: JsonObject = { b: { type: "boolean" }, o };
  const schema = { type: "object", properties, "x-kubernetes-validations": rules };
  const fields = async (minor: KubernetesMinor): Promise<readonly (readonly string[])[]> => {
    const creates = await admissionsOf(minor);
    return creates.map((create) => fieldsOf(create, schema, { b: false, o: { s: "a" } }));
  };
  const leaking = ["spec.x.o", "spec.x.o.o.s", "spec.x.o.o.s", "spec.x.o.o.s", "spec.x.o.s"];
  expect(await fields(28)).toEqual([leaking, leaking]);
  expect(await fields(29)).toEqual([leaking, leaking]);
  const staying = ["spec.x.o", "spec.x.o.s", "spec.x", "spec.x", "spec.x.o.s"];
  expect(await fields(30)).toEqual([staying, staying]);
});

const dated: JsonObject = {
  type: "object",
  properties: {
    e: { type: "string", format: "date-time" },
    d: { type: "string", format: "duration" },
    b: { type: "string", format: "byte" },
    n: { type: "number" },
    i: { type: "integer", nullable: true },
    s: { type: "string", maxLength: 9 },
    l: listOf({ type: "string", format: "date-time" }),
    m: mapList,
    namespace: { type: "string", maxLength: 9 },
    o: { type: "object", properties: { e: { type: "string" } }, "x-kubernetes-preserve-unknown-fields": true },
    r: { type: "object", "x-kubernetes-embedded-resource": true, properties: { e: { type: "string", format: "date" } } },
  },
}; // prettier-ignore
const e = "2020-01-01T00:00:00Z";

/**
 * What rules say of an optional old value that is equal to the new one, up to 1.36, as servers of
 * 1.36 answered; they all hold from 1.37 on.
 */
const optionals: [rule: string, data: JsonObject, older?: string][] = [
  ["!oldSelf.hasValue() || self.e == oldSelf.value().e", { e }, "failed rule: !oldSelf.hasValue() || self.e == oldSelf.value().e"],
  ["oldSelf.?e.orValue(timestamp(0)) == self.e", { e }, "failed rule: oldSelf.?e.orValue(timestamp(0)) == self.e"],
  ["oldSelf.value().e.getFullYear() == 2020", { e }, noOverload("getFullYear(string)", "oldSelf.value().e.getFullYear() == 2020")],
  ["oldSelf.value().e > timestamp(0)", { e }, plainOverload("oldSelf.value().e > timestamp(0)")],
  ["oldSelf.value().d == self.d", { d: "1s" }, "failed rule: oldSelf.value().d == self.d"],
  ["oldSelf.value().b.size() == 1", { b: "YQ==" }, "failed rule: oldSelf.value().b.size() == 1"],
  ["oldSelf.value().n + 1.5 == 2.5", { n: 1 }, plainOverload("oldSelf.value().n + 1.5 == 2.5")],
  ["oldSelf.value().n == self.n && oldSelf.value().n < 1.5", { n: 1 }],
  ["!has(oldSelf.value().i)", { i: null }, "failed rule: !has(oldSelf.value().i)"],
  ["oldSelf.value().l == self.l", { l: [e] }, "failed rule: oldSelf.value().l == self.l"],
  ["self.l == oldSelf.value().l", { l: [e] }, "failed rule: self.l == oldSelf.value().l"],
  ["self.m + oldSelf.value().m == self.m", { m: [{ k: 1, e }] }],
  ["self.l + oldSelf.value().l == [timestamp(self.l[0]), timestamp(self.l[0])]", { l: [e] }],
  ["self.o == oldSelf.value().o", { o: { z: 1 } }, plainOverload("self.o == oldSelf.value().o")],
  ["oldSelf.value().o == self.o", { o: { z: 1 } }, "failed rule: oldSelf.value().o == self.o"],
  ["self.r.metadata == oldSelf.value().r.metadata", { r: { apiVersion: "v1", kind: "K", metadata: { name: "a", labels: { a: "b" } } } }, plainOverload("self.r.metadata == oldSelf.value().r.metadata")],
  ["self.m == oldSelf.value().m && oldSelf.value().m == self.m && self.s == oldSelf.value().s", { m: [{ k: 1 }], s: "a" }],
  ["oldSelf.value().__namespace__ == 'a'", { namespace: "a" }, "no such key: __namespace__"],
  ["oldSelf == optional.of(self)", { s: "a", i: 1 }],
  ["oldSelf.value() == self && self == oldSelf.value()", { s: "a", i: 1 }],
  ["oldSelf.optMap(o, o.s == 'a').orValue(false) && oldSelf.orValue(self).s == 'a'", { s: "a" }],
  ["oldSelf.value().r.e == self.r.e", { r: { apiVersion: "v1", kind: "K", e: "2020-01-01" } }, "failed rule: oldSelf.value().r.e == self.r.e"],
  ["oldSelf.value().r.kind == self.r.kind && has(oldSelf.value().r.metadata.name)", { r: { apiVersion: "v1", kind: "K", metadata: { name: "a" } } }],
]; // prettier-ignore

it.each<[string, JsonObject, string?]>(optionals)(
  "an optional old value: %s of %j",
  async (rule, data, older) => {
    const schema = { ...dated, "x-kubernetes-validations": [{ rule, optionalOldSelf: true }] };
    for (const [minor, error] of [[30, older], [36, older], [37]] as const) {
      for (const create of await admissionsOf(minor)) {
        const [first] = errorsOf(create, schema, data, data);
        expect(messageOf(first)).toBe(error);
      }
    }
  },
);

/** On all servers, as 1.36 answered. */
it.each([
  ["oldSelf.hasValue() ? 'yes' : 'no'", "plain"],
  ["has(oldSelf.s) ? 'has' : 'not'", "has"],
  ["'was ' + self.s", "was b"],
])("a message does not see an optional old value: %s", async (messageExpression, said) => {
  const ruled = { rule: "!oldSelf.hasValue()", messageExpression, message: "plain" };
  const schema: JsonObject = {
    ...dated,
    "x-kubernetes-validations": [{ ...ruled, optionalOldSelf: true }],
  };
  for (const minor of [30, 36, 37] as const) {
    for (const create of await admissionsOf(minor)) {
      const [error] = errorsOf(create, schema, { s: "b" }, { s: "a" });
      expect(messageOf(error)).toBe(said);
    }
  }
});
