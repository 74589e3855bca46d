import { stringifyJson } from "../../../runtime/v1/values/go/json.js";
import { isNumber } from "../../../runtime/v1/values/json/deep-equal.js";
import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { toDouble } from "../../../runtime/v1/values/json/json.js";
import {
  flagAt,
  itemsAt,
  numberAt,
  objectAt,
  textAt,
  textsAt,
  memberAt,
} from "../../../runtime/v1/values/json/raw-fields.js";
import { resolvePlain } from "../../source/scalars/resolve-scalar.js";
import type { Path, SourceDocument } from "../../source/source-file.js";
import { labelOf } from "../findings/findings.js";
import { branchesOf, itemsOf, propertiesOf, propertyOf, valuesOf } from "../schema/raw-schema.js";
import type { Warnings } from "./warnings.js";

/**
 * Enums with values that no stored object can have: of another type than the field, such as `on`
 * without quotes where it is a string, and null, which the server finds equal to no value of an
 * enum, so that it refuses null in a nullable field, too (kube-openapi `validate/values.go`,
 * `Enum`). Fields without a type can have anything.
 */
export function checkEnums({ raw, path }: PlacedSchema, warnings: Warnings): void {
  const core = { raw, core: raw, path };
  const isUnusable = checkAllValues(core, warnings);
  checkTypes(core, isUnusable, warnings);
  checkNull(core, warnings);
  for (const validation of validationsIn(core)) checkTypes(validation, false, warnings);
}

/** `isUnusable`: it was said of all values that none can be stored. */
function checkTypes(
  { raw, core, path }: Validation,
  isUnusable: boolean,
  warnings: Warnings,
): void {
  const type = heldTypeOf(raw, core);
  if (type === undefined) return;
  for (const [index, value] of itemsAt(raw, "enum").entries()) {
    if (value === null || canHold(type, value)) continue;
    const at = [...path, "enum", index];
    const meant = meantSpelling(value, type, warnings.document, at);
    if (meant === undefined && isUnusable) continue;
    const reason = `it is ${kindText(value)}, and ${placeOf(path)} holds ${heldValues(type)}`;
    const help = meant ?? "remove it, or give the field another type";
    warnings.warn("portability/enum-value", at, { value: shown(value), reason }, help, "value");
  }
}

/** Null is only looked at outside of junctors: they are not asked about null. */
function checkNull({ raw, path }: Validation, warnings: Warnings): void {
  const values = itemsAt(raw, "enum");
  if (values.length === 0 || heldTypeOf(raw, raw) === undefined) return;
  const index = values.indexOf(null);
  const isNullable = flagAt(raw, "nullable");
  const help = isNullable ? ruleInPlaceOf(values) : "remove it, or put it in quotes to mean text";
  if (index !== -1) {
    const reason = "the server finds null equal to no value of an enum";
    const at = [...path, "enum", index];
    warnings.warn("portability/enum-value", at, { value: "null", reason }, help, "value");
  } else if (isNullable) {
    const at = [...path, "nullable"];
    warnings.warn("portability/nullable-enum", at, { path: placeOf(path) }, help);
  }
}

/** Warns of an enum that leaves no value, and tells whether it did. */
function checkAllValues({ raw, path }: Validation, warnings: Warnings): boolean {
  const type = heldTypeOf(raw, raw);
  const values = itemsAt(raw, "enum");
  if (type === undefined || values.length === 0) return false;
  if (values.some((value) => canEqual(type, value))) return false;
  const reason = `it holds ${heldValues(type)}, and its enum has none`;
  const help = type.name === "array" ? "move the enum to `items`" : enumOf(type);
  const place = { what: "nothing", path: placeOf(path), reason };
  warnings.warn("portability/field-unsettable", [...path, "enum"], place, help);
  return true;
}

function enumOf(type: HeldType): string {
  return `give the enum ${heldValues(type)}, or the field another type`;
}

const longestShown = 60;

