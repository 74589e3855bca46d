import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import {
  flagAt,
  itemsAt,
  objectAt,
  textAt,
  memberAt,
} from "../../../runtime/v1/values/json/raw-fields.js";
import { Re2Error } from "../../../runtime/v1/values/re2/node.js";
import { parseRe2 } from "../../../runtime/v1/values/re2/parse.js";
import type { CrdRules } from "../../../runtime/versions/crd-rules.js";
import { schemaType } from "../decode/crd-types.js";
import type { FieldPath, Findings } from "../findings/findings.js";
import { asSchema, branchesOf, itemsOf, propertiesOf, valuesOf } from "./raw-schema.js";

/**
 * Value validations of a core node: what stands under its junctors may validate, but shape nothing
 * (`validateValueValidation`). The two patterns of int-or-string are exempt, whether or not the
 * extension is set.
 */
export function checkJunctors(schema: JsonObject, at: FieldPath, findings: Findings): void {
  if (!hasValueValidation(schema)) return;
  const allOf = branchesOf(schema, "allOf");
  const exempt: Exempt = {
    anyOf: isIntOrStringPair(schema, findings.rules),
    anyOfInFirstAllOf: allOf[0] !== undefined && isIntOrStringPair(allOf[0], findings.rules),
  };
  checkValueValidation(schema, exempt, at, findings);
}

interface Exempt {
  readonly anyOf: boolean;
  readonly anyOfInFirstAllOf: boolean;
}

const notExempt: Exempt = { anyOf: false, anyOfInFirstAllOf: false };

const keywords: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "not", "pattern"]);

function hasValueValidation(schema: JsonObject): boolean {
  for (const key of Object.keys(schema)) if (keywords.has(key)) return true;
  return false;
}

/** Exactly `[{type: integer}, {type: string}]`, in this order and nothing besides. */
function isIntOrStringPair(schema: JsonObject, rules: CrdRules): boolean {
  const pair = itemsAt(schema, "anyOf");
  return (
    pair.length === 2 &&
    isPlainBranch(asSchema(pair[0]), "integer", rules) &&
    isPlainBranch(asSchema(pair[1]), "string", rules)
  );
}

function isPlainBranch(branch: JsonObject, type: string, rules: CrdRules): boolean {
  if (textAt(branch, "type") !== type) return false;
  return Object.keys(branch).every(
    (key) => key === "type" || isZeroKeyword(branch, key, rules) || isClosing(branch, key),
  );
}

/** The literal false leaves nothing behind in a branch. */
function isClosing(branch: JsonObject, key: string): boolean {
  return key === "additionalProperties" && branch[key] === false;
}

function checkValueValidation(
  schema: JsonObject,
  exempt: Exempt,
  at: FieldPath,
  findings: Findings,
): void {
  if (!exempt.anyOf) checkBranches(schema, "anyOf", at, findings);
  branchesOf(schema, "allOf").forEach((branch, index) => {
    const first = { ...notExempt, anyOf: index === 0 && exempt.anyOfInFirstAllOf };
    checkBranch(branch, first, at.child("allOf").index(index), findings);
  });
  checkBranches(schema, "oneOf", at, findings);
  const not = objectAt(schema, "not");
  if (not !== undefined) checkBranch(not, notExempt, at.child("not"), findings);
  checkPattern(textAt(schema, "pattern"), at.child("pattern"), findings);
}

function checkBranches(
  schema: JsonObject,
  junctor: "anyOf" | "oneOf",
  at: FieldPath,
  findings: Findings,
): void {
  branchesOf(schema, junctor).forEach((branch, index) => {
    checkBranch(branch, notExempt, at.child(junctor).index(index), findings);
  });
}

function checkPattern(pattern: string, at: FieldPath, findings: Findings): void {
  const fault = pattern === "" ? undefined : patternFault(pattern);
  if (fault === undefined) return;
  const detail = `must be a valid regular expression, but isn't: ${fault}`;
  findings.invalid("schema/pattern-invalid", at, pattern, detail);
}

/** Tells whether a branch says something with a keyword. */
type IsSet = (schema: JsonObject, keyword: string, rules: CrdRules) => boolean;

const hasText: IsSet = (schema, keyword) => textAt(schema, keyword) !== "";
const hasFlag: IsSet = (schema, keyword) => flagAt(schema, keyword);
const hasItems: IsSet = (schema, keyword) => itemsAt(schema, keyword).length > 0;
const hasValue: IsSet = (schema, keyword) => memberAt(schema, keyword) !== undefined;

