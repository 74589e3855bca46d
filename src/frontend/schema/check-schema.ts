import type { Json, JsonObject } from "../../runtime/v1/json.js";
import { isObject } from "../../runtime/v1/json.js";
import type { CheckOptions } from "../crd/check-options.js";
import type { FieldPath } from "../field-path.js";
import type { Findings } from "../findings.js";
import { flagAt, listAt, objectAt, optionalFlagAt, textAt, valueAt } from "../raw-fields.js";
import { checkListType } from "./check-list-type.js";
import { checkMapType } from "./check-map-type.js";
import { checkRuleTexts } from "./check-rule-texts.js";
import { asSchema, branchesOf, defaultOf, itemsOf, propertiesOf } from "./properties.js";

/** What the rules for one node need besides the node. */
export interface SchemaCheck {
  readonly options: CheckOptions;
  readonly findings: Findings;
}

/** Where a node stands, as far as rules depend on it (`specStandardValidatorV3`). */
export interface SchemaScope {
  readonly isRoot: boolean;
  /** Below metadata, kind or apiVersion of the root or of an embedded resource. */
  readonly insideResourceMeta: boolean;
  readonly allowDefaults: boolean;
  /** Completes `must not be set` where defaults are not allowed. */
  readonly defaultsForbiddenReason: string;
}

/** The rules that hold for every schema node (`ValidateCustomResourceDefinitionOpenAPISchema`), in the server's order. */
export function checkSchema(schema: JsonObject, at: FieldPath, check: SchemaCheck): void {
  checkNode(schema, at, { ...check.options, isRoot: true, insideResourceMeta: false }, check);
}

function checkNode(schema: JsonObject, at: FieldPath, scope: SchemaScope, check: SchemaCheck): void {
  const present = keywordsIn(schema);
  checkType(schema, at, check);
  if ((present & own) !== 0 || schema["type"] === "null") checkOwnKeywords(schema, at, scope, check.findings);
  if ((present & values) !== 0) checkAdditionalProperties(schema, at, scope, check);
  if ((present & properties) !== 0) checkProperties(schema, at, scope, check);
  if ((present & branches) !== 0) checkBranches(schema, at, scope, check);
  if ((present & items) !== 0) checkItems(schema, at, scope, check);
  if ((present & extensions) !== 0) checkExtensions(schema, at, check);
}

// Most nodes have a type, a description, and properties at most: one look at the keys tells which rules can matter.
const own = 1;
const values = 2;
const properties = 4;
const branches = 8;
const items = 16;
const extensions = 32;

const keywordGroups: ReadonlyMap<string, number> = new Map([
  ["default", own],
  ["id", own],
  ["additionalItems", own],
  ["patternProperties", own],
  ["definitions", own | branches],
  ["dependencies", own | branches],
  ["$ref", own],
  ["uniqueItems", own],
  ["additionalProperties", values],
  ["properties", properties],
  ["not", branches],
  ["allOf", branches],
  ["oneOf", branches],
  ["anyOf", branches],
  ["items", items | own],
  ["x-kubernetes-embedded-resource", own],
  ["x-kubernetes-preserve-unknown-fields", extensions],
  ["x-kubernetes-map-type", extensions],
  ["x-kubernetes-list-type", extensions],
  ["x-kubernetes-list-map-keys", extensions],
  ["x-kubernetes-validations", extensions],
]);

function keywordsIn(schema: JsonObject): number {
  let present = 0;
  for (const key of Object.keys(schema)) present |= keywordGroups.get(key) ?? 0;
  return present;
}

const types = ["array", "boolean", "integer", "number", "object", "string"];
const knownTypes: ReadonlySet<string> = new Set(types);

function checkType(schema: JsonObject, at: FieldPath, { options, findings }: SchemaCheck): void {
  const type = textAt(schema, "type");
  if (type === "" || knownTypes.has(type) || !options.requireValidTypes) return;
  findings.notSupported("schema/type-unknown", at.child("type"), type, types);
}

/** Keywords that no CRD may use: how each is recognised. */
const forbidden: readonly (readonly [string, (schema: JsonObject) => boolean])[] = [
  ["id", (schema) => textAt(schema, "id") !== ""],
  ["additionalItems", (schema) => valueAt(schema, "additionalItems") !== undefined],
  ["patternProperties", (schema) => hasMembers(schema, "patternProperties")],
  ["definitions", (schema) => hasMembers(schema, "definitions")],
  ["dependencies", (schema) => objectAt(schema, "dependencies") !== undefined],
  ["$ref", (schema) => valueAt(schema, "$ref") !== undefined],
];

