import wrapAnsi from "wrap-ansi";
import type { Links, Paint } from "../../crd/diagnostics/render/render.js";
import { severityColours } from "../../crd/diagnostics/render/render.js";

/** How a page is shown on a terminal. */
export interface PageStyle {
  readonly columns: number;
  readonly paint: Paint;
  readonly links: Links;
  /** The address of the page, which its links are relative to. */
  readonly url: string;
}

/**
 * A page as text for a terminal: bold headings, code indented and coloured, and no line wider than
 * the terminal. Links lead somewhere where the terminal takes that; else their addresses stand in
 * brackets. The address of the page is the last line.
 *
 * It knows the Markdown that our own pages are written in: headings, paragraphs, lists, fenced
 * code, and bold, code and links within a line (a test holds that they have nothing else).
 * `marked-terminal` needs `marked` and eight more packages for that.
 */
export function renderPage(page: string, style: PageStyle): string {
  const blocks = page.matchAll(
    /^```(?<kind>.*)\n(?<code>[\s\S]*?)^```$|(?<text>(?:^(?!```).+\n?)+)/gm,
  );
  const shown = [...blocks].map(({ groups = {} }) => {
    const { kind = "", code, text = "" } = groups;
    return code === undefined ? textBlock(text, style) : codeBlock(code, kind, style);
  });
  return `${[...shown, style.links.toFile(style.url, style.url)].join("\n\n")}\n`;
}

function textBlock(text: string, style: PageStyle): string {
  const [, heading] = /^#+ (.*)/.exec(text) ?? [];
  if (heading !== undefined) return filled(style.paint("bold", heading), 0, style);
  return text
    .trimEnd()
    .split(/\n(?=- )/)
    .map((part) => {
      const isItem = part.startsWith("- ");
      const words = spansOf(part.replace(/^- /, "").replaceAll(/\n\s*/g, " "), style);
      return isItem ? `- ${filled(words, 2, style)}` : filled(words, 0, style);
    })
    .join("\n");
}

/** Lines behind the first are indented. */
function filled(text: string, indent: number, { columns }: PageStyle): string {
  return wrapAnsi(text, columns - indent, { hard: true }).replaceAll(
    "\n",
    `\n${" ".repeat(indent)}`,
  );
}

const span =
  /(?<mark>`+)(?<code>.+?)\k<mark>(?!`)|\*\*(?<bold>.+?)\*\*|\[(?<label>[^\]]+)\]\((?<to>[^)\s]+)\)/g;

function spansOf(text: string, style: PageStyle): string {
  const { paint } = style;
  return text.replaceAll(span, (whole: string, ...found: unknown[]) => {
    const { code, bold, label, to } = found.at(-1) as Partial<Record<string, string>>; // named groups come last
    if (code !== undefined) return codeSpan(code, paint);
    if (bold !== undefined) return paint("bold", bold);
    return label === undefined || to === undefined ? whole : linkSpan(label, to, style);
  });
}

/** Where there are no colours, only its marks tell it from words. */
function codeSpan(code: string, paint: Paint): string {
  const painted = paint("cyan", code.trim());
  return painted === code.trim() ? `\`${painted}\`` : painted;
}

function linkSpan(label: string, to: string, { links, url }: PageStyle): string {
  const target = new URL(to, url).href;
  const linked = links.toFile(target, label);
  return linked === label ? `${label} (${target})` : linked;
}

const codeIndent = 4;

/** Code without a language is what crdgen prints. */
function codeBlock(code: string, kind: string, { columns, paint }: PageStyle): string {
  const text = wrapAnsi(code.trimEnd(), columns - codeIndent, { hard: true, trim: false });
  return text
    .split("\n")
    .map((line) => line.trimEnd())
    .map((line) => (kind === "" ? messageLine(line, paint) : paint("cyan", line)))
    .map((line) => `${" ".repeat(codeIndent)}${line}`)
    .join("\n");
}

function messageLine(line: string, paint: Paint): string {
  return line.replace(
    /^(error|warning|notice)\[[^\]]*\]/,
    (head, severity: keyof typeof severityColours) => paint(severityColours[severity], head),
  );
}
