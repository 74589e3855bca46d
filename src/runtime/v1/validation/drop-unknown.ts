import { isMembers, typeMeta } from "./prune.js";
import type { ValueSchema } from "./value-schema.js";
import { memberSchema } from "./value-schema.js";

/**
 * Removes, in place, what a schema does not specify, as `prune` does, but does not tell what: for
 * copies in which errors are looked for. Those are few, so this is short, and slower.
 *
 * @param keepsType the value is an object with a type and metadata, of which the schema says
 *   nothing
 */
export function dropUnknown(root: ValueSchema, value: unknown, keepsType = false): void {
  const open: [ValueSchema, unknown, boolean, boolean][] = [[root, value, keepsType, false]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [schema, current, isTyped, isInPreserved] = next;
    const { items, values, embeddedResource, preserveUnknownFields } = schema;
    const preserves = isInPreserved || preserveUnknownFields === true;
    if (Array.isArray(current)) {
      for (const item of current) open.push([items ?? unspecified, item, false, preserves]);
    } else if (isMembers(current)) {
      for (const key of Object.keys(current)) {
        if ((isTyped || embeddedResource === true) && typeMeta.includes(key)) continue;
        const member = memberSchema(schema, key);
        const isKept = member !== undefined || values !== undefined;
        if (isKept) open.push([member ?? unspecified, current[key], false, false]);
        else if (!preserves) delete current[key];
      }
    }
  }
}

const unspecified: ValueSchema = {};
