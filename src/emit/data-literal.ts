import type { Code } from "./code.js";
import { literal, nodeCode } from "./code.js";
import { propertyKey } from "./identifiers.js";
import type { Expression } from "./tree/nodes.js";

/** A constant as generated code holds it. Properties that are `undefined` are left out. */
export type Data = string | number | boolean | null | readonly Data[] | DataObject;

/** A constant with named parts, in the order in which they are printed. */
export interface DataObject {
  readonly [key: string]: Data | undefined;
}

/** A constant as a literal. Objects get a line for each property. */
export function constantLiteral(value: DataObject): Code {
  return nodeCode(expressionOf(value), JSON.stringify(value));
}

function expressionOf(value: Data): Expression {
  if (typeof value === "string") return { kind: "literal", type: "string", text: literal(value) };
  if (typeof value === "number") return { kind: "literal", type: "number", text: literal(value) };
  if (typeof value === "boolean" || value === null) return { kind: "name", text: String(value) };
  if (isList(value)) return { kind: "array", items: value.map(expressionOf) };
  const members = Object.entries(value).flatMap(([key, member]) =>
    member === undefined
      ? []
      : [{ kind: "property", key: propertyKey(key), value: expressionOf(member) } as const],
  );
  return { kind: "object", members, broken: true };
}

function isList(value: Data): value is readonly Data[] {
  return Array.isArray(value);
}
