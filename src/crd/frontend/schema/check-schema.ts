import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import {
  flagAt,
  itemsAt,
  objectAt,
  optionalFlagAt,
  optionalTextAt,
  textAt,
  memberAt,
} from "../../../runtime/v1/values/json/raw-fields.js";
import { nearest } from "../../diagnostics/wording.js";
import { valuesSchema } from "../../ir/child-schemas.js";
import type { CheckOptions } from "../check-options.js";
import type { FieldPath, Findings } from "../findings/findings.js";
import { checkListType } from "./check-list-type.js";
import { checkRuleTexts } from "./check-rule-texts.js";
import type { CleanSchemas, SchemaNode } from "./raw-schema.js";
import {
  asSchema,
  branchesOf,
  defaultOf,
  hasMembers,
  itemsOf,
  propertiesOf,
} from "./raw-schema.js";
import { hasUnknownType, schemaTypes } from "./structural-conversion.js";

/** The inputs of the rules for one node, besides the node. */
interface SchemaCheck {
  readonly options: CheckOptions;
  readonly findings: Findings;
  readonly clean: CleanSchemas;
}

/** Where a node stands, as far as rules depend on it (`specStandardValidatorV3`). */
interface Scope {
  readonly isRoot: boolean;
  /** Below metadata, kind or apiVersion of the root or of an embedded resource. */
  readonly insideResourceMeta: boolean;
  readonly allowDefaults: boolean;
  /** Completes `must not be set` where defaults are not allowed. */
  readonly defaultsForbiddenReason: string;
}

/**
 * The rules that hold for every schema node (`ValidateCustomResourceDefinitionOpenAPISchema`), in
 * the server's order.
 */
export function checkSchema(root: SchemaNode, check: SchemaCheck): void {
  const { allowDefaults, defaultsForbiddenReason } = check.options;
  const scope = { isRoot: true, insideResourceMeta: false, allowDefaults, defaultsForbiddenReason };
  checkNode(root, scope, check);
}

const aspect = "keywords";

function checkNode(node: SchemaNode, scope: Scope, check: SchemaCheck): void {
  const { clean, findings } = check;
  const isUsual = !scope.isRoot && !scope.insideResourceMeta && scope.allowDefaults;
  if (isUsual && clean.isClean(node.raw, node.schema, aspect)) return;
  const before = findings.count;
  checkKeywords(node, scope, check);
  if (isUsual && findings.count === before) clean.note(node.raw, node.schema, aspect);
}

function checkKeywords(node: SchemaNode, scope: Scope, check: SchemaCheck): void {
  const matters = rulesFor(node.raw);
  checkType(node, check);
  if ((matters & rules.own) !== 0 || node.raw["type"] === "null") {
    checkOwnKeywords(node, scope, check);
  }
  if ((matters & rules.values) !== 0) checkAdditionalProperties(node, scope, check);
  if ((matters & rules.properties) !== 0) checkProperties(node, scope, check);
  if ((matters & rules.branches) !== 0) checkBranches(node, inner(scope), check);
  if ((matters & rules.items) !== 0) checkItems(node, inner(scope), check);
  if ((matters & rules.extensions) !== 0) checkExtensions(node, check);
}

/** Groups of rules, a bit each; `own` are those about the node alone. */
const rules = {
  own: 1,
  values: 2,
  properties: 4,
  branches: 8,
  items: 16,
  extensions: 32,
} as const;

/** Which rules a keyword brings into play. */
const rulesByKeyword: ReadonlyMap<string, number> = new Map<string, number>([
  ["default", rules.own],
  ["id", rules.own],
  ["additionalItems", rules.own],
  ["patternProperties", rules.own],
  ["definitions", rules.own | rules.branches],
  ["dependencies", rules.own | rules.branches],
  ["$ref", rules.own],
  ["uniqueItems", rules.own],
  ["additionalProperties", rules.values],
  ["properties", rules.properties],
  ["not", rules.branches],
  ["allOf", rules.branches],
  ["oneOf", rules.branches],
  ["anyOf", rules.branches],
  ["items", rules.items | rules.own],
  ["x-kubernetes-embedded-resource", rules.own],
  ["x-kubernetes-preserve-unknown-fields", rules.extensions],
  ["x-kubernetes-map-type", rules.extensions],
  ["x-kubernetes-list-type", rules.extensions],
  ["x-kubernetes-list-map-keys", rules.extensions],
  ["x-kubernetes-validations", rules.extensions],
]);

