import wrapAnsi from "wrap-ansi";
import { displayWidth } from "../../crd/diagnostics/render/printable.js";

/**
 * Breaks lines that are wider than a terminal, between words where there are any. What follows is
 * indented, so that it does not look like a line of its own. Colours and links go on.
 *
 * @param columns undefined where lines may have any length
 */
export function fitLines(text: string, columns: number | undefined): string {
  if (columns === undefined) return text;
  return text
    .split("\n")
    .map((line) => fitLine(line, columns))
    .join("\n");
}

function fitLine(line: string, columns: number): string {
  // No UTF-16 unit takes more than two columns.
  if (line.length * 2 <= columns || displayWidth(withoutEscapes(line)) <= columns) return line;
  const [margin = ""] = /^ */.exec(line) ?? [];
  const indent = Math.min(margin.length + (margin === "" ? 3 : 2), Math.floor(columns / 4));
  const own = margin.slice(0, indent);
  const wrapped = wrapAnsi(line.slice(margin.length), columns - indent, { hard: true });
  return own + wrapped.replace(unseenAtEnd, "").replaceAll("\n", `\n${" ".repeat(indent)}`);
}

/** Spaces before a character without a width, which would make a line wider than it looks. */
const unseenAtEnd = /(?: |\u00AD|\u200B|\u200C|\u200D|\uFE0F)+(?=(?:\u001B\[[\d;]*m)*(?:\n|$))/g;

/** Colours (SGR) and links (OSC 8) are all that stands in our texts. */
const escapes = /\u001B(?:\[[\d;]*m|\]8;;.*?\u001B\\)/g;

function withoutEscapes(text: string): string {
  return text.replace(escapes, "");
}
