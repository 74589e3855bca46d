import { describe, expect, it } from "vitest";
import { SchemaTable } from "../../../../src/crd/ir/schema-table.js";
import { checkSchemaRules } from "../../../../src/crd/rules/check-schema-rules.js";
import {
  followFieldPath,
  isCompileFault,
  RuleCompiler,
} from "../../../../src/crd/rules/compile-rules.js";
import { DeclaredTypes } from "../../../../src/crd/rules/declared-type.js";
import { escapeProperty, unescapeProperty } from "../../../../src/runtime/v1/cel/data/data.js";
import type { Json } from "../../../../src/runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../../../src/runtime/v1/values/kubernetes-version.js";

function schemaOf(raw: Json): ReturnType<SchemaTable["schema"]> {
  return new SchemaTable().schema(raw);
}

/** What became of the rules of a node: its error, or its cost. */
function compile(raw: Json, minor: KubernetesMinor = 37): readonly unknown[] {
  const schema = schemaOf(raw);
  const declared = new DeclaredTypes(minor).of(schema, false);
  if (declared === undefined) throw new Error("no type");
  const compiler = new RuleCompiler(minor, "new");
  return compiler.compile(schema, declared).map(({ expression, usesOldSelf }) => {
    if (expression === undefined) return "skipped";
    if (isCompileFault(expression)) return expression.detail;
    return { maxCost: String(expression.maxCost), usesOldSelf };
  });
}

function withRules(raw: { [key: string]: Json }, ...rules: string[]): Json {
  return { ...raw, "x-kubernetes-validations": rules.map((rule) => ({ rule })) };
}

describe("the fieldPath of a rule", () => {
  const pathWith = (messageExpression: string): string | undefined => {
    const rule = { rule: "true", fieldPath: ".a", messageExpression };
    const properties = { a: { type: "string" } };
    const schema = schemaOf({ type: "object", properties, "x-kubernetes-validations": [rule] });
    const declared = new DeclaredTypes(37).of(schema, false);
    if (declared === undefined) throw new Error("no type");
    return new RuleCompiler(37, "new").compile(schema, declared)[0]?.fieldPath;
  };

  it("is lost where the messageExpression does not compile, as on the server", () => {
    expect(pathWith("")).toBe("a");
    expect(pathWith("self.a")).toBe("a");
    expect(pathWith("self.b")).toBeUndefined();
    expect(pathWith("1")).toBeUndefined();
  });
});

describe("rules of a node", () => {
  it.each<[string, unknown]>([
    ["self > 1", { maxCost: "2", usesOldSelf: false }],
    ["self == oldSelf", { maxCost: "2", usesOldSelf: true }],
    ["[1].all(oldSelf, oldSelf > 0)", { maxCost: "16", usesOldSelf: true }],
    [" \n", "skipped"],
    ["self", "cel expression must evaluate to a bool"],
    [
      "int('x') == self",
      "program instantiation failed: type conversion error from 'string' to 'int'",
    ],
    [
      "type(self) == duration",
      "program instantiation failed: reference to undefined type: duration",
    ],
    [
      "{b'a': 1}.size() == self",
      "program instantiation failed: runtime error: hash of unhashable type types.Bytes",
    ],
  ])("%j", (rule, outcome) => {
    expect(compile(withRules({ type: "integer" }, rule))).toEqual([outcome]);
  });

  it("sees properties by their escaped names, reserved words also as they are", () => {
    const properties = {
      "a-b": { type: "string" },
      namespace: { type: "string" },
      "1": { type: "string" },
    };
    const object = withRules(
      { type: "object", properties },
      "self.a__dash__b == self.namespace && self.namespace == self.__namespace__",
    );
    expect(compile(object)[0]).toHaveProperty("maxCost");
    expect(compile(object, 31)[0]).toContain("undefined field 'namespace'");
  });

  it("takes oldSelf as optional where the rule says so, from 1.30 on", () => {
    const rule = { rule: "oldSelf.hasValue()", optionalOldSelf: true };
    const raw: Json = { type: "integer", "x-kubernetes-validations": [rule] };
    expect(compile(raw)).toEqual([{ maxCost: "2", usesOldSelf: true }]);
    expect(compile(raw, 29)[0]).toContain("found no matching overload");
  });
});

