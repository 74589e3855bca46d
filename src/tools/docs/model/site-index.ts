import { compareTexts } from "../../../crd/diagnostics/diagnostics.js";
import type { VersionLink, VersionPage } from "./page.js";

/** The list on the first page of a site, in the order in which it is shown. */
export interface SiteIndex {
  readonly groups: readonly SiteGroup[];
}

/** An API group; `""` where a CRD names none. */
export interface SiteGroup {
  readonly group: string;
  readonly kinds: readonly SiteKind[];
}

/** One CRD among those of a group. */
export interface SiteKind {
  readonly kind: string;
  readonly plural: string;
  readonly scope: "Namespaced" | "Cluster";
  readonly shortNames: readonly string[];
  /** Untrusted text, of which the page shows the beginning; `""` = none. */
  readonly description: string;
  /** At least one; the first is the one that the kind links to. */
  readonly versions: readonly VersionLink[];
  /** The API server refuses the CRD. */
  readonly refused: boolean;
}

/** A CRD with what its pages show. */
export interface DocumentedCrd {
  /** The page of each version, the preferred one first; at least one. */
  readonly pages: readonly VersionPage[];
  /** The folder of its files, `GROUP/PLURAL`; `undefined` where its names cannot be a path. */
  readonly folder: string | undefined;
  /** The API server refuses it. */
  readonly refused: boolean;
  /** The version of Kubernetes that accepts it, such as `1.37`; `undefined` where it is refused. */
  readonly acceptedBy: string | undefined;
  /** The CRD as it was read, YAML or JSON. */
  readonly text: string;
  /** The file that it is from, as it was named. */
  readonly path: string;
}

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
