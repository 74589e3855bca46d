import type { FieldError } from "../../../runtime/v1/values/field-error.js";
import { typeInvalidError } from "../../../runtime/v1/values/field-errors.js";
import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isInt64, isObject } from "../../../runtime/v1/values/json/json.js";
import {
  itemsAt,
  objectAt,
  optionalFlagAt,
  textAt,
  memberAt,
} from "../../../runtime/v1/values/json/raw-fields.js";
import {
  asSchema,
  branchesOf,
  hasMembers,
  itemsOf,
  propertiesOf,
  someSchema,
  valuesOf,
} from "./raw-schema.js";

/**
 * Why a schema has no structural form (apiextensions `schema/convert.go`, `NewStructural`): the
 * text of the first fault found; undefined where it has one.
 */
export function structuralConversionFault(schema: JsonObject): string | undefined {
  // Nearly all schemas convert; one plain look for what cannot be converted is enough then.
  return someSchema(schema, (node) => ownFault(node) !== undefined)
    ? firstFault(schema)
    : undefined;
}

/** The keywords that are not supported, in the order of `validateUnsupportedFields`. */
const unsupported: readonly (readonly [string, (schema: JsonObject) => boolean])[] = [
  ["id", (schema) => textAt(schema, "id") !== ""],
  ["schema", (schema) => textAt(schema, "$schema") !== ""],
  ["$ref", (schema) => textAt(schema, "$ref") !== ""],
  ["patternProperties", (schema) => hasMembers(schema, "patternProperties")],
  ["dependencies", (schema) => hasMembers(schema, "dependencies")],
  ["additionalItems", (schema) => memberAt(schema, "additionalItems") !== undefined],
  ["definitions", (schema) => hasMembers(schema, "definitions")],
];

const suspects: ReadonlySet<string> = new Set([
  "id", "$schema", "$ref", "patternProperties", "dependencies", "additionalItems", "definitions", "items",
  "x-kubernetes-preserve-unknown-fields",
]); // prettier-ignore

function ownFault(schema: JsonObject): string | undefined {
  if (!Object.keys(schema).some((key) => suspects.has(key))) return undefined;
  return unsupportedFault(schema) ?? preserveFault(schema) ?? itemsFault(schema);
}

function unsupportedFault(schema: JsonObject): string | undefined {
  const found = unsupported.find(([, isSet]) => isSet(schema));
  return found && `OpenAPIV3Schema '${found[0]}' is not supported`;
}

function preserveFault(schema: JsonObject): string | undefined {
  if (optionalFlagAt(schema, "x-kubernetes-preserve-unknown-fields") !== false) return undefined;
  return "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined";
}

function itemsFault(schema: JsonObject): string | undefined {
  if (itemsAt(schema, "items").length === 0) return undefined;
  return "OpenAPIV3Schema 'items' must be a schema, but is an array";
}

/** In the order of `NewStructural`; inside junctors the same rules hold. */
function firstFault(schema: JsonObject): string | undefined {
  return (
    unsupportedFault(schema) ??
    junctorFault(schema) ??
    preserveFault(schema) ??
    itemsFault(schema) ??
    firstOf([
      itemsOf(schema),
      ...Object.values(propertiesOf(schema)).map(asSchema),
      valuesOf(schema),
    ])
  );
}

function junctorFault(schema: JsonObject): string | undefined {
  return firstOf([
    objectAt(schema, "not"),
    ...branchesOf(schema, "allOf"),
    ...branchesOf(schema, "anyOf"),
    ...branchesOf(schema, "oneOf"),
  ]);
}

function firstOf(children: readonly (JsonObject | undefined)[]): string | undefined {
  for (const child of children) {
    const fault = child && firstFault(child);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

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

/** Tells whether a node has a type that does not exist; to have none is fine. */
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

/** Returns the name that value validation has for the type of a JSON value. */
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