describe("resources", () => {
  it("have apiVersion, kind, and metadata with two fields, bounded from 1.37 on", () => {
    const schema = schemaOf({
      type: "object",
      properties: { metadata: { type: "object", properties: { labels: { type: "object" } } } },
    });
    const metadata = new DeclaredTypes(37).of(schema, true)?.field("metadata");
    expect([...(metadata?.fields?.keys() ?? [])]).toEqual(["name", "generateName"]);
    expect(metadata?.field("name")?.maxElements).toBe(1012);
    const older = new DeclaredTypes(36).of(schema, true)?.field("metadata");
    expect(older?.field("name")?.maxElements).toBe(3_145_726);
  });
});

describe("limits", () => {
  function causes(raw: Json): readonly string[] {
    return checkSchemaRules({
      schema: schemaOf(raw),
      minor: 37,
      field: "spec",
      types: new DeclaredTypes(37),
      compiler: new RuleCompiler(37, "new"),
      hasFault: () => false,
      hasUnknownMapType: () => false,
    }).map(({ error }) => `${error.field}: ${error.message}`);
  }

  it("multiplies costs by the bounds of the lists above", () => {
    const item = withRules({ type: "string", maxLength: 1000 }, "self.matches('^a{1,100}b$')");
    const list = (maxItems: number): Json => ({ type: "array", maxItems, items: item });
    expect(causes({ type: "object", properties: { l: list(1000) } })).toEqual([]);
    expect(causes({ type: "object", properties: { l: list(10_000) } })).toEqual([
      "spec.properties[l].items.x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of 1.204000x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)",
    ]);
  });

  it("rounds what is in the middle to even, what is not as it lies", () => {
    const factors = (item: Json, maxItems: number): readonly string[] =>
      causes({ type: "array", maxItems, items: item }).map(
        (text) => /factor of (\S+)/.exec(text)?.[1] ?? text,
      );
    const positive = (terms: number): Json =>
      withRules({ type: "integer" }, Array(terms).fill("self > 0").join(" || "));
    expect(factors(positive(57), 250_000)).toContain("2.9x");
    expect(factors(positive(49), 250_000)).toContain("2.5x");
    const negative = `-self > 0${" || self > 0".repeat(63)}`;
    expect(factors(withRules({ type: "integer" }, negative), 78_125)).toEqual(["1.007812x"]);
  });

  it("refuses oldSelf where old values are not found", () => {
    const item = withRules({ type: "integer" }, "self == oldSelf");
    const raw: Json = {
      type: "object",
      properties: { l: { type: "array", maxItems: 5, items: item } },
    };
    expect(causes(raw)).toEqual([
      'spec.properties[l].items.x-kubernetes-validations[0].rule: Invalid value: "self == oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within spec.properties[l]',
    ]);
  });
});

describe("names", () => {
  it.each([
    ["a", "a"],
    ["a-b.c/d", "a__dash__b__dot__c__slash__d"],
    ["a__b", "a__underscores__b"],
    ["___", "__underscores___"],
    ["namespace", "__namespace__"],
    ["self", "self"],
    ["1a", undefined],
    ["", undefined],
    ["é", undefined],
    ["a b", undefined],
    ["__proto__", "__underscores__proto__underscores__"],
  ])("%j is %j", (name, identifier) => {
    expect(escapeProperty(name)).toBe(identifier);
    if (identifier !== undefined) expect(unescapeProperty(identifier)).toBe(name);
  });

  it("refuses identifiers that stand for nothing", () => {
    expect(unescapeProperty("__foo__")).toBeUndefined();
    expect(unescapeProperty("a__if__")).toBeUndefined();
  });
});

describe("field paths", () => {
  const schema = schemaOf({
    type: "object",
    properties: {
      a: { type: "object", properties: { "b.c": { type: "string" } } },
      m: {
        type: "object",
        additionalProperties: { type: "object", properties: { z: { type: "string" } } },
      },
    },
  });
  it.each([
    [".a", "a"],
    [".a['b.c']", "a.b.c"],
    ["['m']['k'].z", "m[k].z"],
    [".m.k", "m[k]"],
    ["", ""],
    ["a", "expected [ or . but got: a"],
    [".x", "does not refer to a valid field"],
    [".a[", "unexpected end of JSON path"],
    [".a[b]", "expected single quoted string but got b"],
    [".a['\\x']", "invalid string literal: invalid escape char \\x"],
  ])("%j is %j", (text, outcome) => {
    const followed = followFieldPath(text, schema);
    expect(followed.kind === "found" ? followed.text : followed.message).toBe(outcome);
  });
});
