import type { Schema } from "../../ir/schema.js";
import { elementOf, isNamedShape } from "./object-shape.js";
import type { KubernetesShape } from "./recognize.js";
import { isCloser, matchesShape, recognizeShape, resembledShape, shapeNamed } from "./recognize.js";
import type { Edge, Tree } from "./tree.js";

/**
 * The types of a unit that are Kubernetes' own, by their Kubernetes names. A name depends on the
 * shape and on what surrounds it, never on the path; only the resource's own spec and status are
 * always called that. Where several types of a unit pass for one of Kubernetes (it embeds two
 * releases of a type, or the same one with other limits), the one with the most below it has the
 * name.
 */
export function kubernetesNames(tree: Tree): ReadonlyMap<Schema, string> {
  const found = new Map<Schema, KubernetesShape>();
  for (const { shape } of tree.places.slice(1)) offer(found, shape, recognizeShape(shape));
  for (const edge of tree.edges) {
    for (const expected of expectedShapes(edge)) {
      if (matchesShape(edge.child, expected)) offer(found, edge.child, expected);
    }
  }
  for (const { shape, path } of tree.places) if (isSpecOrStatus(path)) found.delete(shape);
  return new Map([...winners(found)].map(([name, shape]) => [shape, name]));
}

function isSpecOrStatus([field, further]: readonly string[]): boolean {
  return (field === "spec" || field === "status") && further === undefined;
}

function offer(
  found: Map<Schema, KubernetesShape>,
  schema: Schema,
  shape: KubernetesShape | undefined,
): void {
  if (shape === undefined) return;
  const other = found.get(schema);
  if (other === undefined || isCloser(schema, shape, other)) found.set(schema, shape);
}

/** What a field holds, judged by the object around it and by its name. */
function* expectedShapes(edge: Edge): Iterable<KubernetesShape> {
  const around = resembledShape(edge.parent)?.fields.get(edge.field);
  if (around !== undefined) yield* defined(shapeNamed(around));
  for (const [pattern, name] of referenceFields) {
    if (pattern.test(edge.field)) yield* defined(shapeNamed(name));
  }
}

// Small types that only the names of their fields give away.
const referenceFields: readonly (readonly [RegExp, string])[] = [
  [/[sS]ecret(Key)?(Ref|Selector)$/, "SecretKeySelector"],
  [/^imagePullSecrets?$|[a-z]Refs?$/, "LocalObjectReference"],
  [/[sS]ecretRef(erence)?s?$/, "SecretReference"],
];

function* defined(shape: KubernetesShape | undefined): Iterable<KubernetesShape> {
  if (shape !== undefined) yield shape;
}

function winners(found: ReadonlyMap<Schema, KubernetesShape>): ReadonlyMap<string, Schema> {
  const winning = new Map<string, Schema>();
  for (const [schema, { name }] of found) {
    const other = winning.get(name);
    if (other === undefined || extent(schema) > extent(other)) winning.set(name, schema);
  }
  return winning;
}

const extents = new WeakMap<Schema, number>();

/** How many fields lie at and below an object. */
function extent(schema: Schema): number {
  const known = extents.get(schema);
  if (known !== undefined) return known;
  let sum = 0;
  for (const field of schema.fields.values()) {
    const element = elementOf(field);
    sum += 1 + (isNamedShape(element) ? extent(element) : 0);
  }
  extents.set(schema, sum);
  return sum;
}
