import type { Schema } from "../../ir/schema.js";
import type { SchemaNode } from "./check-schema.js";

/** A node of the core. */
export interface CoreNode extends SchemaNode {
  readonly schema: Schema;
}

/** The level at which a node of the core stands; it decides the words for a missing type. */
export type Level = "root" | "item" | "field";
