import type { SearchData } from "./index-data.js";

/** A field of a shape: the shape that has it, its name, and the shape below it. */
export interface Edge {
  readonly parent: number;
  readonly name: number;
  readonly child: number;
}

/** The shapes of an index, and the way from each to what has it. */
export class NameGraph {
  readonly data: SearchData;
  /** All names in small letters. */
  readonly lowerNames: readonly string[];
  /** The fields of each name. */
  readonly byName: readonly (readonly Edge[])[];
  /** How many fields there are on the shortest way from an object to a shape. */
  readonly depths: Int32Array;
  /** How many `[*]` stand in front of the fields of a shape. */
  readonly steps: readonly number[];
  /** The versions whose objects have a shape. */
  readonly rootsOf: ReadonlyMap<number, readonly number[]>;
  /** Those that have a shape below them, the shortest way first. */
  readonly #parents: readonly (readonly Edge[])[];
  /** Shapes in an order in which each stands behind all that have it. */
  readonly #order: readonly number[];
  #allPaths: Float64Array | undefined;

  constructor(data: SearchData) {
    this.data = data;
    this.lowerNames = data.names.map((name) => name.toLowerCase());
    const byName: Edge[][] = data.names.map(() => []);
    const parents: Edge[][] = data.shapes.map(() => []);
    for (const [parent, shape] of data.shapes.entries()) {
      for (let at = 1; at < shape.length; at += 2) {
        const edge: Edge = { parent, name: shape[at] ?? 0, child: shape[at + 1] ?? 0 };
        byName[edge.name]?.push(edge);
        parents[edge.child]?.push(edge);
      }
    }
    this.byName = byName;
    this.steps = data.shapes.map(([steps = 0]) => steps);
    this.rootsOf = rootsByShape(data);
    this.#order = orderOf(data, parents);
    this.depths = depthsOf(this, this.#order);
    for (const edges of parents) {
      edges.sort((left, right) => this.depthOf(left.parent) - this.depthOf(right.parent));
    }
    this.#parents = parents;
  }

  depthOf(shape: number): number {
    return this.depths[shape] ?? unreachable;
  }

  /** The fields that have a shape, those on the shortest ways first. */
  parentsOf(shape: number): readonly Edge[] {
    return this.#parents[shape] ?? [];
  }

  /** How many ways lead to each shape from the objects of the versions that are wanted. */
  pathCounts(isWanted: ((root: number) => boolean) | undefined): Float64Array {
    if (isWanted === undefined) return (this.#allPaths ??= this.#count(() => true));
    return this.#count(isWanted);
  }

  #count(isWanted: (root: number) => boolean): Float64Array {
    const { shapes } = this.data;
    const counts = new Float64Array(shapes.length);
    for (const [shape, roots] of this.rootsOf) counts[shape] = roots.filter(isWanted).length;
    for (const parent of this.#order) {
      const shape = shapes[parent] ?? [];
      const count = counts[parent] ?? 0;
      if (count === 0) continue;
      for (let at = 2; at < shape.length; at += 2) {
        const child = shape[at] ?? 0;
        counts[child] = (counts[child] ?? 0) + count;
      }
    }
    return counts;
  }
}

/** No object has it. */
const unreachable = 1_000_000;

function rootsByShape({ roots }: SearchData): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  for (const [index, [, , , , , shape]] of roots.entries()) {
    const known = found.get(shape);
    if (known === undefined) found.set(shape, [index]);
    else known.push(index);
  }
  return found;
}

function orderOf(
  { shapes }: SearchData,
  parents: readonly (readonly Edge[])[],
): readonly number[] {
  const waiting = Int32Array.from(parents, ({ length }) => length);
  const order = [...shapes.keys()].filter((shape) => waiting[shape] === 0);
  // What is pushed meanwhile is visited too.
  for (const parent of order) {
    const shape = shapes[parent] ?? [];
    for (let at = 2; at < shape.length; at += 2) {
      const child = shape[at] ?? 0;
      const left = (waiting[child] ?? 0) - 1;
      waiting[child] = left;
      if (left === 0) order.push(child);
    }
  }
  return order;
}

function depthsOf({ data, rootsOf }: NameGraph, order: readonly number[]): Int32Array {
  const depths = new Int32Array(data.shapes.length).fill(unreachable);
  for (const shape of rootsOf.keys()) depths[shape] = 0;
  for (const parent of order) {
    const shape = data.shapes[parent] ?? [];
    const depth = (depths[parent] ?? unreachable) + 1;
    for (let at = 2; at < shape.length; at += 2) {
      const child = shape[at] ?? 0;
      if (depth < (depths[child] ?? unreachable)) depths[child] = depth;
    }
  }
  return depths;
}