/** Keywords that no branch may have: how each is recognised, and the words for it. */
const forbidden: readonly (readonly [keyword: string, isSet: IsSet, words: string])[] = [
  ["type", hasText, "must be empty"],
  ["additionalProperties", hasAdditionalProperties, "must be undefined"],
  ["default", hasValue, "must be undefined"],
  ["title", hasText, "must be empty"],
  ["description", hasText, "must be empty"],
  ["nullable", hasFlag, "must be false"],
  ["x-kubernetes-preserve-unknown-fields", hasFlag, "must be false"],
  ["x-kubernetes-embedded-resource", hasFlag, "must be false"],
  ["x-kubernetes-int-or-string", hasFlag, "must be false"],
  ["x-kubernetes-list-map-keys", hasItems, "must be empty"],
  ["x-kubernetes-validations", hasItems, "must be empty"],
  ["x-kubernetes-list-type", hasValue, "must be undefined"],
  ["x-kubernetes-map-type", hasValue, "must be undefined"],
];

function hasAdditionalProperties(
  schema: JsonObject,
  _keyword: string,
  { forbidsClosedBranches }: CrdRules,
): boolean {
  if (forbidsClosedBranches) return memberAt(schema, "additionalProperties") !== undefined;
  return valuesOf(schema) !== undefined || flagAt(schema, "additionalProperties");
}

const oneType = {
  help: "a value has one type: write it outside of allOf, anyOf, oneOf and not, and remove it here",
};

/** An element of a junctor, and what lies below it (`validateNestedValueValidation`). */
function checkBranch(schema: JsonObject, exempt: Exempt, at: FieldPath, findings: Findings): void {
  checkValueValidation(schema, exempt, at, findings);
  const items = itemsOf(schema);
  if (items !== undefined) checkBranch(items, notExempt, at.child("items"), findings);
  const fields = propertiesOf(schema);
  for (const name of Object.keys(fields)) {
    checkBranch(asSchema(fields[name]), notExempt, at.child("properties").key(name), findings);
  }
  for (const [keyword, isSet, words] of forbidden) {
    if (!isSet(schema, keyword, findings.rules)) continue;
    const extra = keyword === "type" ? oneType : undefined;
    const detail = `${words} to be structural`;
    findings.forbidden("schema/junctor-keyword", at.child(keyword), detail, extra);
  }
  if (Object.hasOwn(fields, "metadata")) {
    const metadataAt = at.child("properties").key("metadata");
    const detail = "must not be specified in a nested context";
    findings.forbidden("schema/junctor-keyword", metadataAt, detail);
  }
}

/** Patterns repeat within a CRD and across CRDs: each is read once. */
const known = new Map<string, string | undefined>();
const mostKnown = 10_000;

/**
 * Why Go's regexp package refuses a pattern (RE2): the text of its error; undefined for a good
 * pattern.
 */
function patternFault(pattern: string): string | undefined {
  if (known.has(pattern)) return known.get(pattern);
  const parsed = parseRe2(pattern);
  const fault = parsed instanceof Re2Error ? parsed.message : undefined;
  if (known.size === mostKnown) known.clear();
  known.set(pattern, fault);
  return fault;
}

/**
 * Tells whether JSONSchemaProps has a keyword; everything else is dropped when a CRD is decoded.
 */
function isKnownKeyword(key: string): boolean {
  return schemaType.fields().has(key);
}

/**
 * Tells whether a keyword leaves nothing behind in the structural form, compared as Go's
 * `reflect.DeepEqual` does: pointers and most lists count as soon as they are there, however empty.
 */
export function isZeroKeyword(schema: JsonObject, key: string, rules: CrdRules): boolean {
  if (!isKnownKeyword(key) || unconverted.has(key)) return true;
  if (!rules.structuralExamples && (key === "example" || key === "externalDocs")) return true;
  const value = memberAt(schema, key);
  if (value !== undefined && anyJson.has(key)) return false;
  // Anything but a schema decodes to nothing.
  if (key === "items") return !isObject(value);
  switch (typeof value) {
    case "undefined":
      return true;
    case "string":
      return value === "" && !textPointers.has(key);
    case "boolean":
      return !value && key !== "additionalProperties";
    case "object":
      return rebuilt.has(key) && itemsAt(schema, key).length === 0;
    default:
      return false;
  }
}

/**
 * Keywords that the structural form does not have; a schema that says anything with them does not
 * convert.
 */
const unconverted: ReadonlySet<string> = new Set([
  "id",
  "$schema",
  "$ref",
  "patternProperties",
  "dependencies",
  "additionalItems",
  "definitions",
]);

/** Keywords that take any value: `false` and `""` are values like others. */
const anyJson: ReadonlySet<string> = new Set(["default", "example"]);

const textPointers: ReadonlySet<string> = new Set([
  "x-kubernetes-list-type",
  "x-kubernetes-map-type",
]);

/** Lists that the conversion rebuilds: an empty one is as good as none. */
const rebuilt: ReadonlySet<string> = new Set(["enum", "allOf", "anyOf", "oneOf"]);