function checkOwnKeywords(
  schema: JsonObject,
  at: FieldPath,
  scope: SchemaScope,
  findings: Findings,
): void {
  if (!scope.allowDefaults && defaultOf(schema) !== undefined) {
    const detail = `must not be set ${scope.defaultsForbiddenReason}`.trimEnd();
    findings.forbidden("schema/default-forbidden", at.child("default"), detail);
  }
  for (const [keyword, isSet] of forbidden) {
    if (!isSet(schema)) continue;
    findings.forbidden("schema/keyword-forbidden", at.child(keyword), `${keyword} is not supported`);
  }
  if (textAt(schema, "type") === "null") {
    const detail = "type cannot be set to null, use nullable as an alternative";
    findings.forbidden("schema/type-unknown", at.child("type"), detail);
  }
  if (listAt(schema, "items").length > 0) {
    const detail = "items must be a schema object and not an array";
    findings.forbidden("schema/items-list", at.child("items"), detail);
  }
  if (scope.insideResourceMeta && flagAt(schema, "x-kubernetes-embedded-resource")) {
    const keyAt = at.child("x-kubernetes-embedded-resource");
    findings.forbidden("schema/embedded-resource", keyAt, "must not be used inside of resource meta");
  }
  if (flagAt(schema, "uniqueItems")) {
    const detail =
      "uniqueItems cannot be set to true since the runtime complexity becomes quadratic";
    findings.forbidden("schema/unique-items", at.child("uniqueItems"), detail);
  }
}

function checkAdditionalProperties(
  schema: JsonObject,
  at: FieldPath,
  scope: SchemaScope,
  check: SchemaCheck,
): void {
  const value = valueAt(schema, "additionalProperties");
  const valuesAt = at.child("additionalProperties");
  if (value === undefined) return;
  if (hasMembers(schema, "properties") && value !== true) {
    const detail = "additionalProperties and properties are mutual exclusive";
    check.findings.forbidden("schema/additional-properties-mixed", valuesAt, detail);
  }
  if (!isObject(value)) return;
  checkNode(value, valuesAt, valuesScope(scope), check);
}

/** Pruning of a default below a map would need the map's keys, so metadata cannot have any there. */
function valuesScope(scope: SchemaScope): SchemaScope {
  if (!scope.insideResourceMeta) return inner(scope);
  return {
    ...inner(scope),
    allowDefaults: false,
    defaultsForbiddenReason: "inside additionalProperties applying to object metadata",
  };
}

function inner(scope: SchemaScope): SchemaScope {
  return scope.isRoot ? { ...scope, isRoot: false } : scope;
}

const metaFields: ReadonlySet<string> = new Set(["metadata", "kind", "apiVersion"]);

function checkProperties(
  schema: JsonObject,
  at: FieldPath,
  scope: SchemaScope,
  check: SchemaCheck,
): void {
  const fields = propertiesOf(schema);
  const isResource = scope.isRoot || flagAt(schema, "x-kubernetes-embedded-resource");
  const fieldsAt = at.child("properties");
  const usual = inner(scope);
  for (const name of Object.keys(fields)) {
    const fieldScope = isResource && metaFields.has(name) ? metaScope(name, scope) : usual;
    checkNode(asSchema(fields[name]), fieldsAt.key(name), fieldScope, check);
  }
}

function metaScope(name: string, scope: SchemaScope): SchemaScope {
  const below = { ...inner(scope), insideResourceMeta: true };
  if (!scope.isRoot) return below;
  return { ...below, allowDefaults: false, defaultsForbiddenReason: `in top-level ${name}` };
}

function checkBranches(
  schema: JsonObject,
  at: FieldPath,
  scope: SchemaScope,
  check: SchemaCheck,
): void {
  const below = inner(scope);
  const not = objectAt(schema, "not");
  if (not !== undefined) checkNode(not, at.child("not"), below, check);
  for (const junctor of ["allOf", "oneOf", "anyOf"] as const) {
    branchesOf(schema, junctor).forEach((branch, index) => {
      checkNode(branch, at.child(junctor).index(index), below, check);
    });
  }
  for (const keyword of ["definitions", "dependencies"]) {
    for (const [name, child] of Object.entries(objectAt(schema, keyword) ?? {})) {
      if (isObject(child)) checkNode(child, at.child(keyword).key(name), below, check);
    }
  }
}

function checkItems(
  schema: JsonObject,
  at: FieldPath,
  scope: SchemaScope,
  check: SchemaCheck,
): void {
  const below = inner(scope);
  const single = itemsOf(schema);
  if (single !== undefined) checkNode(single, at.child("items"), below, check);
  listAt(schema, "items").forEach((item: Json, index) => {
    checkNode(asSchema(item), at.child("items").index(index), below, check);
  });
}

function checkExtensions(schema: JsonObject, at: FieldPath, check: SchemaCheck): void {
  const { findings, options } = check;
  const preserve = "x-kubernetes-preserve-unknown-fields";
  if (optionalFlagAt(schema, preserve) === false) {
    const code = "schema/preserve-unknown-fields-false";
    findings.invalid(code, at.child(preserve), false, "must be true or undefined");
  }
  checkMapType(schema, at, findings);
  checkListType(schema, at, options, findings);
  checkRuleTexts(schema, at, findings);
}

function hasMembers(schema: JsonObject, key: string): boolean {
  return Object.keys(objectAt(schema, key) ?? {}).length > 0;
}
