import type { Schema } from "../../../crd/ir/schema.js";
import type { ChangeFacts } from "../change.js";

/**
 * What it means that an object may hold more than before, where the server pruned that. Nobody
 * else notices, but an object of which nothing was known was always empty: its type, `{ [key:
 * string]: never }`, is one that nothing else fits.
 */
export function factsOfMore(
  old: Schema,
  otherwise: string,
): Pick<ChangeFacts, "effects" | "reason"> {
  return isAlwaysEmpty(old)
    ? { effects: ["readers"], reason: "the object was always empty: readers may meet keys in it" }
    : { effects: ["safe"], reason: otherwise };
}

/** Whether the server prunes everything that is in an object. */
export function isAlwaysEmpty(schema: Schema): boolean {
  const { kind, fields, preserveUnknownFields, embeddedResource } = schema;
  return kind === "object" && fields.size === 0 && !preserveUnknownFields && !embeddedResource;
}
