import { compareUtf8 } from "../go/compare-utf8.js";
import type { Json, JsonObject } from "../json/json.js";
import { isObject } from "../json/json.js";
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

/** A set that grows. */
export class FieldSetBuilder {
  readonly set: FieldSet;
  readonly #root = new Map<string, OpenNode>();

  constructor() {
    this.set = this.#root;
  }

  /** Adds a field; an object as a whole has no owner. */
  add(path: FieldPath): void {
    let nodes = this.#root;
    for (const [index, element] of path.entries()) {
      let node = nodes.get(element.id);
      if (node === undefined) {
        nodes.set(element.id, (node = { element, isMember: false, below: new Map() }));
      }
      if (index === path.length - 1) node.isMember = true;
      nodes = node.below;
    }
  }
}

interface OpenNode {
  readonly element: PathElement;
  isMember: boolean;
  readonly below: Map<string, OpenNode>;
}

/** The set of nothing. */
export const noFields: FieldSet = /* @__PURE__ */ new Map();

/** A set of some fields. */
export function fieldSetOf(...paths: readonly FieldPath[]): FieldSet {
  const builder = new FieldSetBuilder();
  for (const path of paths) builder.add(path);
  return builder.set;
}

/** What is in one of two sets. */
export function union(a: FieldSet, b: FieldSet): FieldSet {
  if (a.size === 0) return b;
  const all = new Map(a);
  for (const [id, node] of b) {
    const known = a.get(id);
    all.set(id, known === undefined ? node : joinNodes(known, node));
  }
  return all;
}

function joinNodes(a: FieldNode, b: FieldNode): FieldNode {
  return {
    element: b.isMember ? b.element : a.element,
    isMember: a.isMember || b.isMember,
    below: union(a.below, b.below),
  };
}

/** What is in both of two sets. */
export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  return mapNodes(a, (node, id) => {
    const other = b.get(id);
    if (other === undefined) return undefined;
    const below = intersection(node.below, other.below);
    return { ...node, isMember: node.isMember && other.isMember, below };
  });
}

/** What is in the first of two sets alone. */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  if (b.size === 0) return a;
  return mapNodes(a, (node, id) => {
    const other = b.get(id);
    if (other === undefined) return node;
    const below = difference(node.below, other.below);
    return { ...node, isMember: node.isMember && !other.isMember, below };
  });
}

/** What is in the first of two sets alone, and not below a field of the second. */
export function recursiveDifference(a: FieldSet, b: FieldSet): FieldSet {
  if (b.size === 0) return a;
  return mapNodes(a, (node, id) => {
    const other = b.get(id);
    if (other === undefined) return node;
    if (other.isMember) return undefined;
    return { ...node, below: recursiveDifference(node.below, other.below) };
  });
}

/**
 * A set with the fields that the schema names and that are above fields of the set
 * (`EnsureNamedFieldsAreMembers`).
 */
export function withNamedFields(set: FieldSet, type: MergeType | undefined): FieldSet {
  const { map, list } = type === undefined ? {} : atomOf(type);
  return mapNodes(set, ({ element, isMember, below }) => {
    const { field } = element;
    const isNamed = field !== undefined && map !== undefined && namesField(map, field);
    const inner = field === undefined ? list?.items : map && fieldType(map, field);
    return { element, isMember: isMember || isNamed, below: withNamedFields(below, inner) };
  });
}

/** The nodes that remain of a set, each as it is to be; nodes without fields are left out. */
export function mapNodes(
  set: FieldSet,
  change: (node: FieldNode, id: string) => FieldNode | undefined,
): FieldSet {
  const changed = new Map<string, FieldNode>();
  for (const [id, node] of set) {
    const kept = change(node, id);
    if (kept !== undefined && (kept.isMember || kept.below.size > 0)) changed.set(id, kept);
  }
  return changed;
}

/** Whether a field is in a set. */
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

/** The paths of a set in their order: the fields of an object before those below them. */
export function pathsOf(set: FieldSet): readonly FieldPath[] {
  const nodes = [...set.values()].sort((a, b) => compareElements(a.element, b.element));
  return [
    ...nodes.filter(({ isMember }) => isMember).map(({ element }) => [element]),
    ...nodes.flatMap(({ element, below }) => pathsOf(below).map((path) => [element, ...path])),
  ];
}

/** A path as messages show it. */
export function ownedPathText(path: FieldPath): string {
  return path.map(({ text }) => text).join("");
}

/** A set as `fieldsV1`, its keys sorted as in the server's answers. */
export function toFieldsV1(set: FieldSet): JsonObject {
  const nodes = [...set].sort(([a], [b]) => compareUtf8(a, b));
  return Object.fromEntries(nodes.map(([id, node]) => [id, nodeJson(node)]));
}

function nodeJson({ isMember, below }: FieldNode): JsonObject {
  return below.size > 0 && isMember ? { ".": {}, ...toFieldsV1(below) } : toFieldsV1(below);
}

/**
 * Reads `fieldsV1`. Elements of kinds that are not known are left out.
 *
 * @throws FieldsFault for what is no set
 */
export function fromFieldsV1(fields: Json): FieldSet {
  if (fields === null) return noFields;
  if (!isObject(fields)) throw new FieldsFault("a set of fields is an object");
  const set = new Map<string, FieldNode>();
  for (const [key, value] of Object.entries(fields)) {
    const element = key === "." ? undefined : parseElement(key);
    if (element === undefined) continue;
    const below = fromFieldsV1(value);
    const isMember = below.size === 0 || (isObject(value) && Object.hasOwn(value, "."));
    set.set(element.id, { element, isMember, below });
  }
  return set;
}
