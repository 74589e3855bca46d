import { propertyKey } from "./identifiers.js";
import { literal } from "./literal.js";
import * as make from "./nodes/make.js";
import type { Expr } from "./nodes/nodes.js";

/** A constant as generated code holds it. Properties that are `undefined` are left out. */
export type Data = string | number | boolean | null | readonly Data[] | DataObject;

/** A constant with named parts, in the order in which they are printed. */
export interface DataObject {
  readonly [key: string]: Data | undefined;
}

/** A constant as a literal. Objects get a line for each property. */
export function constantLiteral(value: DataObject): Expr {
  return dataLiteral(value);
}

function dataLiteral(value: Data): Expr {
  if (typeof value === "string") return make.literal("string", literal(value));
  if (typeof value === "number") return make.literal("number", literal(value));
  if (typeof value === "boolean" || value === null) return make.nameOf(String(value));
  if (isList(value)) return make.array(value.map(dataLiteral));
  const members = Object.entries(value).flatMap(([key, member]) =>
    member === undefined ? [] : [make.property(propertyKey(key), dataLiteral(member))],
  );
  return make.objectOf(members, true);
}

function isList(value: Data): value is readonly Data[] {
  return Array.isArray(value);
}
