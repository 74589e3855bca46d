import type { Code } from "./code.js";
import { literal, raw } from "./code.js";
import { propertyKey, quote } from "./identifiers.js";
import { textWidth } from "./layout/layout.js";

/** A constant as generated code holds it. Properties that are `undefined` are left out. */
export type Data = string | number | boolean | null | readonly Data[] | DataObject;

/** A constant with named parts, in the order in which they are printed. */
export interface DataObject {
  readonly [key: string]: Data | undefined;
}

/**
 * The value of `export const name: type = value;` as a literal, laid out as prettier does at 80 columns. Objects get a
 * line for each property, lists of scalars one line where that fits. `head` is everything before the value.
 */
export function constantLiteral(head: string, value: DataObject): Code {
  const fits = textWidth(`${head}{`) <= lineWidth;
  return raw(fits ? printObject(value, "") : `\n  ${printObject(value, "  ")}`);
}

const lineWidth = 80;

/** The width of keys that keep their value beside them. */
const shortKey = 4;

function printObject(object: DataObject, indentation: string): string {
  const inner = `${indentation}  `;
  const lines = Object.entries(object).flatMap(([key, value]) =>
    value === undefined ? [] : [printProperty(propertyKey(key), value, inner)],
  );
  return lines.length === 0 ? "{}" : `{\n${lines.join("")}${indentation}}`;
}

function printProperty(key: string, value: Data, indentation: string): string {
  const head = `${indentation}${key}: `;
  const text = printData(value, indentation, textWidth(head));
  // A string that does not fit goes to the next line, whether it fits there or not, unless that gains next to nothing.
  const mayBreak = typeof value === "string" && textWidth(key) > shortKey;
  if (mayBreak && textWidth(`${head}${text},`) > lineWidth) {
    return `${indentation}${key}:\n${indentation}  ${text},\n`;
  }
  return `${head}${text},\n`;
}

function printData(value: Data, indentation: string, column: number): string {
  if (typeof value === "string") return quote(value);
  if (isList(value)) return printList(value, indentation, column);
  if (typeof value === "object" && value !== null) return printObject(value, indentation);
  return literal(value);
}

function printList(list: readonly Data[], indentation: string, column: number): string {
  const inner = `${indentation}  `;
  const items = list.map((item) => printData(item, inner, inner.length));
  const flat = `[${items.join(", ")}]`;
  const scalars = list.every((item) => typeof item !== "object" || item === null);
  if (scalars && column + textWidth(flat) + ",".length <= lineWidth) return flat;
  return `[\n${items.map((item) => `${inner}${item},\n`).join("")}${indentation}]`;
}

function isList(value: Data): value is readonly Data[] {
  return Array.isArray(value);
}
