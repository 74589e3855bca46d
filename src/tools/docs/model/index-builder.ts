import type { DocumentedCrd } from "./documented-crd.js";
import type { SiteGroup, SiteIndex, SiteKind } from "./site-index.js";

/** Collects what the first page lists. */
export class IndexBuilder {
  readonly #groups = new Map<string, SiteKind[]>();

  /** Adds a CRD. */
  add({ pages, refused }: DocumentedCrd): void {
    const [first] = pages;
    if (first === undefined) return;
    const { group, kind, plural, scope, shortNames, description, versions } = first;
    const kinds = this.#groups.get(group) ?? [];
    kinds.push({ kind, plural, scope, shortNames, description, versions, refused });
    this.#groups.set(group, kinds);
  }

  /** All of it, in alphabetical order. */
  index(): SiteIndex {
    const groups = [...this.#groups].map(([group, kinds]): SiteGroup => {
      return { group, kinds: [...kinds].sort(compareKinds) };
    });
    return { groups: groups.sort((left, right) => compareTexts(left.group, right.group)) };
  }
}

function compareKinds(left: SiteKind, right: SiteKind): number {
  return (
    compareTexts(left.kind, right.kind) ||
    compareTexts(left.versions[0]?.href ?? "", right.versions[0]?.href ?? "")
  );
}

function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left === right ? 0 : 1;
}
