import { Annotations } from "../../../crd/ir/annotations.js";
import type { Version } from "../../../crd/ir/resource.js";
import type { Rule, Schema } from "../../../crd/ir/schema.js";
import { writeYaml } from "../../../crd/source/write-yaml.js";
import { stringifyJson } from "../../../runtime/v1/go/stringify-json.js";
import { constraintWords } from "./constraint-words.js";
import type { Layers } from "./field-layers.js";
import { layersOf } from "./field-layers.js";
import { fieldSource } from "./field-source.js";
import { isTransitionRule } from "./is-transition-rule.js";
import type { FieldEntry, FieldNode, FieldRule, FieldTable } from "./page.js";

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
  return nodes.table();
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

function constraintsOf({ all }: Layers): readonly string[] {
  return all.flatMap(({ schema, subject }) => {
    if (subject === "") return constraintWords(schema);
    const { enum: values } = schema.validation;
    const told = [
      ...(values.length === 0 ? [] : [`one of ${values.map(stringifyJson).join(", ")}`]),
      ...(schema.default === undefined ? [] : [`default ${stringifyJson(schema.default)}`]),
      ...constraintWords(schema),
    ];
    return told.map((text) => `${subject}: ${text}`);
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
