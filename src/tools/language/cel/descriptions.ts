import { followSteps } from "../../../crd/source/follow-steps.js";
import { unescapeProperty } from "../../../runtime/v1/cel/data/data.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import { schemaOfType } from "./self-type.js";

/** The description of a field of an object type; undefined where there is none. Untrusted text. */
export function descriptionOf(
  schema: Json | undefined,
  typeName: string,
  field: string,
): string | undefined {
  const holder = schemaOfType(typeName);
  if (schema === undefined || holder === undefined) return undefined;
  const name = unescapeProperty(field) ?? field;
  const description = followSteps(schema, [...holder, "properties", name, "description"]);
  return typeof description === "string" && description !== "" ? description : undefined;
}