/**
 * Most nodes have a type, a description, and properties at most: one look at the keys tells which
 * rules can matter.
 */
function rulesFor(raw: JsonObject): number {
  let matters = 0;
  for (const key of Object.keys(raw)) matters |= rulesByKeyword.get(key) ?? 0;
  return matters;
}

function checkType({ raw, at }: SchemaNode, { options, findings }: SchemaCheck): void {
  if (!options.requireValidTypes || !hasUnknownType(raw)) return;
  const type = textAt(raw, "type");
  const help = meantType(type, schemaTypes);
  findings.notSupported("schema/type-unknown", at.child("type"), type, schemaTypes, { help });
}

/** Keywords that no CRD may use: how each is recognised. */
const forbidden: readonly (readonly [string, (raw: JsonObject) => boolean])[] = [
  ["id", (raw) => textAt(raw, "id") !== ""],
  ["additionalItems", (raw) => memberAt(raw, "additionalItems") !== undefined],
  ["patternProperties", (raw) => hasMembers(raw, "patternProperties")],
  ["definitions", (raw) => hasMembers(raw, "definitions")],
  ["dependencies", (raw) => objectAt(raw, "dependencies") !== undefined],
  ["$ref", (raw) => memberAt(raw, "$ref") !== undefined],
];

function checkOwnKeywords({ raw, at }: SchemaNode, scope: Scope, { findings }: SchemaCheck): void {
  if (!scope.allowDefaults && defaultOf(raw) !== undefined) {
    const detail = `must not be set ${scope.defaultsForbiddenReason}`.trimEnd();
    findings.forbidden("schema/default-forbidden", at.child("default"), detail);
  }
  for (const [keyword, isSet] of forbidden) {
    if (!isSet(raw)) continue;
    findings.forbidden(
      "schema/keyword-forbidden",
      at.child(keyword),
      `${keyword} is not supported`,
    );
  }
  if (textAt(raw, "type") === "null") {
    const detail = "type cannot be set to null, use nullable as an alternative";
    findings.forbidden("schema/type-unknown", at.child("type"), detail);
  }
  if (itemsAt(raw, "items").length > 0) {
    const detail = "items must be a schema object and not an array";
    findings.forbidden("schema/items-list", at.child("items"), detail);
  }
  if (scope.insideResourceMeta && flagAt(raw, "x-kubernetes-embedded-resource")) {
    const keyAt = at.child("x-kubernetes-embedded-resource");
    findings.forbidden(
      "schema/embedded-resource",
      keyAt,
      "must not be used inside of resource meta",
    );
  }
  if (flagAt(raw, "uniqueItems")) {
    const detail =
      "uniqueItems cannot be set to true since the runtime complexity becomes quadratic";
    findings.forbidden("schema/unique-items", at.child("uniqueItems"), detail);
  }
}

function checkAdditionalProperties(node: SchemaNode, scope: Scope, check: SchemaCheck): void {
  const { raw } = node;
  const value = memberAt(raw, "additionalProperties");
  const at = node.at.child("additionalProperties");
  if (value === undefined) return;
  if (hasMembers(raw, "properties") && value !== true) {
    const detail = "additionalProperties and properties are mutual exclusive";
    const extra = { node: node.at };
    check.findings.forbidden("schema/additional-properties-mixed", at, detail, extra);
  }
  if (!isObject(value)) return;
  checkNode({ raw: value, at, schema: valuesSchema(node.schema) }, valuesScope(scope), check);
}

/**
 * Pruning of a default below a map would need the map's keys, so metadata cannot have any there.
 */
function valuesScope(scope: Scope): Scope {
  if (!scope.insideResourceMeta) return inner(scope);
  return {
    ...inner(scope),
    allowDefaults: false,
    defaultsForbiddenReason: "inside additionalProperties applying to object metadata",
  };
}

function inner(scope: Scope): Scope {
  return scope.isRoot ? { ...scope, isRoot: false } : scope;
}

const metaFields: ReadonlySet<string> = new Set(["metadata", "kind", "apiVersion"]);

function checkProperties(node: SchemaNode, scope: Scope, check: SchemaCheck): void {
  const fields = propertiesOf(node.raw);
  const isResource = scope.isRoot || flagAt(node.raw, "x-kubernetes-embedded-resource");
  const at = node.at.child("properties");
  const usual = inner(scope);
  for (const name of Object.keys(fields)) {
    const fieldScope = isResource && metaFields.has(name) ? metaScope(name, scope) : usual;
    const schema = node.schema?.fields.get(name);
    checkNode({ raw: asSchema(fields[name]), at: at.key(name), schema }, fieldScope, check);
  }
}

