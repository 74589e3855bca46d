import { stringifyJson } from "../../../runtime/v1/values/go/stringify-json.js";
import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import type { Path, SourceDocument } from "../../source/document.js";
import { resolvePlain } from "../../source/scalars/resolve-scalar.js";
import { flagAt, listAt, objectAt } from "../raw-fields.js";
import { branchesOf, itemsOf, propertiesOf, propertyOf, valuesOf } from "../schema/raw-schema.js";
import type { HeldType } from "./held-type.js";
import { canEqual, canHold, heldTypeOf, heldValues, kindText } from "./held-type.js";
import type { PlacedSchema } from "./unsettable.js";
import { placeOf } from "./unsettable.js";
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
  for (const [index, value] of listAt(raw, "enum").entries()) {
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
  const values = listAt(raw, "enum");
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

/** Whether an enum leaves no value, and that was said. */
function checkAllValues({ raw, path }: Validation, warnings: Warnings): boolean {
  const type = heldTypeOf(raw, raw);
  const values = listAt(raw, "enum");
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

/** What takes the values of an enum and null: no rule is asked about null. */
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
