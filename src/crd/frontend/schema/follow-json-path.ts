import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import type { BracketNotation, FollowedPath, SchemaStep } from "../../ir/follow-path.js";
import { followPath } from "../../ir/follow-path.js";
import { objectAt, valueAt } from "../raw-fields.js";

/** Follows a path through a schema as it is written, which need not be structural. */
export function followJsonPath(
  path: string,
  schema: JsonObject,
  brackets: BracketNotation,
): FollowedPath<JsonObject> {
  return followPath(path, schema, stepInto, brackets);
}

/** Named properties go first; only an object without any is a map. */
function stepInto(schema: JsonObject, name: string): SchemaStep<JsonObject> | undefined {
  const properties = objectAt(schema, "properties");
  if (properties !== undefined) {
    if (Object.hasOwn(properties, name)) {
      const field = properties[name] ?? null;
      return { to: "property", schema: isObject(field) ? field : {} };
    }
    if (!isEmpty(properties)) return undefined;
  }
  const values = valueAt(schema, "additionalProperties");
  if (values === undefined) return undefined;
  // Of values that may be anything nothing is known; to go on from there makes the server panic.
  return { to: "value", schema: isObject(values) ? values : {} };
}

/** Asked for every path that leads nowhere, so each object is counted once. */
function isEmpty(properties: JsonObject): boolean {
  let empty = emptiness.get(properties);
  if (empty === undefined) {
    emptiness.set(properties, (empty = Object.keys(properties).length === 0));
  }
  return empty;
}

const emptiness = new WeakMap<JsonObject, boolean>();
