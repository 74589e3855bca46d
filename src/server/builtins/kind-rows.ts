/** A server's knowledge of the types of built-in kinds; structs are named as `core/v1.Secret`. */
export interface KindTable {
  /** The struct of each kind, by API version and kind: `v1/Secret`. */
  readonly kinds: { readonly [kind: string]: string };
  readonly structs: { readonly [struct: string]: StructRow };
}

/** A struct of Go. */
export interface StructRow {
  /** In the order in which Go prints them. */
  readonly fields: readonly FieldRow[];
  /** It has one owner as a whole (`x-kubernetes-map-type`). */
  readonly isAtomic?: true;
}

/**
 * A field: its name in JSON, its type as Go writes it, its number in Protocol Buffers (0 for those
 * that the envelope has), and what else there is to say. A type with a name of its own has that
 * behind `~`; a list with one stands in parentheses.
 */
export type FieldRow = readonly [name: string, type: string, number: number, facts?: FieldFacts];

/** The facts about a field in OpenAPI, beside its type. */
export interface FieldFacts {
  /** Without `omitempty`: it is printed even if it is empty. */
  readonly isPrinted?: true;
  /** The items have owners of their own, by these keys, or by their values. */
  readonly list?: readonly string[] | "set";
  readonly isAtomic?: true;
  /** How a strategic merge patch treats it: `merge`, `replace`, `retainKeys`. */
  readonly patch?: string;
  /** By which items of lists are merged; without it they are scalars. */
  readonly mergeKey?: string;
  readonly default?: string | number | boolean;
}
