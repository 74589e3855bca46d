/**
 * The names of all fields of a site, as it is written to `data/search.js`. Shapes are hash-consed:
 * kinds share what they have in common, so the data grows with what is distinct in a site, and not
 * with the number of its paths.
 */
export interface SearchData {
  /** Names of fields. */
  readonly names: readonly string[];
  /** What stands between a field and its fields in a path: `""`, `[*]`, `[*][*]`. */
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
