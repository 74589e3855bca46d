import type { VersionLink } from "./page.js";

/** What the first page of a site lists, in the order in which it is shown. */
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
