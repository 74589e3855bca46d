import type { FieldError, FieldErrorReason } from "./field-error.js";
import { formatFloat } from "./go/float.js";
import { goJson } from "./go/json.js";
import { quote } from "./go/quote.js";
import type { TreeSyntax } from "./go/render-tree.js";
import { renderTree, sortedMembers } from "./go/render-tree.js";
import { Float64, isInt64 } from "./json/json.js";

/*
 * Field errors as apimachinery builds them (`util/validation/field/errors.go`), already in the form
 * in which they appear in `status.details.causes`.
 */

const titles: Readonly<Record<FieldErrorReason, string>> = {
  FieldValueNotFound: "Not found",
  FieldValueRequired: "Required value",
  FieldValueDuplicate: "Duplicate value",
  FieldValueInvalid: "Invalid value",
  FieldValueTypeInvalid: "Invalid value",
  FieldValueNotSupported: "Unsupported value",
  FieldValueForbidden: "Forbidden",
  FieldValueTooLong: "Too long",
  FieldValueTooShort: "Too short",
  FieldValueTooMany: "Too many",
  FieldValueTooFew: "Too few",
  InternalError: "Internal error",
};

/**
 * An error out of its parts: the title of its kind, the bad value if one is shown, the detail if
 * there is one.
 */
export function fieldError(
  reason: FieldErrorReason,
  field: string,
  valueText: string | undefined,
  detail: string,
): FieldError {
  let message = titles[reason];
  if (valueText !== undefined) message += `: ${valueText}`;
  if (detail !== "") message += `: ${detail}`;
  return { reason, field, message };
}

/**
 * A bad value as the message shows it: scalars as Go prints them, strings quoted, objects and lists
 * as JSON.
 */
export function badValueText(value: unknown): string {
  switch (typeof value) {
    case "string":
      return quote(value);
    case "boolean":
    case "bigint":
      return String(value);
    case "number":
      return isInt64(value) ? String(value) : formatFloat(value);
    default:
      if (value instanceof Float64) return formatFloat(value.value);
      return value === null || value === undefined ? "null" : goJson(value);
  }
}

/** A value in an error that is no scalar, and what the error says of it. */
interface Shown {
  readonly value: object;
  readonly detail: string;
}

const shownValues = /* @__PURE__ */ new WeakMap<FieldError, Shown>();

/** The object or list that an error shows, for servers that print it in another form. */
export function shownIn(error: FieldError): Shown | undefined {
  return shownValues.get(error);
}

function showing(
  reason: FieldErrorReason,
  field: string,
  value: unknown,
  detail: string,
  text: string = badValueText(value),
): FieldError {
  const error = fieldError(reason, field, text, detail);
  if (typeof value === "object" && value !== null) shownValues.set(error, { value, detail });
  return error;
}

/** `Invalid value: <value>: <detail>`; `text` shows the value where it is not shown as JSON. */
export function invalidError(
  field: string,
  value: unknown,
  detail: string,
  text?: string,
): FieldError {
  return showing("FieldValueInvalid", field, value, detail, text);
}

/**
 * As `invalidError`, for a value that is not of the schema's type; such an error keeps rules from
 * running.
 */
export function typeInvalidError(field: string, value: unknown, detail: string): FieldError {
  return showing("FieldValueTypeInvalid", field, value, detail);
}

/** `Required value`, with a detail or (mostly) without. */
export function requiredError(field: string, detail: string): FieldError {
  return fieldError("FieldValueRequired", field, undefined, detail);
}

/** `Forbidden: <detail>`. */
export function forbiddenError(field: string, detail: string): FieldError {
  return fieldError("FieldValueForbidden", field, undefined, detail);
}

/** `Duplicate value: <value>`, as `textOf` shows it. */
export function duplicateError(
  field: string,
  value: unknown,
  textOf: (value: unknown) => string = badValueText,
): FieldError {
  return fieldError("FieldValueDuplicate", field, textOf(value), "");
}

/** `Unsupported value: <value>: supported values: "a", "b"`, in the given order. */
export function notSupportedError(
  field: string,
  value: unknown,
  supported: readonly string[],
): FieldError {
  return showing("FieldValueNotSupported", field, value, supportedDetail(supported));
}

/** Written once for each list. */
const supportedDetails = /* @__PURE__ */ new WeakMap<readonly string[], string>();

function supportedDetail(supported: readonly string[]): string {
  if (supported.length === 0) return "";
  let detail = supportedDetails.get(supported);
  if (detail === undefined) {
    detail = `supported values: ${supported.map(quote).join(", ")}`;
    supportedDetails.set(supported, detail);
  }
  return detail;
}

/** `Too long: may not be more than <limit> bytes`; the text says bytes whatever was counted. */
export function tooLongError(field: string, limit: number): FieldError {
  const bytes = limit === 1 ? "byte" : "bytes";
  const detail = limit < 0 ? "value is too long" : `may not be more than ${limit} ${bytes}`;
  return fieldError("FieldValueTooLong", field, undefined, detail);
}

/** `Too many: <size>: must have at most <limit> items`, for lists and for objects. */
export function tooManyError(field: string, size: number, limit: number): FieldError {
  const items = limit === 1 ? "item" : "items";
  const detail = limit < 0 ? "has too many items" : `must have at most ${limit} ${items}`;
  return fieldError("FieldValueTooMany", field, String(size), detail);
}

/** A value as Go's `%v` prints it. */
export function plainText(value: unknown): string {
  return renderTree(value, plainSyntax);
}

const plainSyntax: TreeSyntax = {
  openList: "[",
  closeList: "]",
  openMap: "map[",
  closeMap: "]",
  separator: " ",
  members: sortedMembers,
  key: (key) => `${key}:`,
  leaf: (value) => {
    if (typeof value === "string") return value;
    return value === null ? "<nil>" : badValueText(value);
  },
};
