import stringWidth from "string-width";
import { catalog, retiredCodes } from "../../crd/diagnostics/catalog/catalog.js";
import { nearest } from "../../crd/diagnostics/wording.js";
import { changeCatalog, isChangeCode } from "../../tools/diff/catalog.js";
import type { Host } from "../host.js";
import { pageUrl, readPage, titleIn } from "../report/code-pages.js";
import type { CommonOptions } from "../report/options.js";
import { linksFor, painterFor } from "../terminal/appearance.js";
import { UsageError } from "../usage-error.js";
import { renderPage } from "./render-page.js";

/** What `explain` says of a code, but for its page. */
export interface ListedCode {
  readonly code: string;
  /** Changes are as grave as their effects, which differ from one to the next. */
  readonly severity: "error" | "warning" | "notice" | "change" | "retired";
  readonly title: string;
  /** The public address of the page. */
  readonly url: string;
}

/**
 * The codes that a name means, whatever its case: `crd/name-invalid` is also found by what stands
 * behind its group, `name-invalid`, and by the name of its page, `crd-name-invalid`.
 */
export function codesNamed(name: string): readonly string[] {
  const wanted = name.toLowerCase();
  const codes = [...allCodes(), ...retiredCodes];
  return codes.filter((code) => [code, tailOf(code), code.replace("/", "-")].includes(wanted));
}

/** The code that is nearly meant, with its group or without. */
export function nearestCode(name: string): string | undefined {
  const codes = allCodes();
  const similar = nearest(name, codes);
  if (similar !== undefined || name.includes("/")) return similar;
  const tail = nearest(name, codes.map(tailOf));
  return codes.find((code) => tailOf(code) === tail);
}

function tailOf(code: string): string {
  return code.split("/")[1] ?? "";
}

/** Sorted, so that groups stand together. */
function allCodes(): readonly string[] {
  return [...Object.keys(catalog), ...Object.keys(changeCatalog)].sort();
}

/** Prints a line for each code. */
export async function listCodes(options: CommonOptions, host: Host): Promise<void> {
  const listed = await Promise.all(
    allCodes().map(async (code) => factsOf(code, await markdownOf(code, host))),
  );
  if (options.format === "json") {
    for (const one of listed) host.print(`${JSON.stringify(one)}\n`);
    return;
  }
  host.print(listText(listed, options, host));
}

/** In a terminal each group has a paragraph, and titles are cut where the line ends. */
function listText(listed: readonly ListedCode[], { color }: CommonOptions, host: Host): string {
  const paint = painterFor(color, "output", host);
  const links = linksFor(color, "output", host);
  const width = Math.max(...listed.map(({ code }) => code.length));
  const columns = host.outputIsTerminal ? (host.outputColumns ?? usualColumns) : Infinity;
  const room = columns - width - severityWidth - 4;
  let group: string | undefined;
  return listed
    .map(({ code, severity, title }) => {
      const [own] = code.split("/", 1);
      const above = host.outputIsTerminal && group !== undefined && own !== group ? "\n" : "";
      group = own;
      const name = links.toPage(code, code) + " ".repeat(width - code.length);
      const grade = paint(colours[severity], severity.padEnd(severityWidth));
      return `${above}${name}  ${grade}  ${cut(title, room)}`.trimEnd() + "\n";
    })
    .join("");
}

const severityWidth = "warning".length;
const usualColumns = 80;
const colours = {
  error: "red",
  warning: "yellow",
  notice: "blue",
  change: "cyan",
  retired: "dim",
} as const;

function cut(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  if (columns < 1) return "";
  let shown = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (stringWidth(shown + segment) >= columns) break;
    shown += segment;
  }
  return `${shown.trimEnd()}…`;
}

/**
 * Prints the page of a code: rendered on a terminal or where colours are asked for, else as it is.
 *
 * @throws UsageError for what is no code, or can be several
 */
export async function explainCode(name: string, options: CommonOptions, host: Host): Promise<void> {
  const code = onlyCode(name);
  const page = await markdownOf(code, host);
  if (options.format === "json") {
    host.print(`${JSON.stringify({ ...factsOf(code, page), text: page })}\n`);
    return;
  }
  const { color } = options;
  if (!host.outputIsTerminal && color !== "always") {
    host.print(page);
    return;
  }
  const style = {
    columns: Math.min(host.outputColumns ?? usualColumns, widestPage),
    paint: painterFor(color, "output", host),
    links: linksFor(color, "output", host),
    url: pageUrl(code),
  };
  host.print(renderPage(page, style));
}

/** Longer lines are hard to read. */
const widestPage = 100;

function onlyCode(name: string): string {
  const [code, ...others] = codesNamed(name);
  if (code === undefined) {
    const similar = nearestCode(name);
    const hint =
      similar === undefined ? "; `crdgen explain` lists all" : `; the nearest is '${similar}'`;
    throw new UsageError(`'${name}' is not a diagnostic${hint}`);
  }
  if (others.length === 0) return code;
  const names = [code, ...others].map((one) => `'${one}'`).join(", ");
  throw new UsageError(`'${name}' can be any of ${names}`);
}

/** The page of a code, as Markdown. */
async function markdownOf(code: string, host: Host): Promise<string> {
  if (!isChangeCode(code)) return readPage(code, host);
  const { title, about } = changeCatalog[code];
  return `# ${code}\n\n${title}.\n\n${about}\n\nSee docs/diff.md.\n`;
}

function factsOf(code: string, page: string): ListedCode {
  return { code, severity: severityOf(code), title: titleIn(page), url: pageUrl(code) };
}

function severityOf(code: string): ListedCode["severity"] {
  if (isChangeCode(code)) return "change";
  const entries: Readonly<
    Record<string, { readonly severity: "error" | "warning" | "notice" } | undefined>
  > = catalog;
  return entries[code]?.severity ?? "retired";
}
