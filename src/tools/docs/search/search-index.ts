import { compareTexts } from "../../../crd/diagnostics/diagnostics.js";
import type { FieldNode, FieldTable } from "../model/page.js";

/**
 * The names of all fields of a site, as it is written to `data/search.js`. Shapes are hash-consed:
 * kinds share what they have in common, so the data grows with what is distinct in a site, and not
 * with the number of its paths.
 */
export interface SearchData {
  /** Names of fields. */
  readonly names: readonly string[];
  /** The steps between a field and its fields in a path: `""`, `[*]`, `[*][*]`. */
  readonly steps: readonly string[];
  /**
   * Fields with the same steps and the same fields below: the index of the steps, then a name and a
   * shape for each field. A shape comes behind those that it refers to.
   */
  readonly shapes: readonly (readonly number[])[];
  readonly pages: readonly SearchPage[];
}

/** A page that is searched: `[group, kind, version, href, shape]`. */
export type SearchPage = readonly [
  group: string,
  kind: string,
  version: string,
  href: string,
  shape: number,
];

/** A page whose fields can be found. */
interface SearchablePage {
  readonly group: string;
  readonly kind: string;
  readonly version: string;
  /** From the root of the site. */
  readonly href: string;
  readonly fields: FieldTable;
}

/** Collects the names of fields of a site, page by page. */
export class SearchIndex {
  readonly #names = new Numbered();
  readonly #steps = new Numbered();
  readonly #shapes: (readonly number[])[] = [];
  readonly #known = new Map<string, number>();
  readonly #pages: SearchPage[] = [];

  add({ group, kind, version, href, fields }: SearchablePage): void {
    this.#pages.push([group, kind, version, href, this.#shapeOf(fields)]);
  }

  /** All that was added; the order in which it was makes no difference. */
  data(): SearchData {
    const pages = this.#pages.toSorted(
      ([group, kind, , href], [otherGroup, otherKind, , otherHref]) =>
        compareTexts(group, otherGroup) ||
        compareTexts(kind, otherKind) ||
        compareTexts(href, otherHref),
    );
    const index = new SearchIndex();
    const known = new Map<number, number>();
    for (const [group, kind, version, href, shape] of pages) {
      index.#pages.push([group, kind, version, href, this.#copyTo(index, shape, known)]);
    }
    return {
      names: index.#names.all,
      steps: index.#steps.all,
      shapes: index.#shapes,
      pages: index.#pages,
    };
  }

  /** Adds a shape, with those below it, to an index that is in order. */
  #copyTo(target: SearchIndex, root: number, known: Map<number, number>): number {
    const pending = [root];
    for (let shape = pending.at(-1); shape !== undefined; shape = pending.at(-1)) {
      const [steps = 0, ...members] = this.#shapes[shape] ?? [];
      const below = members.filter((_, at) => at % 2 === 1);
      const missing = below.filter((child) => !known.has(child));
      if (missing.length > 0) {
        pending.push(...new Set(missing));
        continue;
      }
      pending.pop();
      if (known.has(shape)) continue;
      const copied = members.map((member, at) =>
        at % 2 === 1 ? (known.get(member) ?? 0) : target.#names.of(this.#names.all[member] ?? ""),
      );
      known.set(shape, target.#push([target.#steps.of(this.#steps.all[steps] ?? ""), ...copied]));
    }
    return known.get(root) ?? 0;
  }

  #shapeOf({ nodes }: FieldTable): number {
    const shapes = new Map<number, number>();
    // Without recursion: schemas may be deeper than the stack.
    const pending = [0];
    for (let index = pending.at(-1); index !== undefined; index = pending.at(-1)) {
      const node = nodes[index];
      const fields = node?.fields ?? [];
      const missing = fields.map(([, child]) => child).filter((child) => !shapes.has(child));
      if (missing.length > 0) {
        pending.push(...new Set(missing));
        continue;
      }
      pending.pop();
      shapes.set(index, this.#add(node, shapes));
    }
    return shapes.get(0) ?? 0;
  }

  #add(node: FieldNode | undefined, shapes: ReadonlyMap<number, number>): number {
    const members = (node?.fields ?? []).flatMap(([name, child]) => [
      this.#names.of(name),
      shapes.get(child) ?? 0,
    ]);
    return this.#push([
      this.#steps.of(members.length === 0 ? "" : (node?.steps ?? "")),
      ...members,
    ]);
  }

  #push(shape: readonly number[]): number {
    const key = shape.join();
    let index = this.#known.get(key);
    if (index === undefined) {
      index = this.#shapes.push(shape) - 1;
      this.#known.set(key, index);
    }
    return index;
  }
}

/** Gives each distinct text a number. */
class Numbered {
  readonly all: string[] = [];
  readonly #numbers = new Map<string, number>();

  of(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.all.push(text) - 1;
      this.#numbers.set(text, number);
    }
    return number;
  }
}
