import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import { listAt, objectAt, optionalFlagAt, textAt, valueAt } from "../raw-fields.js";
import { asSchema, branchesOf, hasMembers, itemsOf, propertiesOf, valuesOf } from "./raw-schema.js";
import { someSchema } from "./subschemas.js";

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

/** What is not supported, in the order of `validateUnsupportedFields`. */
const unsupported: readonly (readonly [string, (schema: JsonObject) => boolean])[] = [
  ["id", (schema) => textAt(schema, "id") !== ""],
  ["schema", (schema) => textAt(schema, "$schema") !== ""],
  ["$ref", (schema) => textAt(schema, "$ref") !== ""],
  ["patternProperties", (schema) => hasMembers(schema, "patternProperties")],
  ["dependencies", (schema) => hasMembers(schema, "dependencies")],
  ["additionalItems", (schema) => valueAt(schema, "additionalItems") !== undefined],
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
  if (listAt(schema, "items").length === 0) return undefined;
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
