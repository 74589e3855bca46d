import { expect, it } from "vitest";
import { readResource } from "../../../../src/crd/frontend/read-resource.js";
import { SchemaTable } from "../../../../src/crd/ir/schema-table.js";
import type { Json } from "../../../../src/runtime/v1/values/json/json.js";
import { newestMinor } from "../../../../src/runtime/v1/values/kubernetes-version.js";
import type { Change } from "../../../../src/tools/diff/change.js";
import { isBreaking } from "../../../../src/tools/diff/change.js";
import { diffResources } from "../../../../src/tools/diff/diff-resources.js";
import { asCrd } from "../../../support/corpus-crds.js";

/*
 * What other programs flag by the tables of their own tests, with CRDs of our own: crdify
 * (https://github.com/kubernetes-sigs/crdify, `pkg/validations`, Apache-2.0) by its defaults, and
 * crd-schema-checker (https://github.com/openshift/crd-schema-checker,
 * `pkg/manifestcomparators`, Apache-2.0).
 */

type Schema = { readonly [keyword: string]: Json };

/** What a check flags, and what we call that. */
interface Row {
  /** The program's name for its check. */
  readonly check: string;
  readonly what: string;
  /** The schemas of `spec.a`, or of what `around` says. */
  readonly old: Schema;
  readonly now: Schema;
  readonly code: string;
  /** Why we do not say that it breaks somebody; absent where we do. */
  readonly because?: string;
}

const text: Schema = { type: "string" };
const number: Schema = { type: "integer" };
const immutable = { rule: "self == oldSelf", message: "immutable" };
const longer = { rule: "self.size() > 0", message: "empty" };
const rules = (...all: readonly Schema[]): Schema => ({
  ...text,
  "x-kubernetes-validations": all as Json,
});
const list = (more: Schema): Schema => ({ type: "array", items: text, ...more });
const object = (more: Schema): Schema => ({
  type: "object",
  properties: { b: text, c: text },
  ...more,
});
const moreValues = "it accepts what it accepted, and more: no value was promised to be refused";

