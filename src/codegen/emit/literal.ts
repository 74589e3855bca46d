import {
  directionMarks,
  invisible,
  laterControls,
  lineSeparators,
  privateUse,
} from "../../crd/source/hidden-characters.js";

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
