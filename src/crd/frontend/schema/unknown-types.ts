import type { FieldError } from "../../../runtime/v1/values/field-error.js";
import { typeInvalidError } from "../../../runtime/v1/values/field-errors.js";
import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isInt64, isObject } from "../../../runtime/v1/values/json/json.js";
import { textAt } from "../raw-fields.js";
import { asSchema, itemsOf, propertiesOf, valuesOf } from "./raw-schema.js";

/** The types that there are, in the order in which the server names them. */
export const schemaTypes: readonly string[] = [
  "array",
  "boolean",
  "integer",
  "number",
  "object",
  "string",
];

const knownTypes: ReadonlySet<string> = new Set(["", ...schemaTypes]);

/** Whether a node has a type that does not exist; to have none is fine. */
export function hasUnknownType(raw: JsonObject): boolean {
  return !knownTypes.has(textAt(raw, "type"));
}

/**
 * The errors of a value at nodes whose type does not exist, so that no value is of it. The `Schema`
 * of such a node has no type at all, since no CRD with one is ever served; only defaults are
 * validated against it.
 */
export function unknownTypeErrors(raw: JsonObject, value: Json, path: string): FieldError[] {
  return errorsAt(raw, value, "", path);
}

function errorsAt(raw: JsonObject, value: Json, name: string, prefix: string): FieldError[] {
  const type = textAt(raw, "type");
  const isFine = !hasUnknownType(raw) || isLeftToFormat(textAt(raw, "format"), value);
  const own = isFine ? [] : [wrongType(type, value, name, prefix)];
  if (Array.isArray(value)) {
    const items = itemsOf(raw) ?? {};
    return [
      ...own,
      ...value.flatMap((item, index) => errorsAt(items, item, `${name}[${index}]`, prefix)),
    ];
  }
  if (!isObject(value)) return own;
  const fields = propertiesOf(raw);
  const below = Object.entries(value).flatMap(([key, child]) => {
    const schema = Object.hasOwn(fields, key) ? asSchema(fields[key]) : valuesOf(raw);
    const childName = name === "" ? key : `${name}.${key}`;
    return schema === undefined ? [] : errorsAt(schema, child, childName, prefix);
  });
  return [...own, ...below];
}

/**
 * Beside a format, the type of texts and lists does not count, and of other values the format is
 * looked at first, whose error is told without the type (kube-openapi
 * `validation/validate/type.go`).
 */
function isLeftToFormat(format: string, value: Json): boolean {
  if (format === "" || value === null) return false;
  return typeOf(value) !== "integer" || format !== "int64";
}

function wrongType(type: string, value: Json, name: string, prefix: string): FieldError {
  const given = typeOf(value);
  const field = name === "" ? prefix : `${prefix}.${name}`;
  return typeInvalidError(field, given, `${name} in body must be of type ${type}: "${given}"`);
}

/** What value validation calls the type of a JSON value. */
function typeOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  switch (typeof value) {
    case "string":
      return "string";
    case "boolean":
      return "boolean";
    case "bigint":
      return "integer";
    case "number":
      return isInt64(value) ? "integer" : "number";
    default:
      return isObject(value) ? "object" : "number";
  }
}
