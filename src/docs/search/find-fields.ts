import { fieldPath } from "../../diff/schema/schema-pair.js";
import { fieldAnchor } from "../model/field-anchor.js";
import type { SearchData } from "./index-data.js";
import type { Edge } from "./name-graph.js";
import { NameGraph } from "./name-graph.js";
import type { Query } from "./query.js";
import { readQuery } from "./query.js";
import { ShortestFirst } from "./shortest-first.js";

/** A kind, or a field of it. */
export interface SearchHit {
  /** `spec.env[*].name`; `""` where the kind itself was found. */
  readonly path: string;
  readonly group: string;
  readonly kind: string;
  readonly version: string;
  /** From the root of the site, with the anchor of the field. */
  readonly href: string;
}

/** What was found. */
export interface SearchResult {
  /** How many there are, also of those that were not asked for. */
  readonly total: number;
  /** Kinds first; then whole names, beginnings, other parts of names; short paths first. */
  readonly hits: readonly SearchHit[];
}

/** Finds kinds and fields by their names. */
export interface Search {
  /**
   * Case makes no difference. `secretRef` finds all fields whose names have that in them,
   * `spec.template` those that stand so, and `certificate secretRef` those of kinds, or groups,
   * with such names.
   *
   * @param limit the most hits to give
   */
  find(query: string, limit: number): SearchResult;
}

/**
 * Prepares an index for searching.
 *
 * @param data what `data/search.js` holds: a `SearchData`
 */
export function createSearch(data: unknown): Search {
  const graph = new NameGraph(data as SearchData); // written by the same version of crdgen
  return { find: (text, limit) => find(graph, readQuery(text), limit) };
}

function find(graph: NameGraph, query: Query, limit: number): SearchResult {
  if (query.names.length === 0) return { total: 0, hits: [] };
  const kinds = kindsOf(graph, query);
  const isWanted = rootFilter(graph, query.kinds);
  const counts = graph.pathCounts(isWanted);
  const hits: SearchHit[] = kinds.slice(0, limit);
  let total = kinds.length;
  for (const ways of rankedWays(graph, query.names)) {
    for (const { shape } of ways) total += counts[shape] ?? 0;
    if (hits.length < limit) {
      const paths = shortestPaths(graph, ways, counts, isWanted);
      for (let hit = paths.next(); hit.done !== true; hit = paths.next()) {
        hits.push(hit.value);
        if (hits.length >= limit) break;
      }
    }
  }
  return { total, hits };
}

type RootFilter = ((root: number) => boolean) | undefined;

