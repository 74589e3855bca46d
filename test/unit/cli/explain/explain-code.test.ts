import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { explainCode, listCodes } from "../../../../src/cli/explain/explain-code.js";
import { renderPage } from "../../../../src/cli/explain/render-page.js";
import type { Host } from "../../../../src/cli/host.js";
import { processHost } from "../../../../src/cli/host.js";
import type { CommonOptions } from "../../../../src/cli/report/options.js";
import { noLinks, plain } from "../../../../src/crd/diagnostics/render/render.js";

const docs = join(import.meta.dirname, "../../../../docs");
const options: CommonOptions = { format: "text", quiet: false, color: "auto", verbose: false };
const url = "https://example.com/docs/diagnostics/page.md";

/** What a command prints on a terminal of so many columns, or in a pipe. */
async function shown(
  columns: number | undefined,
  command: (host: Host) => Promise<void>,
  environment: Host["environment"] = {},
): Promise<string> {
  let text = "";
  const host = processHost();
  await command({
    ...host,
    // Pages are looked for where the bundle has them.
    readFile: (path) => host.readFile(path.replace("/src/docs/", "/docs/")),
    print: (part) => (text += part),
    outputIsTerminal: columns !== undefined,
    outputColumns: columns,
    environment,
  });
  return text;
}

function linesOf(text: string): readonly string[] {
  return stripVTControlCharacters(text).trimEnd().split("\n");
}

const list = (host: Host): Promise<void> => listCodes(options, host);

describe("the list of codes", () => {
  it.each([30, 60, 80, 100, 160])("fits a terminal of %i columns", async (columns) => {
    const lines = linesOf(await shown(columns, list));
    for (const line of lines) {
      expect(stringWidth(line)).toBeLessThanOrEqual(columns);
      const shape =
        columns < 60 ? /^$|^[a-z]+\/\S+$/ : /^$|^\S+ +(?:error|warning|notice|change) {2}/;
      expect(line).toMatch(shape);
    }
    if (columns < 160) expect(lines.some((line) => line.endsWith("…"))).toBe(true);
  });

  it("has groups apart, in colour and with links", async () => {
    const text = await shown(80, list, { FORCE_COLOR: "1", FORCE_HYPERLINK: "1" });
    const groups = linesOf(text)
      .join("\n")
      .split("\n\n")
      .map((group) => new Set(group.split("\n").map((line) => line.split("/", 1)[0])));
    expect(groups.every((names) => names.size === 1)).toBe(true);
    expect(text).toContain("\u001B[31merror  \u001B[39m");
  });

  it("has all titles in full in a pipe, one line each", async () => {
    const lines = linesOf(await shown(undefined, list));
    expect(lines.every((line) => /^\S+\/\S+ +[a-z]+ +\S.*[^…]$/.test(line))).toBe(true);
    expect([...lines].sort()).toEqual(lines);
  });
});

describe("a page", () => {
  const names = readdirSync(join(docs, "diagnostics"));

  it.each(names)("%s fits every terminal, and loses no word", (name) => {
    const page = readFileSync(join(docs, "diagnostics", name), "utf8");
    for (const columns of [24, 60, 80, 100]) {
      const text = renderPage(page, { columns, paint: plain, links: noLinks, url });
      const widest = Math.max(
        ...linesOf(text)
          .slice(0, -1)
          .map((line) => stringWidth(line)),
      );
      expect(widest).toBeLessThanOrEqual(columns);
      expect(lettersOf(text.replace(/\(https:[^)]*\)/g, ""))).toBe(
        lettersOf(page) + lettersOf(url),
      );
    }
  });

  it.each(names)("%s has only the Markdown that is rendered", (name) => {
    const page = readFileSync(join(docs, "diagnostics", name), "utf8");
    const text = page
      .replaceAll(/^```.*\n[\s\S]*?^```$/gm, "")
      .replaceAll(/(`+).+?\1(?!`)/g, "code")
      .replaceAll(/\*\*[^*]+\*\*/g, "bold");
    // Emphasis, escapes, tables, quotes, rules, numbers, nested lists, images, other headings.
    expect(text).not.toMatch(/[*_\\|~<]|^(?:>|---|\d+\.| +[-*+] |[*+] )|!\[|^#{2}/m);
  });

  it("is as it is in a pipe, and rendered on a terminal or on request", async () => {
    const page = readFileSync(join(docs, "diagnostics/crd-name-invalid.md"), "utf8");
    const print = (host: Host): Promise<void> => explainCode("Name-Invalid", options, host);
    expect(await shown(undefined, print)).toBe(page);
    const onTerminal = await shown(80, print, { FORCE_COLOR: "1" });
    await expect(onTerminal).toMatchFileSnapshot("__snapshots__/crd-name-invalid.txt");
    const always = { ...options, color: "always" } as const;
    const asked = (host: Host): Promise<void> => explainCode("CRD/name-invalid", always, host);
    expect(await shown(undefined, asked)).toBe(onTerminal);
  });

  it("has links where the terminal takes them, and else their addresses", async () => {
    const print = (host: Host): Promise<void> => explainCode("config/invalid", options, host);
    const target = "https://github.com/crdgen/crdgen/blob/main/docs/lint.md";
    expect(await shown(300, print)).toContain(`(${target})`);
    const linked = await shown(80, print, { FORCE_HYPERLINK: "1" });
    expect(linked).toContain(`\u001B]8;;${target}\u001B\\docs/lint.md\u001B]8;;\u001B\\`);
  });

  it("of a change is text too", async () => {
    const print = (host: Host): Promise<void> => explainCode("field-removed", options, host);
    expect(await shown(undefined, print)).toBe(
      "# diff/field-removed\n\na field is gone.\n\nThe server prunes it: stored objects lose it as soon as they are read.\n\nSee docs/diff.md.\n",
    );
    expect(linesOf(await shown(80, print)).at(-1)).toMatch(/docs\/diff\.md#kinds-of-changes$/);
  });

  it.each([
    [
      "crd/name-invlaid",
      "'crd/name-invlaid' is not a diagnostic",
      "did you mean 'crd/name-invalid'?",
    ],
    ["x/y", "'x/y' is not a diagnostic", "`crdgen explain` lists all"],
    [
      "invalid",
      "'invalid' can be any of 'config/invalid', 'object/invalid', 'usage/invalid'",
      undefined,
    ],
  ])("%s is refused", async (name, message, help) => {
    const print = (host: Host): Promise<void> => explainCode(name, options, host);
    await expect(shown(undefined, print)).rejects.toMatchObject({ message, help });
  });
});

/** What is left of a text without marks and breaks. */
function lettersOf(text: string): string {
  return text.replaceAll(/^```.*$|\]\([^)]*\)/gm, "").replaceAll(/[\s`*#[\]()-]/g, "");
}
