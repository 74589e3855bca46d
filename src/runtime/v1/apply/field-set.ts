import { compareUtf8 } from "../values/go/utf8.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import type { MergeType } from "./merge-schema.js";
import { atomOf, fieldType, namesField } from "./merge-schema.js";
import type { PathElement } from "./path-element.js";
import { compareElements, FieldsFault, parseElement } from "./path-element.js";

/**
 * A set of fields as a tree: its elements by their ids (structured-merge-diff `fieldpath/set.go`).
 * No element is neither in the set nor above one that is.
 */
export type FieldSet = ReadonlyMap<string, FieldNode>;

/** An element of a set of fields. */
export interface FieldNode {
  readonly element: PathElement;
  /** The field itself is in the set. */
  readonly isMember: boolean;
  /** The fields below it that are in the set. */
  readonly below: FieldSet;
}

/** A path from the root of an object. */
export type FieldPath = readonly PathElement[];

/**
 * A field of an object that is walked through: its element, and the field that it is in. Undefined
 * stands for the object as a whole. However deep it is, it costs as much as one element.
 */
export interface FieldPlace {
  readonly above: FieldPlace | undefined;
  readonly element: PathElement;
}

/** A set that grows. */
export class FieldSetBuilder {
  readonly set: FieldSet;
  readonly #root = new Map<string, OpenNode>();
  /** Of fields that others are in. */
  readonly #nodes = new Map<FieldPlace, OpenNode>();

  constructor() {
    this.set = this.#root;
  }

  /** Adds a field; an object as a whole has no owner. */
  add(place: FieldPlace | undefined): void {
    if (place === undefined) return;
    const missing: FieldPlace[] = [];
    let known: OpenNode | undefined;
    for (let at = place.above; at !== undefined && known === undefined; at = at.above) {
      known = this.#nodes.get(at);
      if (known === undefined) missing.push(at);
    }
    for (const above of missing.reverse()) {
      known = this.#open(known, above.element);
      this.#nodes.set(above, known);
    }
    this.#open(known, place.element).isMember = true;
  }

  #open(above: OpenNode | undefined, element: PathElement): OpenNode {
    const nodes = above === undefined ? this.#root : above.open();
    let node = nodes.get(element.id);
    if (node === undefined) nodes.set(element.id, (node = new OpenNode(element)));
    return node;
  }
}

class OpenNode implements FieldNode {
  readonly element: PathElement;
  isMember = false;
  below: FieldSet = noFields;
  #below: Map<string, OpenNode> | undefined;

  constructor(element: PathElement) {
    this.element = element;
  }

  /** Returns the nodes below it, to be added to: most have nothing there. */
  open(): Map<string, OpenNode> {
    this.#below ??= new Map<string, OpenNode>();
    this.below = this.#below;
    return this.#below;
  }
}

/** The set of nothing. */
export const noFields: FieldSet = /* @__PURE__ */ new Map();

/** A set of some fields. */
export function fieldSetOf(...paths: readonly FieldPath[]): FieldSet {
  const builder = new FieldSetBuilder();
  for (const path of paths) {
    let place: FieldPlace | undefined;
    for (const element of path) place = { above: place, element };
    builder.add(place);
  }
  return builder.set;
}

/** Returns the fields that are in at least one of two sets. */
export function union(a: FieldSet, b: FieldSet): FieldSet {
  if (a.size === 0) return b;
  const root = new Map(a);
  const pending = [{ all: root, more: b }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { all, more } = next;
    for (const [id, node] of more) {
      const known = all.get(id);
      if (known === undefined) all.set(id, node);
      else {
        const below = known.below.size === 0 ? node.below : new Map(known.below);
        if (below !== node.below) pending.push({ all: below as typeof root, more: node.below }); // made here
        const element = node.isMember ? node.element : known.element;
        all.set(id, { element, isMember: known.isMember || node.isMember, below });
      }
    }
  }
  return root;
}

/** Returns the fields that are in both of two sets. */
export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  return mapFields(a, b, (node, id, others) => {
    const other = others.get(id);
    if (other === undefined) return undefined;
    return { node: { ...node, isMember: node.isMember && other.isMember }, inside: other.below };
  });
}

/** Returns the fields that are in the first of two sets but not in the second. */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  if (b.size === 0) return a;
  return mapFields(a, b, (node, id, others) => {
    const other = others.get(id);
    if (other === undefined) return { node };
    const inside = other.below.size === 0 ? undefined : other.below;
    return { node: { ...node, isMember: node.isMember && !other.isMember }, inside };
  });
}

/**
 * Returns the fields of the first of two sets that are neither in the second nor below one of its
 * fields.
 */
export function recursiveDifference(a: FieldSet, b: FieldSet): FieldSet {
  if (b.size === 0) return a;
  return mapFields(a, b, (node, id, others) => {
    const other = others.get(id);
    if (other === undefined) return { node };
    return other.isMember ? undefined : { node, inside: other.below };
  });
}