function rootFilter({ data }: NameGraph, words: readonly string[]): RootFilter {
  if (words.length === 0) return undefined;
  const wanted = data.roots.map(([group, kind, plural]) => {
    const text = `${group} ${kind} ${plural}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (root) => wanted[root] === true;
}

/** Kinds that have the query in their names: the whole name first, then beginnings. */
function kindsOf({ data }: NameGraph, { kinds, names }: Query): readonly SearchHit[] {
  const text = names.join(".");
  const found: { readonly hit: SearchHit; readonly rank: number }[] = [];
  for (const [group, kind, plural, version, href] of data.roots) {
    const own = [kind.toLowerCase(), plural.toLowerCase()];
    const all = [...own, group.toLowerCase(), `${own[1] ?? ""}.${group.toLowerCase()}`];
    if (!kinds.every((word) => all.some((name) => name.includes(word)))) continue;
    const rank = Math.min(...own.map((name) => rankOf(name, text)), all[3] === text ? 0 : 3);
    if (rank < 3) found.push({ hit: { path: "", group, kind, version, href }, rank });
  }
  return found.sort((left, right) => left.rank - right.rank).map(({ hit }) => hit);
}

/** 0: the whole name, 1: its beginning, 2: another part of it, 3: none. */
function rankOf(name: string, text: string): number {
  if (name === text) return 0;
  const at = name.indexOf(text);
  return at === 0 ? 1 : at > 0 ? 2 : 3;
}

/** Fields that were found, from a shape on downwards. */
interface Way {
  readonly shape: number;
  /** The part of a path from that shape on; it begins with a dot, or a bracket. */
  readonly suffix: string;
  /** How many names. */
  readonly length: number;
}

/** The ways to the fields of a query: by whole name, by beginning, by other parts. */
function rankedWays(graph: NameGraph, names: readonly string[]): readonly (readonly Way[])[] {
  const last = names.at(-1) ?? "";
  const ranked: Way[][] = [[], [], []];
  for (const [name, lower] of graph.lowerNames.entries()) {
    const ways = ranked[rankOf(lower, last)];
    for (const edge of ways === undefined ? [] : (graph.byName[name] ?? [])) {
      for (const way of waysAbove(graph, edge, names.slice(0, -1))) ways?.push(way);
    }
  }
  return ranked;
}

/** A field, with those above it that the query names. */
function waysAbove(graph: NameGraph, edge: Edge, above: readonly string[]): readonly Way[] {
  let ways: readonly Way[] = [wayOf(graph, edge)];
  for (const name of above.toReversed()) {
    ways = ways.flatMap((way) =>
      graph
        .parentsOf(way.shape)
        .filter((parent) => graph.lowerNames[parent.name] === name)
        .map((parent) => extended(graph, parent, way)),
    );
  }
  return ways;
}

function wayOf(graph: NameGraph, edge: Edge): Way {
  return { shape: edge.parent, suffix: segmentOf(graph, edge), length: 1 };
}

/** A name as a part of a path, behind another part. */
function segmentOf({ data }: NameGraph, { name }: Edge): string {
  return fieldPath("x", data.names[name] ?? "").slice(1);
}

/** A way that begins one field higher. */
function extended(graph: NameGraph, parent: Edge, way: Way): Way {
  const steps = "[*]".repeat(graph.steps[way.shape] ?? 0);
  const suffix = segmentOf(graph, parent) + steps + way.suffix;
  return { shape: parent.parent, suffix, length: way.length + 1 };
}

/** A way, and which of the fields above it is next. */
interface Pending {
  readonly way: Way;
  /** -1: the versions whose objects begin with it. */
  readonly next: number;
}

/**
 * The paths of ways, the shortest first: each way grows upwards, and first the one that can still
 * become the shortest.
 */
function* shortestPaths(
  graph: NameGraph,
  ways: readonly Way[],
  counts: Float64Array,
  isWanted: RootFilter,
): Generator<SearchHit> {
  const queue = new ShortestFirst<Pending>();
  const start = (way: Way): void => {
    if ((counts[way.shape] ?? 0) === 0) return;
    if (graph.rootsOf.has(way.shape)) queue.push({ way, next: -1 }, way.length);
    pushNext(graph, queue, { way, next: 0 }, counts);
  };
  for (const way of ways) start(way);
  for (let item = queue.pop(); item !== undefined; item = queue.pop()) {
    const { way, next } = item;
    if (next < 0) yield* hitsOf(graph, way, isWanted);
    else {
      const parent = graph.parentsOf(way.shape)[next];
      if (parent !== undefined) start(extended(graph, parent, way));
      pushNext(graph, queue, { way, next: next + 1 }, counts);
    }
  }
}

function pushNext(
  graph: NameGraph,
  queue: ShortestFirst<Pending>,
  { way, next: first }: Pending,
  counts: Float64Array,
): void {
  const parents = graph.parentsOf(way.shape);
  for (let next = first; next < parents.length; next++) {
    const parent = parents[next];
    if (parent === undefined || (counts[parent.parent] ?? 0) === 0) continue;
    queue.push({ way, next }, way.length + 1 + graph.depthOf(parent.parent));
    return;
  }
}

function hitsOf({ data, rootsOf }: NameGraph, way: Way, isWanted: RootFilter): SearchHit[] {
  const roots = rootsOf.get(way.shape) ?? [];
  return roots.flatMap((index) => {
    const root = data.roots[index];
    if (root === undefined || isWanted?.(index) === false) return [];
    const [group, kind, , version, href] = root;
    const path = way.suffix.replace(/^\./, "");
    return [{ path, group, kind, version, href: `${href}#${fieldAnchor(path)}` }];
  });
}
