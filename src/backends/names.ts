import type { Schema } from "../ir/schema.js";

/**
 * The names of one unit, given in one pass before any back end runs. They follow from the path in the tree, so that a
 * field added elsewhere renames nothing.
 */
export interface NameTable {
  /** The resource's type: `CronTab`. */
  readonly type: string;
  /** The resource as a value: `cronTab`. */
  readonly value: string;
  /**
   * The name of a schema's type as read (`CronTabSpec`); `undefined` for schemas written in place: scalars, lists,
   * maps. The name of the type as sent is that with `Input`, as applied with `Apply`.
   */
  typeName(schema: Schema): string | undefined;
  /** A name that is unique among all schemas of the unit, for functions: `CronTabSpecEnvList`. */
  localName(schema: Schema): string;
}