function shown(value: Json): string {
  const text = stringifyJson(value);
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

/**
 * How to write a value of an enum that is of another type than the field: in quotes, or without
 * them. Undefined where neither makes it one of the type.
 */
function meantSpelling(
  value: Json,
  type: HeldType,
  document: SourceDocument,
  at: Path,
): string | undefined {
  if (typeof value === "string") return withoutQuotes(value, type);
  if (typeof value === "object" || !canHold(type, "")) return undefined;
  const { file, start, end } = document.locate(at).value;
  const written = file.text.slice(start, end);
  const read = String(value);
  return document.format === "json" || written === read
    ? `put \`${written}\` in quotes`
    : `put \`${written}\` in quotes: YAML reads it as \`${read}\``;
}

function withoutQuotes(text: string, type: HeldType): string | undefined {
  const plain = resolvePlain(text);
  const isMeant = plain !== undefined && plain !== null && canHold(type, plain);
  return isMeant ? `write \`${text}\` without quotes` : undefined;
}

const longestRule = 120;

/** Suggests a rule that takes the values of an enum and null: no rule is asked about null. */
function ruleInPlaceOf(values: readonly Json[]): string {
  const listed = values.filter((value) => value !== null).map((value) => stringifyJson(value));
  const list = listed.join(", ").length > longestRule ? "…" : listed.join(", ");
  return `remove \`nullable\`; or, to take null, write the rule \`self in [${list}]\` in the place of the enum`;
}

/** A schema, and the one outside of junctors that is about the same value. */
interface Validation {
  readonly raw: JsonObject;
  readonly core: JsonObject;
  readonly path: Path;
}

/** All schemas below the junctors of one. What has no counterpart outside is left out. */
function validationsIn({ raw, core, path }: Validation): readonly Validation[] {
  const branches = (["allOf", "anyOf", "oneOf"] as const).flatMap((junctor) =>
    branchesOf(raw, junctor).map((branch, index) => ({
      raw: branch,
      core,
      path: [...path, junctor, index],
    })),
  );
  const not = objectAt(raw, "not");
  if (not !== undefined) branches.push({ raw: not, core, path: [...path, "not"] });
  return branches.flatMap(withAllBelow);
}

function withAllBelow(validation: Validation): readonly Validation[] {
  return [
    validation,
    ...validationsIn(validation),
    ...childrenOf(validation).flatMap(withAllBelow),
  ];
}

function childrenOf({ raw, core, path }: Validation): readonly Validation[] {
  const children = Object.keys(propertiesOf(raw)).map((name) => ({
    raw: propertyOf(raw, name),
    core: propertyOf(core, name),
    path: [...path, "properties", name],
  }));
  children.push({ raw: itemsOf(raw), core: itemsOf(core), path: [...path, "items"] });
  const values = "additionalProperties";
  children.push({ raw: valuesOf(raw), core: valuesOf(core), path: [...path, values] });
  return children.flatMap((child) =>
    child.raw === undefined || child.core === undefined
      ? []
      : [{ raw: child.raw, core: child.core, path: child.path }],
  );
}

/** The type of the values of a field; those of a field without a type are anything. */
interface HeldType {
  readonly name: TypeName;
  readonly format: string;
}

type TypeName = "string" | "integer" | "number" | "boolean" | "array" | "object" | "int-or-string";

/** The values of each type, as messages name them. */
const plurals: Readonly<Record<TypeName, string>> = {
  string: "strings",
  integer: "whole numbers",
  number: "numbers",
  boolean: "booleans",
  array: "lists",
  object: "objects",
  "int-or-string": "strings and whole numbers",
};

/**
 * The type of a schema; undefined where it has none. `core` is the schema outside of junctors that
 * is about the same value: inside of them only int-or-string has types.
 */
function heldTypeOf(raw: JsonObject, core: JsonObject): HeldType | undefined {
  const own = textAt(raw, "type");
  const isEither = own === "" && flagAt(core, "x-kubernetes-int-or-string");
  const name = isEither ? "int-or-string" : own || textAt(core, "type");
  return Object.hasOwn(plurals, name)
    ? { name: name as TypeName, format: textAt(core, "format") } // one of its keys
    : undefined;
}

/** `strings`, of a field of type string. */
function heldValues({ name }: HeldType): string {
  return plurals[name];
}

/** Tells whether a field of the type can have a value. */
function canHold({ name, format }: HeldType, value: Json): boolean {
  switch (name) {
    case "string":
      // Of a string with a format the server takes lists, too.
      return typeof value === "string" || (format !== "" && Array.isArray(value));
    case "integer":
      return isWhole(value);
    case "number":
      return isNumber(value);
    case "int-or-string":
      return typeof value === "string" || isWhole(value);
    default:
      return name === kindOf(value);
  }
}

/**
 * Tells whether the server finds a value of the type equal to `value` of an enum. It makes a rune
 * of a number that it compares with a string, so that 65 is equal to "A" (kube-openapi
 * `validate/values.go`, `Enum`).
 */
function canEqual(type: HeldType, value: Json): boolean {
  if (canHold(type, value)) return true;
  const isNumeric = type.name === "integer" || type.name === "number";
  return isNumeric && typeof value === "string" && Array.from(value).length === 1;
}

/** `a boolean`, for messages. */
function kindText(value: Json): string {
  const kind = kindOf(value);
  if (kind === "array") return "a list";
  return kind === "object" ? "an object" : `a ${kind}`;
}

function kindOf(value: Json): "null" | "number" | "string" | "boolean" | "array" | "object" {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (isNumber(value)) return "number";
  if (typeof value === "string") return "string";
  return typeof value === "boolean" ? "boolean" : "object";
}

/** Servers differ in how near a number must be to a whole one: what any of them takes is one. */
function isWhole(value: Json): boolean {
  if (!isNumber(value)) return false;
  const number = toDouble(value);
  return Math.abs(number - Math.round(number)) <= 1e-8 * Math.abs(number);
}

/** A schema, and where it stands. */
export interface PlacedSchema {
  readonly raw: JsonObject;
  readonly path: Path;
  readonly isRoot: boolean;
  /** Nothing is pruned, in the whole CRD (`spec.preserveUnknownFields`). */
  readonly keepsAll: boolean;
  /**
   * Unknown fields stay: a list that preserves them does so in its items (apiextensions
   * `schema/pruning/algorithm.go`).
   */
  readonly isKept: boolean;
}

/**
 * Schemas that cannot hold what they are there for. An object without fields is no such schema by
 * itself: `{}` is a value, and often the whole point of a field (`none: {}`); nor is one with
 * `additionalProperties: false`, which says so.
 */
export function checkUnsettable(node: PlacedSchema, warnings: Warnings): void {
  checkBounds(node, warnings);
  checkRequiredFields(node, warnings);
  checkEmptyItems(node, warnings);
  checkWellKnownFields(node, warnings);
}

const bounds = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
] as const;

