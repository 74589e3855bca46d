import { fieldPath } from "../../diff/schema/schema-pair.js";
import type { SearchData, SearchPage } from "./search-index.js";

/** A field, or a kind where the path is empty. */
export interface SearchHit {
  readonly group: string;
  readonly kind: string;
  readonly version: string;
  /** From the root of the site, without an anchor. */
  readonly href: string;
  /** `spec.env[*].name`; `""` for the kind itself. */
  readonly path: string;
}

/** The result of a search. */
export interface SearchResult {
  /** Of all hits, also of those beyond the limit. */
  readonly total: number;
  /** Kinds first, then the same names, then names that begin so; shorter paths first. */
  readonly hits: readonly SearchHit[];
}

/** A search over all fields of a site. */
export interface FieldSearch {
  /**
   * @param query a part of a name, without regard to case; with dots, the names above it: all but
   *   the last have to be whole, as in `template.spec.cont`
   * @param limit the number of hits to give at most
   */
  find(query: string, limit: number): SearchResult;
}

/** @param data what `data/search.js` holds */
export function createSearch(data: unknown): FieldSearch {
  const search = new Search(data as SearchData); // the site and its scripts are of one version
  return { find: (query, limit) => search.find(query, limit) };
}

/** How well a name fits: it is the same, begins so, or holds it. */
const ranks = 3;

/** Who has a field: a shape, and the name that the field has there. */
interface Parent {
  readonly shape: number;
  readonly name: number;
}

/** The lower end of a path: a field of a shape, and what follows in it. */
interface End extends Parent {
  readonly next: End | undefined;
}

class Search {
  readonly #data: SearchData;
  readonly #lowerNames: readonly string[];
  /** By shape: who has a field of it. */
  readonly #parents: readonly (readonly Parent[])[];
  /** By shape: the pages whose object it is. */
  readonly #pages: readonly (readonly SearchPage[])[];
  /** By name: the shapes that have such a field. */
  readonly #owners: readonly (readonly number[])[];
  /** By shape: how many paths lead to it, by their lengths. */
  readonly #paths: readonly ReadonlyMap<number, number>[];

  constructor(data: SearchData) {
    this.#data = data;
    this.#lowerNames = data.names.map((name) => name.toLowerCase());
    const parents: Parent[][] = data.shapes.map(() => []);
    const owners: number[][] = data.names.map(() => []);
    const pages: SearchPage[][] = data.shapes.map(() => []);
    data.shapes.forEach((members, shape) => {
      for (let at = 1; at < members.length; at += 2) {
        const name = members[at] ?? 0;
        parents[members[at + 1] ?? 0]?.push({ shape, name });
        owners[name]?.push(shape);
      }
    });
    for (const page of data.pages) pages[page[4]]?.push(page);
    this.#parents = parents;
    this.#owners = owners;
    this.#pages = pages;
    this.#paths = this.#countPaths();
  }

  find(query: string, limit: number): SearchResult {
    const names = query
      .toLowerCase()
      .split(/[^\w$-]+/)
      .filter((name) => name !== "");
    const last = names.pop();
    if (last === undefined) return { total: 0, hits: [] };
    const kinds = names.length === 0 ? this.#findKinds(last) : [];
    const hits = kinds.slice(0, limit);
    let total = kinds.length;
    for (const ends of this.#endsByRank(last)) {
      const tops = names.reduceRight<readonly End[]>((list, name) => this.#above(list, name), ends);
      for (const { shape } of tops) total += sumOf(this.#paths[shape]?.values() ?? []);
      this.#collect(tops, hits, limit);
    }
    return { total, hits };
  }

  #findKinds(name: string): readonly SearchHit[] {
    return this.#data.pages
      .filter(([, kind]) => kind.toLowerCase().includes(name))
      .sort(([, left], [, right]) => left.length - right.length)
      .map((page) => hitOf(page, ""));
  }

  /** The fields whose names fit, the best first. */
  #endsByRank(wanted: string): readonly (readonly End[])[] {
    const byRank: End[][] = Array.from({ length: ranks }, () => []);
    this.#lowerNames.forEach((lower, name) => {
      const at = lower.indexOf(wanted);
      if (at < 0) return;
      const rank = lower === wanted ? 0 : at === 0 ? 1 : 2;
      for (const shape of this.#owners[name] ?? []) {
        byRank[rank]?.push({ shape, name, next: undefined });
      }
    });
    return byRank;
  }

  /** Returns the fields of a certain name above, with the ends that they lead to. */
  #above(ends: readonly End[], wanted: string): readonly End[] {
    return ends.flatMap((next) =>
      (this.#parents[next.shape] ?? [])
        .filter(({ name }) => this.#lowerNames[name] === wanted)
        .map((parent) => ({ ...parent, next })),
    );
  }

  /** Walks up to the pages, one length of paths after the other. */
  #collect(ends: readonly End[], hits: SearchHit[], limit: number): void {
    const lengths = new Set(ends.flatMap(({ shape }) => [...(this.#paths[shape]?.keys() ?? [])]));
    for (const length of [...lengths].sort((left, right) => left - right)) {
      for (const end of ends) {
        if (hits.length >= limit) return;
        this.#walkUp(end, length, hits, limit);
      }
    }
  }

  /** Without recursion: paths may be longer than the stack. */
  #walkUp(from: End, length: number, hits: SearchHit[], limit: number): void {
    const pending = [{ end: from, left: length }];
    for (let at = pending.pop(); at !== undefined && hits.length < limit; at = pending.pop()) {
      const { end, left } = at;
      if (left === 0) this.#add(end, hits, limit);
      for (const parent of (this.#parents[end.shape] ?? []).toReversed()) {
        if (this.#paths[parent.shape]?.has(left - 1) === true) {
          pending.push({ end: { ...parent, next: end }, left: left - 1 });
        }
      }
    }
  }

  #add(end: End, hits: SearchHit[], limit: number): void {
    const pages = this.#pages[end.shape] ?? [];
    if (pages.length === 0) return;
    const path = this.#pathOf(end);
    for (const page of pages.slice(0, limit - hits.length)) hits.push(hitOf(page, path));
  }

  #pathOf(end: End): string {
    const { names, steps, shapes } = this.#data;
    let path = "";
    for (let at: End | undefined = end; at !== undefined; at = at.next) {
      path = fieldPath(path, names[at.name] ?? "");
      if (at.next !== undefined) path += steps[shapes[at.next.shape]?.[0] ?? 0] ?? "";
    }
    return path;
  }

  /** From the last shape to the first: who has a field of a shape comes behind it. */
  #countPaths(): readonly ReadonlyMap<number, number>[] {
    const paths = this.#pages.map(
      ({ length }) => new Map<number, number>(length === 0 ? [] : [[0, length]]),
    );
    for (let shape = paths.length - 1; shape >= 0; shape--) {
      const own = paths[shape];
      for (const parent of this.#parents[shape] ?? []) {
        for (const [length, count] of paths[parent.shape] ?? []) {
          own?.set(length + 1, (own.get(length + 1) ?? 0) + count);
        }
      }
    }
    return paths;
  }
}

function hitOf([group, kind, version, href]: SearchPage, path: string): SearchHit {
  return { group, kind, version, href, path };
}

function sumOf(counts: Iterable<number>): number {
  let sum = 0;
  for (const count of counts) sum += count;
  return sum;
}
