import { Annotations } from "../../../crd/ir/annotations.js";
import type { Version } from "../../../crd/ir/resource.js";
import type { Rule, Schema } from "../../../crd/ir/schema.js";
import { writeYaml } from "../../../crd/source/write-yaml.js";
import { stringifyJson } from "../../../runtime/v1/values/go/json.js";
import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isObject, setKey } from "../../../runtime/v1/values/json/json.js";
import { constraintsOfSchema } from "./constraint-words.js";
import { kubectlFacts } from "./kubectl-facts.js";
import type { FieldConstraint, FieldEntry, FieldNode, FieldRule, FieldTable } from "./page.js";

/**
 * The fields of a version; equal ones share a node. Without a schema, an object of which nothing is
 * known. Any schema has a table, however deep it is.
 */
export function fieldTableOf(version: Version): FieldTable {
  const { schema, annotations } = version;
  if (schema === undefined) return { nodes: [{ type: "object" }] };
  const places = placesOf(schema, annotations);
  const nodes = new DistinctNodes();
  // What is below a place comes behind it.
  for (const place of places.reverse()) place.node = nodes.add(place);
  return { ...nodes.table(), ...kubectlFacts(version) };
}

interface Place {
  readonly layers: Layers;
  readonly fields: readonly (readonly [name: string, place: Place])[];
  /** The index of its node among the distinct ones, once it has one. */
  node: number;
}

function placesOf(schema: Schema, annotations: Annotations): Place[] {
  const places: Place[] = [];
  const pending: Place[] = [];
  const add = (of: Schema, with_: Annotations): Place => {
    const place: Place = { layers: layersOf(of, with_), fields: [], node: -1 };
    pending.push(place);
    return place;
  };
  add(schema, annotations);
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    const last = place.layers.all.at(-1);
    const fields = [...(last?.schema.fields ?? [])].map(
      ([name, field]) => [name, add(field, last?.annotations.field(name) ?? nothing)] as const,
    );
    Object.assign(place, { fields });
    places.push(place);
  }
  return places;
}

const nothing = new Annotations(undefined);

/** Nodes in the order in which they were met, each content once. */
class DistinctNodes {
  readonly #indexes = new Map<string, number>();
  readonly #nodes: FieldNode[] = [];

  /** The index of a place whose fields have theirs. Equal schemas are one object. */
  add(place: Place): number {
    const [{ schema, annotations }] = place.layers.all;
    const description = descriptionOf(place.layers);
    const below = place.fields.map(([, { node }]) => node).join();
    const key = `${schema.id} ${below} ${description}`;
    let index = this.#indexes.get(key);
    if (index === undefined) {
      index = this.#nodes.length;
      this.#indexes.set(key, index);
      this.#nodes.push({ ...nodeOf(place, description), ...sourceOf(annotations) });
    }
    return index;
  }

  /** The node that came last, which is the root, is the first one. */
  table(): FieldTable {
    const last = this.#nodes.length - 1;
    const renumbered = this.#nodes.map((node) => {
      if (node.fields === undefined) return node;
      const fields = node.fields.map(([name, index, ...rest]): FieldEntry => {
        return [name, last - index, ...rest];
      });
      return { ...node, fields };
    });
    return { nodes: renumbered.reverse() };
  }
}

function sourceOf(annotations: Annotations): { readonly source?: string } {
  const source = fieldSource(annotations.raw);
  return source === undefined ? {} : { source: writeYaml(source) };
}

function nodeOf({ layers, fields }: Place, description: string): FieldNode {
  const [{ schema }] = layers.all;
  const required = new Set(layers.all.at(-1)?.schema.validation.required);
  const entries = fields.map(([name, { node }]): FieldEntry => {
    return required.has(name) ? [name, node, 1] : [name, node];
  });
  const rules = rulesOf(layers);
  const constraints = constraintsOf(layers);
  return {
    type: layers.type,
    ...(description !== "" && { description }),
    ...(schema.default !== undefined && { default: stringifyJson(schema.default) }),
    ...enumOf(schema),
    ...(constraints.length > 0 && { constraints }),
    ...(rules.length > 0 && { rules }),
    ...(entries.length > 0 && { fields: entries }),
    ...(entries.length > 0 && layers.steps !== "" && { steps: layers.steps }),
  };
}

