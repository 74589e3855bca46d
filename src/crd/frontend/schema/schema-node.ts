import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import type { Schema } from "../../ir/schema.js";
import type { FieldPath } from "../findings/field-path.js";

/** A raw schema node that is to be checked. */
export interface SchemaNode {
  readonly raw: JsonObject;
  readonly at: FieldPath;
  /**
   * What the node was made into, where it is part of the core; nodes inside of junctors have none.
   */
  readonly schema: Schema | undefined;
}

/** A node of the core. */
export interface CoreNode extends SchemaNode {
  readonly schema: Schema;
}

/** The level at which a node of the core stands; it decides the words for a missing type. */
export type Level = "root" | "item" | "field";
