import type { Annotations } from "../../../crd/ir/annotations.js";
import type { Schema } from "../../../crd/ir/schema.js";

/** A schema on the way from a field to its fields: that of the field, of its items or values. */
export interface Layer {
  readonly schema: Schema;
  readonly annotations: Annotations;
  /** What it is about: `""` for the field itself, `each item`, `each item of each value`. */
  readonly subject: string;
}

/** A field with its items and values, down to what is neither a list nor a map. */
export interface Layers {
  /** At least one; the last is the one that has the fields. */
  readonly all: readonly [Layer, ...Layer[]];
  /** As in a path: `[*]` for each list, `.*` for each map. */
  readonly steps: string;
  /** As people write it: `map[string][]integer`. */
  readonly type: string;
}

/** Follows items and values as far as there is a schema for them. */
export function layersOf(schema: Schema, annotations: Annotations): Layers {
  const all: [Layer, ...Layer[]] = [{ schema, annotations, subject: "" }];
  let steps = "";
  let type = "";
  let last: Layer = all[0];
  for (let below = nextLayer(last); below !== undefined; below = nextLayer(last)) {
    const isList = last.schema.kind === "list";
    steps += isList ? "[*]" : ".*";
    type += isList ? "[]" : "map[string]";
    all.push(below);
    last = below;
  }
  return { all, steps, type: type + typeName(last.schema) };
}

function nextLayer({ schema, annotations, subject }: Layer): Layer | undefined {
  const about = (name: string): string => (subject === "" ? name : `${name} of ${subject}`);
  if (schema.kind === "list" && schema.items !== undefined) {
    return { schema: schema.items, annotations: annotations.items(), subject: about("each item") };
  }
  if (schema.kind === "map" && typeof schema.values === "object") {
    const subjectBelow = about("each value");
    return { schema: schema.values, annotations: annotations.values(), subject: subjectBelow };
  }
  return undefined;
}

const typeNames = {
  object: "object",
  map: "map[string]any",
  any: "any",
  list: "[]any",
  string: "string",
  integer: "integer",
  number: "number",
  boolean: "boolean",
  intOrString: "integer or string",
} as const;

function typeName(schema: Schema): string {
  return typeNames[schema.kind];
}