const rows: readonly Row[] = [
  { check: "enum", what: "an enum is new", old: text, now: { ...text, enum: ["foo"] }, code: "enum-added" },
  { check: "enum", what: "a value is new", old: { ...text, enum: ["foo"] }, now: { ...text, enum: ["foo", "bar"] }, code: "enum-value-added" },
  { check: "enum", what: "a value is gone", old: { ...text, enum: ["foo", "bar"] }, now: { ...text, enum: ["bar"] }, code: "enum-value-removed" },
  { check: "default", what: "a default is new", old: text, now: { ...text, default: "foo" }, code: "default-added", because: "objects without the field read differently; nothing is refused" },
  { check: "default", what: "a default is gone", old: { ...text, default: "foo" }, now: text, code: "default-removed" },
  { check: "default", what: "another default", old: { ...text, default: "foo" }, now: { ...text, default: "bar" }, code: "default-changed", because: "objects without the field read differently; nothing is refused" },
  { check: "nullable", what: "null is taken", old: text, now: { ...text, nullable: true }, code: "nullable-added" },
  { check: "nullable", what: "null is not taken", old: { ...text, nullable: true }, now: text, code: "nullable-removed" },
  { check: "maximum", what: "new", old: number, now: { ...number, maximum: 10 }, code: "maximum-changed" },
  { check: "maximum", what: "lower", old: { ...number, maximum: 20 }, now: { ...number, maximum: 10 }, code: "maximum-changed" },
  { check: "exclusiveMaximum", what: "exclusive", old: { ...number, maximum: 10 }, now: { ...number, maximum: 10, exclusiveMaximum: true }, code: "maximum-changed" },
  { check: "exclusiveMaximum", what: "not exclusive", old: { ...number, maximum: 10, exclusiveMaximum: true }, now: { ...number, maximum: 10 }, code: "maximum-changed", because: moreValues },
  { check: "minimum", what: "new", old: number, now: { ...number, minimum: 10 }, code: "minimum-changed" },
  { check: "minimum", what: "higher", old: { ...number, minimum: 10 }, now: { ...number, minimum: 20 }, code: "minimum-changed" },
  { check: "maxLength", what: "new", old: text, now: { ...text, maxLength: 10 }, code: "max-length-changed" },
  { check: "maxLength", what: "lower", old: { ...text, maxLength: 20 }, now: { ...text, maxLength: 10 }, code: "max-length-changed" },
  { check: "minLength", what: "new", old: text, now: { ...text, minLength: 10 }, code: "min-length-changed" },
  { check: "minLength", what: "higher", old: { ...text, minLength: 10 }, now: { ...text, minLength: 20 }, code: "min-length-changed" },
  { check: "maxItems", what: "new", old: list({}), now: list({ maxItems: 10 }), code: "max-items-changed" },
  { check: "maxItems", what: "lower", old: list({ maxItems: 20 }), now: list({ maxItems: 10 }), code: "max-items-changed" },
  { check: "minItems", what: "new", old: list({}), now: list({ minItems: 10 }), code: "min-items-changed" },
  { check: "minItems", what: "higher", old: list({ minItems: 2 }), now: list({ minItems: 3 }), code: "min-items-changed" },
  { check: "maxProperties", what: "new", old: object({}), now: object({ maxProperties: 1 }), code: "max-properties-changed" },
  { check: "maxProperties", what: "lower", old: object({ maxProperties: 2 }), now: object({ maxProperties: 1 }), code: "max-properties-changed" },
  { check: "minProperties", what: "new", old: object({}), now: object({ minProperties: 1 }), code: "min-properties-changed" },
  { check: "minProperties", what: "higher", old: object({ minProperties: 1 }), now: object({ minProperties: 2 }), code: "min-properties-changed" },
  { check: "required", what: "a field", old: object({}), now: object({ required: ["b"] }), code: "required-added" },
  { check: "type", what: "another type", old: text, now: number, code: "type-changed" },
  { check: "pattern", what: "new", old: text, now: { ...text, pattern: "^[a-z]+$" }, code: "pattern-changed" },
  { check: "pattern", what: "another", old: { ...text, pattern: "^[a-z]+$" }, now: { ...text, pattern: "^[A-Z]+$" }, code: "pattern-changed" },
  { check: "pattern", what: "gone", old: { ...text, pattern: "^[a-z]+$" }, now: text, code: "pattern-changed", because: moreValues },
  { check: "format", what: "another", old: { ...text, format: "datetime" }, now: { ...text, format: "isbn" }, code: "format-changed" },
  { check: "uniqueItems", what: "wanted", old: list({}), now: list({ uniqueItems: true }), code: "unique-items-changed" },
  { check: "not", what: "new", old: text, now: { ...text, not: { type: "integer" } }, code: "not-changed" },
  { check: "not", what: "another", old: { ...text, not: { type: "integer" } }, now: { ...text, not: { type: "number" } }, code: "not-changed" },
  { check: "not", what: "another object", old: object({ not: { required: ["b"] } }), now: object({ not: { required: ["c"] } }), code: "not-changed" },
  { check: "allOf", what: "new", old: text, now: { ...text, allOf: [{ minLength: 1 }] }, code: "all-of-changed" },
  { check: "allOf", what: "a branch more", old: { ...text, allOf: [{ minLength: 1 }] }, now: { ...text, allOf: [{ minLength: 1 }, { maxLength: 100 }] }, code: "all-of-changed" },
  { check: "allOf", what: "a branch less", old: { ...text, allOf: [{ minLength: 1 }, { maxLength: 100 }] }, now: { ...text, allOf: [{ minLength: 1 }] }, code: "all-of-changed", because: moreValues },
  { check: "allOf", what: "another branch", old: { ...text, allOf: [{ minLength: 1 }] }, now: { ...text, allOf: [{ minLength: 5 }] }, code: "all-of-changed" },
  { check: "allOf", what: "gone", old: { ...text, allOf: [{ minLength: 1 }] }, now: text, code: "all-of-changed", because: moreValues },
  { check: "oneOf", what: "new", old: text, now: { ...text, oneOf: [{ minLength: 2 }] }, code: "one-of-changed" },
  { check: "oneOf", what: "a branch less", old: { ...text, oneOf: [{ minLength: 2 }, { maxLength: 1 }] }, now: { ...text, oneOf: [{ minLength: 2 }] }, code: "one-of-changed" },
  { check: "oneOf", what: "a branch more", old: { ...text, oneOf: [{ minLength: 2 }] }, now: { ...text, oneOf: [{ minLength: 2 }, { maxLength: 1 }] }, code: "one-of-changed" },
  { check: "anyOf", what: "new", old: text, now: { ...text, anyOf: [{ minLength: 2 }] }, code: "any-of-changed" },
  { check: "anyOf", what: "a branch less", old: { ...text, anyOf: [{ minLength: 2 }, { maxLength: 1 }] }, now: { ...text, anyOf: [{ minLength: 2 }] }, code: "any-of-changed" },
  { check: "anyOf", what: "a branch more", old: { ...text, anyOf: [{ minLength: 2 }] }, now: { ...text, anyOf: [{ minLength: 2 }, { maxLength: 1 }] }, code: "any-of-changed", because: moreValues },
  { check: "xValidations", what: "a rule is new", old: text, now: rules(immutable), code: "rule-added" },
  { check: "xValidations", what: "all rules are gone", old: rules(immutable), now: text, code: "rule-removed", because: moreValues },
  { check: "xValidations", what: "a further rule", old: rules(immutable), now: rules(immutable, longer), code: "rule-added" },
  { check: "xValidations", what: "a rule is gone", old: rules(immutable, longer), now: rules(immutable), code: "rule-removed", because: moreValues },
  { check: "xValidations", what: "another expression", old: rules(immutable), now: rules({ ...immutable, rule: "self != oldSelf" }), code: "rule-changed" },
  { check: "xValidations", what: "runs for new values", old: rules({ ...immutable, rule: "oldSelf == self" }), now: rules({ rule: "oldSelf.hasValue() || self == 'a'", message: "immutable", optionalOldSelf: true }), code: "rule-changed" },
  { check: "xValidations", what: "another reason", old: rules({ ...immutable, reason: "FieldValueForbidden" }), now: rules({ ...immutable, reason: "FieldValueInvalid" }), code: "rule-message-changed", because: "the same values are refused, with another reason" },
  { check: "existingFieldRemoval, NoFieldRemoval", what: "a field is gone", old: object({}), now: { type: "object", properties: { b: text } }, code: "field-removed" },
  { check: "NoDataTypeChange, NoFieldTypeChange", what: "an integer is a number", old: number, now: { type: "number" }, code: "type-changed" },
  { check: "NoEnumRemoval", what: "a value is gone", old: { ...text, enum: ["a", "b"] }, now: { ...text, enum: ["a"] }, code: "enum-value-removed" },
  { check: "NoNewRequiredFields", what: "a new field is required", old: object({}), now: { ...object({ required: ["d"] }), properties: { b: text, c: text, d: text } }, code: "required-added" },
  { check: "description", what: "another description", old: { ...text, description: "old" }, now: { ...text, description: "new" }, code: "description-changed", because: "the server does not look at it" },
]; // prettier-ignore

