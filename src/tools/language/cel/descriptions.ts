import { selfTypeName } from "../../../crd/rules/compile-rules.js";
import { unescapeProperty } from "../../../runtime/v1/cel/data/data.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";

/**
 * The description of a field of an object type, whose name tells the way from the schema of `self`;
 * undefined where there is none. Untrusted text.
 */
export function descriptionOf(
  schema: Json | undefined,
  typeName: string,
  field: string,
): string | undefined {
  const [root, ...steps] = typeName.split(".");
  if (root !== selfTypeName) return undefined;
  let at = schema;
  for (const step of [...steps, field]) at = stepInto(at, step);
  const description = memberOf(at, "description");
  return typeof description === "string" && description !== "" ? description : undefined;
}

function stepInto(schema: Json | undefined, step: string): Json | undefined {
  if (step === "@idx") return memberOf(schema, "items");
  if (step === "@elem") return memberOf(schema, "additionalProperties");
  return memberOf(memberOf(schema, "properties"), unescapeProperty(step) ?? step);
}

function memberOf(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
