import type { Schema } from "../../ir/schema.js";

/** A part of a schema that is a schema itself. */
export interface Part {
  /** `.name` of a field, `[]` of the items of a list, `{}` of the values of a map. */
  readonly slot: string;
  readonly schema: Schema;
}

/** A part that is left out, or exchanged for another schema. */
export interface Change {
  readonly part: Part;
  readonly other: Schema | undefined;
}

interface Content {
  readonly parts: readonly Part[];
  /**
   * A sum over the parts, so that the hash after a change is worked out without looking at the others. Schemas of equal
   * content have equal hashes.
   */
  readonly hash: number;
}

// What a schema is made of holds wherever it occurs.
const contents = new WeakMap<Schema, Content>();

/** The parts of a schema in the order of the CRD, and a hash of all but what concerns its place of use. */
export function contentOf(schema: Schema): Content {
  const known = contents.get(schema);
  if (known !== undefined) return known;
  const parts = partsOf(schema);
  let hash = schema.validation.id;
  for (const part of parts) hash = (hash + partHash(part.slot, part.schema)) | 0;
  const content = { parts, hash };
  contents.set(schema, content);
  return content;
}

/** The hash that a schema would have after a change. */
export function hashAfter(schema: Schema, { part, other }: Change): number {
  const without = (contentOf(schema).hash - partHash(part.slot, part.schema)) | 0;
  return other === undefined ? without : (without + partHash(part.slot, other)) | 0;
}

/** Whether a schema has the content that another one would have after a change. */
export function isAfter(candidate: Schema, schema: Schema, change: Change): boolean {
  return hasSameFrame(candidate, schema) && hasPartsAfter(candidate, schema, change);
}

function hasSameFrame(one: Schema, other: Schema): boolean {
  return (
    one.type === other.type &&
    one.validation === other.validation &&
    one.listType === other.listType &&
    one.listMapKeys.join() === other.listMapKeys.join() &&
    one.preserveUnknownFields === other.preserveUnknownFields &&
    one.embeddedResource === other.embeddedResource &&
    one.rules.length === other.rules.length &&
    (one.rules.length === 0 || JSON.stringify(one.rules) === JSON.stringify(other.rules))
  );
}

function hasPartsAfter(candidate: Schema, schema: Schema, { part, other }: Change): boolean {
  const { parts } = contentOf(candidate);
  let next = 0;
  for (const before of contentOf(schema).parts) {
    const wanted = before === part ? other : before.schema;
    if (wanted === undefined) continue;
    const found = parts[next++];
    if (found?.schema !== wanted || found.slot !== before.slot) return false;
  }
  return next === parts.length;
}

function partsOf(schema: Schema): readonly Part[] {
  const parts: Part[] = [];
  for (const [name, field] of schema.fields) parts.push({ slot: `.${name}`, schema: field });
  if (schema.items !== undefined) parts.push({ slot: "[]", schema: schema.items });
  if (typeof schema.values === "object") parts.push({ slot: "{}", schema: schema.values });
  return parts;
}

function partHash(slot: string, { id }: Schema): number {
  let hash = id;
  for (let index = 0; index < slot.length; index++) {
    hash = Math.imul(hash, 31) + slot.charCodeAt(index);
  }
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
}
