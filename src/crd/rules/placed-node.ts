import type { Amount } from "../../cel/cost-model.js";
import { multiplyAmounts } from "../../cel/cost-model.js";
import { escapeProperty } from "../../runtime/v1/cel/data/data.js";
import type { Schema } from "../ir/schema.js";
import type { DeclaredType } from "./declared-type.js";

/** The way from the schema's root to a node: `["properties", "spec", "items"]`. */
export type NodePath = readonly string[];

/** A node at its place in a schema, with what the nodes above it mean for its rules. */
export interface PlacedNode {
  readonly schema: Schema;
  readonly path: NodePath;
  readonly field: string;
  readonly parent: PlacedNode | undefined;
  /**
   * How many values the node can have in one object; `undefined` below anything without a bound.
   */
  readonly cardinality: Amount | undefined;
  /** The highest node above whose values are not compared with old ones. */
  readonly uncorrelatable: string | undefined;
  /**
   * The node's type as part of its parent's; undefined where it has to be told from the node
   * itself.
   */
  readonly declaredByParent: ((parent: DeclaredType) => PartType | undefined) | undefined;
  /** True if the node or one above it has rules: then its type is taken from that one's. */
  readonly isInScope: boolean;
}

/**
 * Items and values of what is neither a list nor a map have no type for the server, whatever their
 * schema says.
 */
export type PartType = DeclaredType | "none";

/** The root of a schema; `field` is what the server calls it. */
export function rootNode(schema: Schema, field: string): PlacedNode {
  return {
    schema,
    path: [],
    field,
    parent: undefined,
    cardinality: 1,
    uncorrelatable: undefined,
    declaredByParent: undefined,
    isInScope: schema.rules.length > 0,
  };
}

/** The node of a property. */
export function propertyNode(parent: PlacedNode, schema: Schema, name: string): PlacedNode {
  const child = childOf(parent, schema, "properties", (declared) =>
    declaredProperty(declared, name),
  );
  return { ...child, path: [...child.path, name], field: `${child.field}[${name}]` };
}

/** The node of all items of a list, or of all values of a map. */
export function elementNode(
  parent: PlacedNode,
  schema: Schema,
  step: "items" | "additionalProperties",
): PlacedNode {
  return childOf(parent, schema, step, (declared) => declared.element ?? "none");
}

/** Properties that rules of the parent cannot see are converted on their own. */
function declaredProperty(parent: DeclaredType, name: string): DeclaredType | undefined {
  const escaped = escapeProperty(name);
  return escaped === undefined ? undefined : parent.field(escaped);
}

function childOf(
  parent: PlacedNode,
  schema: Schema,
  step: string,
  declaredByParent: (parent: DeclaredType) => PartType | undefined,
): PlacedNode {
  const isPlainList = step === "items" && parent.schema.listType !== "map";
  const most = maximumElements(parent.schema);
  const { cardinality } = parent;
  return {
    schema,
    path: [...parent.path, step],
    field: `${parent.field}.${step}`,
    parent,
    cardinality:
      cardinality === undefined || most === undefined
        ? undefined
        : multiplyAmounts(cardinality, most),
    uncorrelatable: parent.uncorrelatable ?? (isPlainList ? parent.field : undefined),
    declaredByParent,
    isInScope: parent.isInScope || schema.rules.length > 0,
  };
}

/** How many children a value of the schema can have; `undefined` when that has no bound. */
function maximumElements({ type, values, validation }: Schema): Amount | undefined {
  if (type === "array") return atLeastZero(validation.maxItems);
  if (type === "object" && values !== undefined) return atLeastZero(validation.maxProperties);
  return 1;
}

function atLeastZero(limit: number | undefined): Amount | undefined {
  if (limit === undefined) return undefined;
  return Number.isSafeInteger(limit) ? Math.max(limit, 0) : BigInt(Math.max(limit, 0));
}