/** That of the field, and behind it those of items and values that say something else. */
function descriptionOf({ all }: Layers): string {
  const texts = all.map(({ annotations }) => annotations.description || annotations.title);
  return [...new Set(texts)].filter((text) => text.trim() !== "").join("\n\n");
}

function enumOf(schema: Schema): { readonly enum?: readonly string[] } {
  const values = schema.validation.enum;
  return values.length === 0 ? {} : { enum: values.map(stringifyJson) };
}

function constraintsOf({ all }: Layers): readonly FieldConstraint[] {
  return all.flatMap(({ schema, subject }): readonly FieldConstraint[] => {
    if (subject === "") return constraintsOfSchema(schema);
    const { enum: values } = schema.validation;
    const told = [
      ...(values.length === 0 ? [] : [`one of ${values.map(stringifyJson).join(", ")}`]),
      ...(schema.default === undefined ? [] : [`default ${stringifyJson(schema.default)}`]),
      ...constraintsOfSchema(schema).map(([, text]) => text),
    ];
    return told.map((text) => [subject, text]);
  });
}

function rulesOf({ all }: Layers): readonly FieldRule[] {
  return all.flatMap(({ schema, subject }) => schema.rules.map((rule) => ruleOf(rule, subject)));
}

function ruleOf(rule: Rule, subject: string): FieldRule {
  const message = rule.message || rule.messageExpression;
  return {
    rule: rule.rule,
    ...(message !== "" && { message }),
    ...(subject !== "" && { subject }),
    ...(isTransitionRule(rule) && { isTransition: 1 as const }),
  };
}

const textsAndComments =
  /\/\/[^\n]*|[rRbB]{0,2}(?:"""[^]*?"""|'''[^]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')/g;

/**
 * Tells whether a rule mentions `oldSelf`, so that it holds for updates alone; with
 * `optionalOldSelf` it holds for creations too. A rule that cannot be parsed counts by its words.
 */
function isTransitionRule({ rule, optionalOldSelf }: Rule): boolean {
  if (optionalOldSelf === true) return false;
  return /(?<![\w.])oldSelf\b/.test(rule.replace(textsAndComments, "''"));
}

/** Told beside the source, or the subject of other fields. */
const leftOut = new Set(["description", "title", "example", "externalDocs", "properties"]);

/** Deeper lists of lists and maps of maps are left out. */
const deepest = 16;

/**
 * The keywords of a schema as they are written, without descriptions and the schemas of fields;
 * `undefined` where it says nothing but its type.
 */
function fieldSource(raw: Json | undefined): JsonObject | undefined {
  if (!isObject(raw)) return undefined;
  const source = withoutFields(raw, deepest);
  return saysMore(source) ? source : undefined;
}

function withoutFields(raw: JsonObject, depth: number): JsonObject {
  const source: JsonObject = {};
  for (const [key, value] of Object.entries(raw)) {
    if (leftOut.has(key)) continue;
    const isBelow = (key === "items" || key === "additionalProperties") && isObject(value);
    if (!isBelow) setKey(source, key, value);
    else if (depth > 0) setKey(source, key, withoutFields(value, depth - 1));
  }
  return source;
}

function saysMore(source: JsonObject): boolean {
  return Object.entries(source).some(([key, value]) => {
    if (key === "items" || key === "additionalProperties")
      return isObject(value) && saysMore(value);
    return key !== "type";
  });
}

/** A schema on the way from a field to its fields: that of the field, of its items or values. */
interface Layer {
  readonly schema: Schema;
  readonly annotations: Annotations;
  /**
   * The value that it is about: `""` for the field itself, `each item`, `each item of each value`.
   */
  readonly subject: string;
}

/** A field with its items and values, down to what is neither a list nor a map. */
interface Layers {
  /** At least one; the last is the one that has the fields. */
  readonly all: readonly [Layer, ...Layer[]];
  /** As in a path: `[*]` for each list, `.*` for each map. */
  readonly steps: string;
  /** As people write it: `map[string][]integer`. */
  readonly type: string;
}

/** Follows items and values as far as there is a schema for them. */
function layersOf(schema: Schema, annotations: Annotations): Layers {
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
