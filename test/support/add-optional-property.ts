import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import type { Random } from "./random.js";

/**
 * Adds an optional property at a random place of a random object, before or behind others: a text,
 * an enum, an object, or a copy of what another property holds.
 */
export function addOptionalProperty(root: JsonObject, random: Random): void {
  const objects: JsonObject[] = [];
  collectObjects(root, objects);
  if (objects.length === 0) return;
  const properties = random.pick(objects)["properties"] as JsonObject; // of those collected
  const others = random.pick(objects)["properties"] as JsonObject; // of those collected
  const added = random.pick<Json>([
    { type: "string" },
    { type: "string", enum: ["a", "b"] },
    { type: "object", properties: { mode: { type: "string", enum: ["a"] } } },
    structuredClone(random.pick(Object.values(others))),
  ]);
  const name = random.pick(["aaa", "addedLater", "zzz"]);
  if (name in properties) return;
  const entries = Object.entries(properties);
  entries.splice(random.below(entries.length + 1), 0, [name, added]);
  for (const key of Object.keys(properties)) delete properties[key];
  Object.assign(properties, Object.fromEntries(entries));
}

/** The objects with fields in a schema. */
function collectObjects(schema: Json | undefined, into: JsonObject[]): void {
  if (!isObject(schema)) return;
  const properties = schema["properties"];
  if (isObject(properties)) {
    if (Object.keys(properties).length > 0) into.push(schema);
    for (const field of Object.values(properties)) collectObjects(field, into);
  }
  collectObjects(schema["items"], into);
  collectObjects(schema["additionalProperties"], into);
}
