import { changeCatalog, isChangeCode, stopsCompilingCode } from "../../tools/diff/catalog.js";
import type { Host } from "../host.js";
import { pageOf } from "../terminal/appearance.js";

/** The home of crdgen: `homepage` of package.json without its anchor (a test compares them). */
export const homepage = "https://github.com/crdgen/crdgen";

/**
 * The public address of the page that explains a code. Kinds of changes stand together in one page,
 * all other codes have one each.
 */
export function pageUrl(code: string): string {
  const page = code.startsWith("diff/")
    ? "diff.md#kinds-of-changes"
    : `diagnostics/${code.replace("/", "-")}.md`;
  return `${homepage}/blob/main/docs/${page}`;
}

/** The page of a diagnostic, as Markdown: the copy beside crdgen of what `pageUrl` leads to. */
export async function readPage(code: string, host: Host): Promise<string> {
  return Buffer.from(await host.readFile(pageOf(code))).toString("utf8");
}

/** What a code means, in a line without marks: the first sentence of its page. */
export function titleIn(page: string): string {
  const [, paragraph = ""] = page.split("\n\n", 2);
  const [sentence = ""] = paragraph.replaceAll("\n", " ").split(/\.(?:\s|$)/, 1);
  return sentence.replaceAll(/\*\*|`+/g, "");
}

/** What is known of a code, whatever it was reported for. */
export interface CodeFacts {
  /** One sentence, without a full stop. */
  readonly title: string;
  /** All that is written about it, as Markdown. */
  readonly page: string;
}

/** Reads what is written about codes, once for each. */
export async function readCodes(
  codes: Iterable<string>,
  host: Host,
): Promise<ReadonlyMap<string, CodeFacts>> {
  const facts = new Map<string, CodeFacts>();
  for (const code of new Set(codes)) facts.set(code, await factsOf(code, host));
  return facts;
}

const stopsCompiling = "a line of the program stops compiling, and names nothing that changes";

async function factsOf(code: string, host: Host): Promise<CodeFacts> {
  if (isChangeCode(code)) {
    const { title, about } = changeCatalog[code];
    return { title, page: `${title}. ${about}` };
  }
  // It is no kind of change, and has no page.
  if (code === stopsCompilingCode) return { title: stopsCompiling, page: `${stopsCompiling}.` };
  const page = await readPage(code, host);
  return { title: titleIn(page), page };
}
