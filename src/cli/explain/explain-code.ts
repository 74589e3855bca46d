import { catalog, retiredCodes } from "../../crd/diagnostics/catalog/catalog.js";
import { cutToWidth } from "../../crd/diagnostics/render/printable.js";
import { severityColours } from "../../crd/diagnostics/render/render.js";
import { nearest } from "../../crd/diagnostics/wording.js";
import { changeCatalog, isChangeCode } from "../../tools/diff/catalog.js";
import type { Host } from "../host.js";
import { pageUrl, readPage, titleIn } from "../report/code-pages.js";
import type { CommonOptions } from "../report/options.js";
import { appearanceOf } from "../terminal/appearance.js";
import { didYouMean, UsageError } from "../usage-error.js";
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

/**
 * On a terminal each group has a paragraph, and titles are cut where the line ends; a terminal that
 * has no room for them shows the codes alone.
 */
function listText(listed: readonly ListedCode[], { color }: CommonOptions, host: Host): string {
  const { paint, links, terminalColumns } = appearanceOf(color, "output", host);
  const width = Math.max(...listed.map(({ code }) => code.length));
  const room = (terminalColumns ?? Infinity) - width - severityWidth - 2 * gap.length;
  let group = "";
  return listed
    .map(({ code, severity, title }) => {
      const above = host.outputIsTerminal && !code.startsWith(group) ? "\n" : "";
      group = code.slice(0, code.indexOf("/") + 1);
      if (room < leastRoom) return `${above}${cutToWidth(code, terminalColumns ?? width)}\n`;
      const name = links.toPage(code, code) + " ".repeat(width - code.length);
      const grade = paint(colours[severity], severity.padEnd(severityWidth));
      return [`${above}${name}`, grade, `${cutToWidth(title, room)}\n`].join(gap);
    })
    .join("");
}

const gap = "  ";
const leastRoom = 10;
const severityWidth = "warning".length;
const colours = { ...severityColours, change: "cyan", retired: "dim" } as const;

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
  if (!host.outputIsTerminal && options.color !== "always") {
    host.print(page);
    return;
  }
  const { paint, links, terminalColumns = usualPage } = appearanceOf(options.color, "output", host);
  const columns = Math.min(terminalColumns, widestPage);
  host.print(renderPage(page, { columns, paint, links, url: pageUrl(code) }));
}

/** Where nobody says how wide the terminal is. */
const usualPage = 80;

/** Longer lines are hard to read. */
const widestPage = 100;

function onlyCode(name: string): string {
  const [code, ...others] = codesNamed(name);
  if (code === undefined) {
    const similar = nearestCode(name);
    const help = didYouMean(similar) ?? "`crdgen explain` lists all";
    throw new UsageError(`'${name}' is not a diagnostic`, { help });
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
