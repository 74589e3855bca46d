import type { Schema } from "../../ir/schema.js";
import type { NameTable } from "../names.js";
import { choiceOf } from "../names/choice.js";
import {
  contentOf,
  elementOf,
  isNamedShape,
  ownFields,
  typeMetaFields,
} from "../names/object-shape.js";

/**
 * As read: what the server stores, defaults filled in. As sent: fields with a default may be left out. As applied: all
 * fields may be left out but those that say which item of a list is meant.
 */
export type Flavour = "read" | "input" | "apply";

/** What stands behind the name of a type. */
export type Suffix = "" | "Input" | "Apply";

const noNames: ReadonlySet<string> = new Set();

/** Decides, per object type, which flavours differ. A flavour that equals an earlier one has no type of its own. */
export class Flavours {
  readonly #names: NameTable;
  readonly #root: Schema | undefined;
  readonly #keys: ReadonlyMap<Schema, ReadonlySet<string>>;
  readonly #required = new Map<Schema, ReadonlySet<string>>();
  readonly #suffixes = { input: new Map<Schema, Suffix>(), apply: new Map<Schema, Suffix>() };

  constructor(names: NameTable) {
    this.#names = names;
    this.#root = names.types[0]?.schema;
    this.#keys = collectListMapKeys(names);
  }

  /** Whether a field is without its question mark: what is read has its defaults, what is applied need not be whole. */
  isRequired(shape: Schema, name: string, field: Schema | undefined, flavour: Flavour): boolean {
    const hasDefault = field?.default !== undefined;
    if (flavour === "apply") return !hasDefault && this.#keys.get(shape)?.has(name) === true;
    const required = this.#requiredOf(shape).has(name);
    return flavour === "read" ? required || hasDefault : required && !hasDefault;
  }

  /** Whether an embedded resource must have metadata. Identity it must have in any case. */
  requiresMetadata(shape: Schema, flavour: Flavour): boolean {
    return this.isRequired(shape, "metadata", shape.fields.get("metadata"), flavour);
  }

  #requiredOf(shape: Schema): ReadonlySet<string> {
    const { required } = shape.validation;
    if (required.length === 0) return noNames;
    let names = this.#required.get(shape);
    if (names === undefined) this.#required.set(shape, (names = new Set(required)));
    return names;
  }

  /** The suffix of an object type in a flavour. */
  suffix(shape: Schema, flavour: Flavour): Suffix {
    if (flavour === "read") return "";
    const known = this.#suffixes[flavour].get(shape);
    if (known !== undefined) return known;
    const suffix = this.#findSuffix(shape, flavour);
    this.#suffixes[flavour].set(shape, suffix);
    return suffix;
  }

  /** The suffix of the object type that a field holds, directly or in lists and maps; `""` also if it holds none. */
  fieldSuffix(field: Schema, flavour: Flavour): Suffix {
    const element = elementOf(field);
    if (!isNamedShape(element)) return "";
    return this.suffix(this.#names.shapeOf(element), flavourWithin(field, flavour));
  }

  /** The types as sent and as applied that the resource is made of, by shape and suffix. */
  reachable(): ReadonlyMap<Schema, ReadonlySet<Suffix>> {
    const reached = new Map<Schema, Set<Suffix>>();
    const visit = (shape: Schema, flavour: Flavour): void => {
      const suffix = this.suffix(shape, flavour);
      const known = reached.get(shape);
      if (suffix === "" || known?.has(suffix) === true) return;
      if (known === undefined) reached.set(shape, new Set([suffix]));
      else known.add(suffix);
      for (const [name, field] of ownFields(shape)) {
        if (shape === this.#root && typeMetaFields.has(name)) continue;
        const element = elementOf(field);
        if (isNamedShape(element))
          visit(this.#names.shapeOf(element), flavourWithin(field, flavour));
      }
    };
    if (this.#root !== undefined) {
      visit(this.#root, "input");
      visit(this.#root, "apply");
    }
    return reached;
  }

  #findSuffix(shape: Schema, flavour: "input" | "apply"): Suffix {
    if (shape === this.#root) return flavour === "input" ? "Input" : "Apply";
    if (this.#equals(shape, flavour, "read")) return "";
    if (flavour === "input") return "Input";
    return this.#equals(shape, "apply", "input") ? this.suffix(shape, "input") : "Apply";
  }

  #equals(shape: Schema, one: Flavour, other: Flavour): boolean {
    // An applier may leave the choice to others.
    if (one === "apply" && choiceOf(shape) !== undefined) return false;
    if (
      shape.embeddedResource &&
      this.requiresMetadata(shape, one) !== this.requiresMetadata(shape, other)
    ) {
      return false;
    }
    for (const [name, field] of ownFields(shape)) {
      if (
        this.isRequired(shape, name, field, one) !== this.isRequired(shape, name, field, other) ||
        this.fieldSuffix(field, one) !== this.fieldSuffix(field, other)
      ) {
        return false;
      }
    }
    return true;
  }
}

/** The flavour of the objects inside a field: what is atomic is applied as a whole, that is, complete. */
export function flavourWithin(field: Schema, flavour: Flavour): Flavour {
  if (flavour !== "apply") return flavour;
  let current: Schema | undefined = field;
  while (current !== undefined) {
    if (current.kind === "list" ? current.listType !== "map" : current.mapType === "atomic") {
      return "input";
    }
    current = contentOf(current);
  }
  return "apply";
}

/**
 * The list map keys of every object type that is applied item by item. Where one type stands in several lists, or in a
 * field of its own too, a key counts only if it is one everywhere.
 */
function collectListMapKeys(names: NameTable): ReadonlyMap<Schema, ReadonlySet<string>> {
  const keys = new Map<Schema, ReadonlySet<string>>();
  for (const [index, { schema }] of names.types.entries()) {
    for (const [name, field] of ownFields(schema)) {
      if (index === 0 && typeMetaFields.has(name)) continue;
      const element = elementOf(field);
      if (!isNamedShape(element) || flavourWithin(field, "apply") === "input") continue;
      const shape = names.shapeOf(element);
      const here = innermostKeys(field);
      const others = keys.get(shape);
      keys.set(shape, new Set(others === undefined ? here : here.filter((key) => others.has(key))));
    }
  }
  return keys;
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