/** Bounds that leave no value; the server does not compare them. */
function checkBounds({ raw, path }: PlacedSchema, warnings: Warnings): void {
  for (const [lowest, highest] of bounds) {
    const [low, high] = [numberAt(raw, lowest), numberAt(raw, highest)];
    if (low === undefined || high === undefined || low <= high) continue;
    const values = {
      what: "nothing",
      path: placeOf(path),
      reason: `${lowest} is above ${highest}`,
    };
    const help = "swap the two, or remove one";
    warnings.warn("portability/field-unsettable", [...path, lowest], values, help);
  }
}

/** Fields that are required, and dropped before the server looks for them. */
function checkRequiredFields(node: PlacedSchema, warnings: Warnings): void {
  const { path } = node;
  const lost = lostFields(node);
  if (lost.length === 0) return;
  const names = lost.map((name) => `'${name}'`).join(", ");
  const reason = `${names} ${lost.length === 1 ? "is" : "are"} required, but not in \`properties\`: the server drops what is not there, and then finds it missing`;
  const help = `list ${names} in \`properties\`, or remove ${lost.length === 1 ? "it" : "them"} from \`required\``;
  const values = { what: "nothing", path: placeOf(path), reason };
  warnings.warn("portability/field-unsettable", [...path, "required"], values, help);
}