function metaScope(name: string, scope: Scope): Scope {
  const below = { ...inner(scope), insideResourceMeta: true };
  if (!scope.isRoot) return below;
  return { ...below, allowDefaults: false, defaultsForbiddenReason: `in top-level ${name}` };
}

function checkBranches({ raw, at }: SchemaNode, scope: Scope, check: SchemaCheck): void {
  const visit = (child: JsonObject, childAt: FieldPath): void => {
    checkNode({ raw: child, at: childAt, schema: undefined }, scope, check);
  };
  const not = objectAt(raw, "not");
  if (not !== undefined) visit(not, at.child("not"));
  for (const junctor of ["allOf", "oneOf", "anyOf"] as const) {
    branchesOf(raw, junctor).forEach((branch, index) => {
      visit(branch, at.child(junctor).index(index));
    });
  }
  for (const keyword of ["definitions", "dependencies"]) {
    for (const [name, child] of Object.entries(objectAt(raw, keyword) ?? {})) {
      if (isObject(child)) visit(child, at.child(keyword).key(name));
    }
  }
}

function checkItems(node: SchemaNode, scope: Scope, check: SchemaCheck): void {
  const at = node.at.child("items");
  const single = itemsOf(node.raw);
  if (single !== undefined)
    checkNode({ raw: single, at, schema: node.schema?.items }, scope, check);
  itemsAt(node.raw, "items").forEach((item: Json, index) => {
    checkNode({ raw: asSchema(item), at: at.index(index), schema: undefined }, scope, check);
  });
}

function checkExtensions({ raw, at }: SchemaNode, { findings, options }: SchemaCheck): void {
  const preserve = "x-kubernetes-preserve-unknown-fields";
  if (optionalFlagAt(raw, preserve) === false) {
    const code = "schema/preserve-unknown-fields-false";
    findings.invalid(code, at.child(preserve), false, "must be true or undefined");
  }
  checkMapType(raw, at, findings);
  checkListType(raw, at, options, findings);
  checkRuleTexts(raw, at, findings);
}

/** `x-kubernetes-map-type`. */
function checkMapType(schema: JsonObject, at: FieldPath, findings: Findings): void {
  const mapType = optionalTextAt(schema, "x-kubernetes-map-type");
  if (mapType === undefined) return;
  const type = textAt(schema, "type");
  const detail = "must be object if x-kubernetes-map-type is specified";
  // It is the map type that is out of place, so that is what to show.
  const typeAt = at.child("type", ["x-kubernetes-map-type"]);
  if (type === "") findings.required("schema/map-type", typeAt, detail);
  else if (type !== "object") findings.invalid("schema/map-type", typeAt, type, detail);
  if (mapType === "atomic" || mapType === "granular") return;
  const keyAt = at.child("x-kubernetes-map-type");
  findings.notSupported("schema/map-type", keyAt, mapType, ["atomic", "granular"]);
}

/** Help by the names that types have in other languages: how a schema says the same. */
const translations: ReadonlyMap<string, string> = new Map([
  ["any", "leave `type` out, and set `x-kubernetes-preserve-unknown-fields: true`"],
  ["bool", "write `boolean`"],
  ["bytes", "write `string`, with `format: byte`"],
  ["date", "write `string`, with `format: date`"],
  ["datetime", "write `string`, with `format: date-time`"],
  ["dict", "write `object`, with `additionalProperties` for the values"],
  ["double", "write `number`"],
  ["duration", "write `string`, with `format: duration`"],
  ["enum", "write `string`, with the values under `enum`"],
  ["float", "write `number`"],
  ["int", "write `integer`"],
  ["int32", "write `integer`, with `format: int32`"],
  ["int64", "write `integer`, with `format: int64`"],
  ["list", "write `array`"],
  ["long", "write `integer`"],
  ["map", "write `object`, with `additionalProperties` for the values"],
  ["str", "write `string`"],
  ["struct", "write `object`"],
  ["text", "write `string`"],
]);

/**
 * Suggests what to write in place of a type that does not exist; undefined where that cannot be
 * told.
 */
function meantType(type: string, types: readonly string[]): string | undefined {
  const translation = translations.get(type.toLowerCase().replaceAll("-", ""));
  if (translation !== undefined) return translation;
  const near = nearest(type, types);
  return near === undefined ? undefined : `write \`${near}\``;
}
