import { stringifyJson } from "../../../runtime/v1/go/stringify-json.js";
import type { Json } from "../../../runtime/v1/json/json.js";
import { flagAt, listAt } from "../raw-fields.js";
import { meantSpelling, ruleInPlaceOf } from "./enum-advice.js";
import type { HeldType } from "./held-type.js";
import { canEqual, canHold, heldTypeOf, heldValues, kindText } from "./held-type.js";
import type { Validation } from "./nested-validations.js";
import { validationsIn } from "./nested-validations.js";
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
