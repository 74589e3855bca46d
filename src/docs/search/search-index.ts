import type { FieldTable, VersionPage } from "../model/page.js";
import type { SearchData, SearchRoot } from "./index-data.js";

/** A tree of names; equal ones are one object. */
interface Shape {
  readonly steps: number;
  readonly fields: readonly (readonly [name: string, shape: Shape])[];
  /** In the order in which shapes were met. */
  readonly id: number;
}

const leaf: Shape = { steps: 0, fields: [], id: 0 };

/** Collects the names of the fields of a site, page by page. */
export class SearchIndex {
  readonly #shapes = new Map<string, Shape>();
  readonly #roots: { readonly page: Omit<SearchPage, "fields">; readonly shape: Shape }[] = [];

  /** Adds the fields of a page. */
  add({ fields, ...page }: SearchPage): void {
    this.#roots.push({ page, shape: this.#shapeOf(fields) });
  }

  /** All of it; the order in which pages were added makes no difference. */
  data(): SearchData {
    const roots = [...this.#roots].sort((left, right) => comparePages(left.page, right.page));
    const shapes = inOrder(roots.map(({ shape }) => shape));
    const names = namesOf(shapes);
    const nameIds = new Map(names.map((name, index) => [name, index]));
    const shapeIds = new Map(shapes.map((shape, index) => [shape, index]));
    return {
      names,
      shapes: shapes.map(({ steps, fields }) => [
        steps,
        ...fields.flatMap(([name, shape]) => [nameIds.get(name) ?? 0, shapeIds.get(shape) ?? 0]),
      ]),
      roots: roots.map(({ page, shape }): SearchRoot => {
        const { group, kind, plural, version, href } = page;
        return [group, kind, plural, version.name, href, shapeIds.get(shape) ?? 0];
      }),
    };
  }

  /** Fields stand behind the objects that have them, so the last node comes first. */
  #shapeOf({ nodes }: FieldTable): Shape {
    const shapes: Shape[] = [];
    for (let index = nodes.length - 1; index >= 0; index--) {
      const { fields = [], steps = "" } = nodes[index] ?? {};
      const below = fields.map(([name, node]) => [name, shapes[node] ?? leaf] as const);
      shapes[index] = this.#shape(steps.split("[*]").length - 1, below);
    }
    return shapes[0] ?? leaf;
  }

  #shape(steps: number, fields: Shape["fields"]): Shape {
    if (fields.length === 0) return leaf;
    const key = JSON.stringify([steps, ...fields.flatMap(([name, { id }]) => [name, id])]);
    let shape = this.#shapes.get(key);
    if (shape === undefined) {
      shape = { steps, fields, id: this.#shapes.size + 1 };
      this.#shapes.set(key, shape);
    }
    return shape;
  }
}

/** What the index takes of a page. */
export type SearchPage = Pick<
  VersionPage,
  "group" | "kind" | "plural" | "version" | "href" | "fields"
>;

function comparePages(
  left: Omit<SearchPage, "fields">,
  right: Omit<SearchPage, "fields">,
): number {
  return (
    compareTexts(left.group, right.group) ||
    compareTexts(left.kind, right.kind) ||
    compareTexts(left.href, right.href)
  );
}

function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left === right ? 0 : 1;
}

/** The shapes of roots and all below them, each once, in the order of a walk. */
function inOrder(roots: readonly Shape[]): readonly Shape[] {
  const found = new Set<Shape>([leaf]);
  const pending = [...roots].reverse();
  for (let shape = pending.pop(); shape !== undefined; shape = pending.pop()) {
    if (found.has(shape)) continue;
    found.add(shape);
    for (const [, below] of [...shape.fields].reverse()) pending.push(below);
  }
  return [...found];
}

function namesOf(shapes: readonly Shape[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const [name] of shapes.flatMap(({ fields }) => fields)) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .sort(([left, first], [right, second]) => second - first || compareTexts(left, right))
    .map(([name]) => name);
}
