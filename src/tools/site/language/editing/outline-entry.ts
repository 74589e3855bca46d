/** A key with what stands behind it, an item of a list, or a document. */
export interface Entry {
  /** The index of an item. */
  readonly key: string | number;
  /** The column of its key or its dash; -1 of a document. */
  readonly indent: number;
  /** The key, or the dash; of an item in brackets the value. */
  readonly from: number;
  to: number;
  readonly children: Entry[];
  /** A value begins in its line, which is more than keys and items below it. */
  hasValue: boolean;
  valueFrom: number;
  valueTo: number;
}

/** An entry without a value. */
export function newEntry(key: string | number, indent: number, from: number, to: number): Entry {
  return { key, indent, from, to, children: [], hasValue: false, valueFrom: to, valueTo: to };
}