function lostFields(node: PlacedSchema): readonly string[] {
  const { raw } = node;
  const required = textsAt(raw, "required");
  if (required.length === 0 || textAt(raw, "type") !== "object" || keepsFields(node)) return [];
  return [...new Set(required)].filter(
    (name) => !Object.hasOwn(propertiesOf(raw), name) && !isFieldOfObjects(name, node),
  );
}

/** Tells whether a whole object has a field, even if its schema does not list it. */
function isFieldOfObjects(name: string, { raw, isRoot }: PlacedSchema): boolean {
  return ofEveryObject.has(name) && (isRoot || flagAt(raw, "x-kubernetes-embedded-resource"));
}

const ofEveryObject: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/** A list whose items can be nothing but `{}`: nobody means that. */
function checkEmptyItems(node: PlacedSchema, warnings: Warnings): void {
  const { raw, path } = node;
  const items = itemsOf(raw);
  const isKept = node.isKept || flagAt(raw, "x-kubernetes-preserve-unknown-fields");
  if (items === undefined || isKept || !isEmptyObject(items)) return;
  // That none is valid says more.
  if (textsAt(items, "required").length > 0) return;
  const reason =
    "the schema of its items lists no fields, so the server drops those that they have";
  const values = { what: "nothing but empty objects", path: placeOf(path), reason };
  warnings.warn("portability/field-unsettable", [...path, "items"], values, listOrKeep);
}

/**
 * Fields that hold the same everywhere in Kubernetes, so that an empty object was not meant. The
 * best known is what controller-gen makes of an embedded ObjectMeta.
 */
function checkWellKnownFields(node: PlacedSchema, warnings: Warnings): void {
  const { raw, path } = node;
  if (node.keepsAll) return;
  for (const [name, contents, help] of wellKnown) {
    const field = propertyOf(raw, name);
    if (field === undefined || isFieldOfObjects(name, node) || !isEmptyObject(field)) continue;
    const at = [...path, "properties", name];
    const reason = `its schema lists no fields, so the server drops ${contents}`;
    const values = { what: "nothing", path: placeOf(at), reason };
    warnings.warn("portability/field-unsettable", at, values, help);
  }
}

const listOrKeep =
  "list the fields, or set `x-kubernetes-preserve-unknown-fields: true` to keep whatever is there";
const mapOfTexts = "add `additionalProperties: { type: string }`";

const wellKnown: readonly (readonly [name: string, contents: string, help: string])[] = [
  [
    "metadata",
    "labels, annotations and whatever else is set",
    "list what may be set, such as `labels` and `annotations` (controller-gen does with `crd:generateEmbeddedObjectMeta=true`), or set `x-kubernetes-preserve-unknown-fields: true`",
  ],
  ["labels", "all labels", mapOfTexts],
  ["annotations", "all annotations", mapOfTexts],
  ["matchLabels", "all labels", mapOfTexts],
  ["nodeSelector", "all labels", mapOfTexts],
];

/** An object of which pruning leaves nothing. */
function isEmptyObject(raw: JsonObject): boolean {
  return (
    textAt(raw, "type") === "object" &&
    Object.keys(propertiesOf(raw)).length === 0 &&
    !keepsOwnFields(raw)
  );
}

function keepsFields({ raw, isKept }: PlacedSchema): boolean {
  return isKept || keepsOwnFields(raw);
}

function keepsOwnFields(raw: JsonObject): boolean {
  return (
    memberAt(raw, "additionalProperties") !== undefined ||
    flagAt(raw, "x-kubernetes-preserve-unknown-fields")
  );
}

/** A place of a schema for messages. */
function placeOf(path: Path): string {
  return path.at(-1) === "openAPIV3Schema" ? "the whole object" : `'${labelOf(path)}'`;
}
