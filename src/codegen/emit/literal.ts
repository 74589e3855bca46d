import {
  directionMarks,
  invisible,
  laterControls,
  lineSeparators,
  privateUse,
} from "../../crd/source/characters.js";
import * as make from "./nodes/make.js";
import type { Expr } from "./nodes/nodes.js";

/**
 * A value as a JavaScript literal of one line. Characters that could end a script or confuse a
 * reader are escaped.
 */
export function literal(value: string | number | bigint | boolean | null | undefined): string {
  if (typeof value === "string") return JSON.stringify(value).replace(escaped, escapeUnits);
  if (typeof value === "bigint") return `${value}n`;
  return Object.is(value, -0) ? "-0" : String(value);
}

// Tag characters and variation selectors are pairs of surrogates; `</` and `<!` could end a script.
const escaped = new RegExp(
  String.raw`\uDB40[\uDC00-\uDDEF]|[\xAD${laterControls}${directionMarks}${lineSeparators}${invisible}${privateUse}]|<(?=[/!])`,
  "g",
);

function escapeUnits(text: string): string {
  return text
    .split("")
    .map((unit) => "\\u" + unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0"))
    .join("");
}

/**
 * The literal of a text, given in double quotes, with the quotes that prettier chooses: double,
 * unless that needs more escapes than single ones.
 */
export function withFewestEscapes(double: string): string {
  if (!double.includes('\\"')) return double;
  const inner = double.slice(1, -1);
  if (inner.split('"').length <= inner.split("'").length) return double;
  const single = inner.replace(/\\[^]|'/g, (found) =>
    found === '\\"' ? '"' : found === "'" ? "\\'" : found,
  );
  return `'${single}'`;
}

/**
 * A regular expression as a literal; its text comes from untrusted input, but is what the engine
 * itself printed.
 */
export function regExpLiteral(expression: RegExp): Expr {
  // What does not print may stand as its escape. A slash is escaped already, so that nothing can
  // end a script.
  const source = expression.source.replace(/[^ -~]/g, (unit) => escapeUnit(unit));
  return make.literal("regexp", `/${source}/${expression.flags}`);
}

function escapeUnit(unit: string): string {
  const text = literal(unit).slice(1, -1);
  if (text !== unit) return text;
  return "\\u" + unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
}