function crd(a: Schema, more: { readonly scope?: string; readonly versions?: readonly string[] } = {}): Json {
  const schema = {
    openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties: { a } } } },
  };
  const versions = (more.versions ?? ["v1"]).map((name, index) => ({ name, served: true, storage: index === 0, schema }));
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "samples.example.com" },
    spec: {
      group: "example.com",
      scope: more.scope ?? "Namespaced",
      names: { kind: "Sample", plural: "samples" },
      versions,
    },
  }; // plain data
} // prettier-ignore

function changesOf(old: Json, now: Json): readonly Change[] {
  const table = new SchemaTable();
  const resources = [old, now].map((one) => readResource(asCrd(one), table));
  return diffResources(resources.slice(0, 1), resources.slice(1), table, newestMinor).changes;
}

/** Whether a change of a code was found, and whether one of them breaks somebody. */
function findingOf(changes: readonly Change[], code: string): string {
  const found = changes.filter((change) => change.code === `diff/${code}`);
  if (found.length === 0) return "nothing";
  return found.some(({ effects }) => effects.some(isBreaking)) ? "breaks" : "does not break";
}

it.each(rows)("$check, $what: $code", ({ old, now, code, because }) => {
  const changes = changesOf(crd(old), crd(now));
  // A reason that is not needed any more fails, too.
  expect(findingOf(changes, code)).toBe(because === undefined ? "breaks" : "does not break");
});

it("scope: the scope has changed", () => {
  const changes = changesOf(crd(text), crd(text, { scope: "Cluster" }));
  expect(findingOf(changes, "scope-changed")).toBe("breaks");
});

it("storedVersionRemoval: the version that stores objects is gone", () => {
  const changes = changesOf(crd(text, { versions: ["v1", "v2"] }), crd(text, { versions: ["v2"] }));
  expect(findingOf(changes, "version-removed")).toBe("breaks");
});
