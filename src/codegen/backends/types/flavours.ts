import type { Schema } from "../../../crd/ir/schema.js";
import type { NamedType } from "../names.js";
import type { Choice } from "../names/assign.js";
import { choiceOf } from "../names/assign.js";
import { contentOf, elementOf, isNamedShape, ownFields } from "../names/tree.js";

/**
 * As read: what the server stores, defaults filled in. As sent: fields with a default may be left
 * out, and null stands wherever the server drops it. As applied: all fields may be left out but
 * those that say which item of a list is meant; what is applied as a whole has those that it has
 * when sent.
 */
export type Flavour = "read" | "input" | "apply";

/** The suffixes of the names of types. */
export const suffixes = { read: "", input: "Input", apply: "Apply" } as const;

/** Tells whether a field has no question mark, in an object as read or as sent. */
export function isRequired(shape: Schema, name: string, flavour: "read" | "input"): boolean {
  const hasDefault = shape.fields.get(name)?.default !== undefined;
  const required = requiredOf(shape).has(name);
  return flavour === "read" ? required || hasDefault : required && !hasDefault;
}

const noNames: ReadonlySet<string> = new Set();
const requiredNames = new WeakMap<Schema, ReadonlySet<string>>();

function requiredOf(shape: Schema): ReadonlySet<string> {
  const { required } = shape.validation;
  if (required.length === 0) return noNames;
  let names = requiredNames.get(shape);
  if (names === undefined) requiredNames.set(shape, (names = new Set(required)));
  return names;
}

/** How an applier may give the objects of a type. */
interface Applied {
  /** True if the applier may own some of the fields and leave the others to other appliers. */
  readonly merged: boolean;
  /** The fields that say which item of a list is meant. */
  readonly keys: readonly string[];
}

/** Decides, per object type, what its flavours demand, and which of them equal the type as read. */
export class Flavours {
  readonly #applied = new Map<NamedType, Applied>();
  readonly #equal = { input: new Map<Schema, boolean>(), apply: new Map<NamedType, boolean>() };

  /**
   * Tells whether a field has no question mark: what is read has its defaults, what is applied need
   * not be whole.
   */
  isRequired(type: NamedType, name: string, flavour: Flavour): boolean {
    const { schema } = type;
    if (flavour !== "apply") return isRequired(schema, name, flavour);
    const { merged, keys } = this.#appliedOf(type);
    if (!merged) return isRequired(schema, name, "input");
    return schema.fields.get(name)?.default === undefined && keys.includes(name);
  }

  /** The choice that a type is written with. An applier may leave it to others. */
  choice(type: NamedType, flavour: Flavour): Choice | undefined {
    return flavour === "apply" && this.#appliedOf(type).merged ? undefined : choiceOf(type.schema);
  }

  /** Returns a key that is equal for types of one shape if they are applied alike. */
  appliedKey(type: NamedType): string {
    const { merged, keys } = this.#appliedOf(type);
    return merged ? JSON.stringify(keys) : "";
  }

  /**
   * Tells whether the type of an object in a flavour is that of the object as read. Those of a
   * resource are not.
   */
  equalsRead(type: NamedType, flavour: "input" | "apply"): boolean {
    if (type.around === undefined) return false;
    return flavour === "input"
      ? remembered(this.#equal.input, type.schema, () => this.#findEqual(type, flavour))
      : remembered(this.#equal.apply, type, () => this.#findEqual(type, flavour));
  }

  #findEqual(type: NamedType, flavour: "input" | "apply"): boolean {
    const shape = type.schema;
    const isSent = flavour === "input";
    if (choiceOf(shape) !== undefined) {
      // Null in what is sent chooses nothing.
      if (isSent || this.choice(type, flavour) === undefined) return false;
    }
    const differs = (name: string): boolean =>
      this.isRequired(type, name, flavour) !== isRequired(shape, name, "read");
    // What is sent may hold null in the metadata.
    if (shape.embeddedResource && (isSent || differs("metadata"))) return false;
    for (const [name, field] of ownFields(shape)) {
      if (differs(name)) return false;
      if (isSent && holdsNull(field)) return false;
      if (takesNumbers(elementOf(field))) return false;
      if (isSent && !isRequired(shape, name, flavour) && dropsNull(field)) return false;
      const below = type.below.get(name);
      if (below?.kind === "object" && !this.equalsRead(below, flavour)) return false;
    }
    return true;
  }

  #appliedOf(type: NamedType): Applied {
    return remembered(this.#applied, type, () => {
      if (type.around === undefined) return { merged: true, keys: [] };
      const { type: above, field } = type.around;
      const merged = this.#appliedOf(above).merged && isMergedWithin(field);
      return { merged, keys: merged ? innermostKeys(field) : [] };
    });
  }
}

/**
 * Tells whether the API server drops null in place of a value before it validates, which it does
 * where the field may be left out and in maps (apiextensions `schema/defaulting/prunenulls.go`). A
 * type that takes anything takes null in any case.
 */
export function dropsNull(schema: Schema): boolean {
  return !schema.nullable && (schema.kind !== "any" || schema.validation.enum.length > 0);
}

/**
 * Tells whether a value may be null. An enum never accepts null, whatever `nullable` says, but one
 * in `allOf` is not asked about it (kube-openapi `validation/validate/schema.go`: of null only the
 * type and the schema's own enum are validated).
 */
export function takesNull({ nullable, validation }: Schema): boolean {
  return nullable && validation.enum.length === 0;
}

/**
 * Tells whether manifests may hold bytes as a list of numbers, as Go reads them: the server takes a
 * list for any text with a format (kube-openapi `validation/validate/type.go`). Clients send
 * base64, so the type as read says so.
 */
export function takesNumbers({ kind, validation }: Schema): boolean {
  return kind === "string" && validation.format === "byte" && validation.enum.length === 0;
}

/**
 * Tells whether null is dropped somewhere in the maps and lists that a field holds, or embedded
 * metadata may hold it.
 */
function holdsNull(field: Schema): boolean {
  for (let current = field; ;) {
    const content = contentOf(current);
    if (content === undefined) return current.embeddedResource && !isNamedShape(current);
    if (current.kind === "map" && dropsNull(content)) return true;
    current = content;
  }
}

/**
 * Tells whether the objects inside a field are merged with those of others: what is atomic is
 * applied as a whole.
 */
function isMergedWithin(field: Schema): boolean {
  let current: Schema | undefined = field;
  while (current !== undefined) {
    if (current.kind === "list" ? current.listType !== "map" : current.mapType === "atomic") {
      return false;
    }
    current = contentOf(current);
  }
  return true;
}

function innermostKeys(field: Schema): readonly string[] {
  let keys: readonly string[] = [];
  for (
    let current: Schema | undefined = field;
    current !== undefined;
    current = contentOf(current)
  ) {
    keys = current.kind === "list" ? current.listMapKeys : [];
    if (contentOf(current)?.kind === "object") return keys;
  }
  return keys;
}

/** Returns the known value of a key; found if nothing is. */
export function remembered<Key, Value>(known: Map<Key, Value>, key: Key, find: () => Value): Value {
  let value = known.get(key);
  if (value === undefined) known.set(key, (value = find()));
  return value;
}
