/** A field that was found, in one version of a kind. */
export interface FieldHit {
  readonly path: string;
  readonly kind: string;
  readonly group: string;
  readonly version: string;
  /** From the root of the site, with the anchor of the field. */
  readonly href: string;
}

/** Finds fields by parts of their names. */
export interface FieldSearch {
  find(
    query: string,
    limit: number,
  ): { readonly total: number; readonly hits: readonly FieldHit[] };
}

/** A search over what `data/search.js` holds. */
export function createSearch(_data: unknown): FieldSearch {
  return { find: () => ({ total: 0, hits: [] }) };
}