/**
 * A set with the fields that the schema names and that are above fields of the set
 * (`EnsureNamedFieldsAreMembers`).
 */
export function withNamedFields(set: FieldSet, type: MergeType): FieldSet {
  return mapFields(set, type, (node, _, above) => {
    const { map, list } = atomOf(above);
    const { field } = node.element;
    const isNamed = field !== undefined && map !== undefined && namesField(map, field);
    const inside = field === undefined ? list?.items : map && fieldType(map, field);
    return { node: isNamed && !node.isMember ? { ...node, isMember: true } : node, inside };
  });
}

/** The new state of a node; what is below it goes on with `inside`, or stays without one. */
interface Changed<C> {
  readonly node: FieldNode;
  readonly inside?: C | undefined;
}

/** The nodes that remain of a set, each as it is to be; nodes without fields are left out. */
export function mapFields<C>(
  set: FieldSet,
  context: C,
  change: (node: FieldNode, id: string, context: C) => Changed<C> | undefined,
): FieldSet {
  const root = new Map<string, FieldNode>();
  const pending = [{ set, context, into: root }];
  /** Those that may turn out to be empty, what is above before what is below. */
  const made: { readonly id: string; readonly in: Map<string, FieldNode> }[] = [];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { into } = next;
    for (const [id, old] of next.set) {
      const changed = change(old, id, next.context);
      if (changed === undefined) continue;
      const { node, inside } = changed;
      if (node.below.size === 0 || inside === undefined) {
        if (node.isMember || node.below.size > 0) into.set(id, node);
        continue;
      }
      const below = new Map<string, FieldNode>();
      into.set(id, { element: node.element, isMember: node.isMember, below });
      pending.push({ set: node.below, context: inside, into: below });
      if (!node.isMember) made.push({ id, in: into });
    }
  }
  for (const { id, in: nodes } of made.reverse()) {
    if (nodes.get(id)?.below.size === 0) nodes.delete(id);
  }
  return root;
}

/** Tells whether a field is in a set. */
export function ownsPath(set: FieldSet, path: FieldPath): boolean {
  let nodes = set;
  let isMember = false;
  for (const { id } of path) {
    const node = nodes.get(id);
    if (node === undefined) return false;
    ({ isMember, below: nodes } = node);
  }
  return isMember;
}

/** The fields of a set in their order: those of an object before those below them. */
export function fieldPlaces(set: FieldSet): readonly FieldPlace[] {
  const places: FieldPlace[] = [];
  const pending: { readonly set: FieldSet; readonly above: FieldPlace | undefined }[] = [
    { set, above: undefined },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { above } = next;
    const nodes = [...next.set.values()].sort((a, b) => compareElements(a.element, b.element));
    const below: typeof pending = [];
    for (const { element, isMember, below: inside } of nodes) {
      const place = { above, element };
      if (isMember) places.push(place);
      if (inside.size > 0) below.push({ set: inside, above: place });
    }
    for (const one of below.reverse()) pending.push(one);
  }
  return places;
}

/** The path that leads to a field. */
export function elementsTo(place: FieldPlace): FieldPath {
  const path: PathElement[] = [];
  for (let at: FieldPlace | undefined = place; at !== undefined; at = at.above) {
    path.push(at.element);
  }
  return path.reverse();
}

/** The path of a field as messages show it. */
export function placeText(place: FieldPlace): string {
  return elementsTo(place)
    .map(({ text }) => text)
    .join("");
}

/** A set as `fieldsV1`, its keys sorted as in the server's answers. */
export function toFieldsV1(set: FieldSet): JsonObject {
  const root: JsonObject = {};
  const pending = [{ set, into: root }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const nodes = [...next.set].sort(([a], [b]) => compareUtf8(a, b));
    for (const [id, { isMember, below }] of nodes) {
      const into: JsonObject = below.size > 0 && isMember ? { ".": {} } : {};
      next.into[id] = into;
      if (below.size > 0) pending.push({ set: below, into });
    }
  }
  return root;
}

/**
 * Reads `fieldsV1`. Elements of kinds that are not known are left out.
 *
 * @throws FieldsFault for what is no set
 */
export function fromFieldsV1(fields: Json): FieldSet {
  const root = new Map<string, ReadNode>();
  const pending: { readonly value: Json; readonly node: Omit<ReadNode, "element"> }[] = [
    { value: fields, node: { isMember: false, below: root } },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, node } = next;
    if (!isObject(value) && value !== null) throw new FieldsFault("a set of fields is an object");
    for (const [key, member] of Object.entries(value ?? {})) {
      const element = key === "." ? undefined : parseElement(key);
      if (element === undefined) continue;
      const inner = { element, isMember: false, below: new Map<string, ReadNode>() };
      node.below.set(element.id, inner);
      pending.push({ value: member, node: inner });
    }
    node.isMember = node.below.size === 0 || Object.hasOwn(value ?? {}, ".");
  }
  return root;
}

interface ReadNode extends FieldNode {
  isMember: boolean;
  readonly below: Map<string, ReadNode>;
}
