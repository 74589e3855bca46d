/**
 * The names of all fields of a site, as plain data. Equal trees of names are one shape, whatever
 * the kinds that have them: a site of 1,600 versions has millions of fields and some ten thousand
 * shapes.
 */
export interface SearchData {
  /** Each once; the most frequent ones first. */
  readonly names: readonly string[];
  /**
   * What a field may have below it: how many `[*]` stand in front of the names (one for each list
   * or map), then a name and a shape for each field, by their indexes. The first shape has none.
   */
  readonly shapes: readonly (readonly number[])[];
  /** In the order in which they are found. */
  readonly roots: readonly SearchRoot[];
}

/** A version of a kind. */
export type SearchRoot = readonly [
  group: string,
  kind: string,
  plural: string,
  version: string,
  /** From the root of the site. */
  href: string,
  /** The shape of the object. */
  shape: number,
];
