/**
 * A strategic merge patch, which servers take for built-in kinds: lists whose items have a merge
 * key are merged by it, null takes a field away (Kubernetes, "Update API objects in place using
 * kubectl patch").
 */
export interface StrategicPatch<T> {
  readonly strategic: Strategic<T>;
  readonly merge?: undefined;
  readonly json?: undefined;
}

/** A value with some of its fields, and with directives beside them. */
export type Strategic<T> = T extends readonly (infer Item)[]
  ? (Strategic<Item> | ListDirective)[]
  : T extends object
    ? { [Field in keyof T]?: Strategic<T[Field]> | null | undefined } & StrategicDirectives
    : T;

/** The whole list is replaced by the other items of the patch. */
interface ListDirective {
  $patch: "replace";
}

/** What is done beside merging. */
interface StrategicDirectives {
  /** `replace` drops all other fields, `delete` the object, such as an item of a list. */
  $patch?: "replace" | "merge" | "delete" | undefined;
  /** Of a union of fields: those that stay. */
  $retainKeys?: string[] | undefined;
  /** Items to remove from a list of scalars, or the order of a merged list, by its field's name. */
  [directive: `$deleteFromPrimitiveList/${string}` | `$setElementOrder/${string}`]: unknown;
}
