import { describe, expect, it } from "vitest";
import { html } from "../../../../src/tools/docs/html/html.js";
import { fieldLinks, proseHtml } from "../../../../src/tools/docs/html/prose-html.js";
import type { Block } from "../../../../src/tools/docs/html/prose.js";
import { proseOf } from "../../../../src/tools/docs/html/prose.js";
import type { FieldTable } from "../../../../src/tools/docs/model/page.js";
import { readCorpus } from "../../../support/corpus.js";
import { describeShared } from "../../../support/shared.js";

function none(): undefined {
  return undefined;
}

function markup(text: string): string {
  return proseHtml(text, none).text.replace(/\n/g, "");
}

/** What the blocks were made of, without white space. */
function sourceOf(blocks: readonly Block[]): string {
  const ofLines = (lines: readonly (readonly { readonly source: string }[])[]): string =>
    lines.flatMap((spans) => spans.map(({ source }) => source)).join("");
  const parts = blocks.map((block) => {
    if (block.kind === "drawing") return block.text;
    if (block.kind === "paragraph") return ofLines(block.lines);
    return block.items.map(({ mark, lines }) => mark + ofLines(lines)).join("");
  });
  return parts.join("").replace(/\s/g, "");
}

/** What the blocks show, as the text of a page. */
function shownBy(blocks: readonly Block[]): string {
  const ofLines = (lines: readonly (readonly { readonly text: string }[])[]): string =>
    lines.flatMap((spans) => spans.map(({ text }) => text)).join("");
  const parts = blocks.map((block) => {
    if (block.kind === "drawing") return block.text;
    if (block.kind === "paragraph") return ofLines(block.lines);
    return block.items.map(({ lines }) => ofLines(lines)).join("");
  });
  return html`${parts.join("")}`.text.replace(/\s/g, "");
}

describe("prose", () => {
  it("joins lines that were broken to fit a width, and keeps those that say something", () => {
    const text =
      "The first line is broken to fit a width\nand goes on.\nNOTE: this is new.\n\nNext";
    expect(markup(text)).toBe(
      "<p>The first line is broken to fit a width and goes on.<br />NOTE: this is new.</p><p>Next</p>",
    );
  });

  it("knows code, and addresses without what ends the sentence", () => {
    expect(markup("see `a b` and ``c`` (https://example.com/x).")).toBe(
      '<p>see <code>a b</code> and <code>c</code> (<a href="https://example.com/x" rel="noreferrer">example.com/x</a>).</p>',
    );
    expect(markup("an `open one")).toBe("<p>an `open one</p>");
  });

  it.each([
    ["https://datatracker.ietf.org/doc/html/rfc5280#section-4.2.1.3", "RFC 5280 § 4.2.1.3"],
    ["https://github.com/kubernetes/kubernetes/issues/12", "kubernetes/kubernetes#12"],
    ["https://www.example.com/", "example.com"],
    [`https://example.com/${"a/".repeat(40)}end#here`, "example.com/…/end#here"],
  ])("shortens %s", (address, short) => {
    expect(markup(address)).toBe(`<p><a href="${address}" rel="noreferrer">${short}</a></p>`);
  });

  it("knows lists, with lines that go on, and their numbers", () => {
    expect(markup("Either:\n- one\n  of them\n- two\n\n- three")).toBe(
      "<p>Either:</p><ul><li>one of them</li><li>two</li><li>three</li></ul>",
    );
    expect(markup("2. two\n3. three")).toBe(
      '<ol><li value="2">two</li><li value="3">three</li></ol>',
    );
  });

  it("leaves drawings as they are", () => {
    expect(markup("\ta: 1\n\t  b: 2")).toBe("<pre>a: 1  b: 2</pre>");
    expect(proseOf("```\na\n\n  b\n```\nafter")).toMatchObject([
      { kind: "drawing", text: "```\na\n\n  b\n```" },
      { kind: "paragraph" },
    ]);
  });

  it("links names of fields to them", () => {
    const table: FieldTable = {
      nodes: [
        { type: "object", fields: [["spec", 1]] },
        {
          type: "object",
          fields: [
            ["items", 2],
            ["size", 3],
          ],
        },
        { type: "[]object", steps: "[*]", fields: [["size", 3]] },
        { type: "integer" },
      ],
    };
    const links = fieldLinks(table, [2, "spec.items[*]"], [1, "spec"]);
    expect(links("size")).toBe("spec.items[*].size");
    expect(links("items")).toBe("spec.items");
    expect(links(".spec.items[].size")).toBe("spec.items[*].size");
    expect(["nothing", "", ".", "spec..size", "a b"].map(links)).toEqual(Array(5).fill(undefined));
    expect(proseHtml("as `size` says", links).text).toContain(
      '<a href="#spec.items[*].size"><code>size</code></a>',
    );
  });

  it("takes hostile texts as texts, in linear time", () => {
    const text = `<b>'"</b> \`<i>\` https://x.y/"><script> [a](javascript:alert)`;
    expect(markup(text)).not.toMatch(/<(?:b|i|script)>|href="javascript/);
    for (const part of [
      "`",
      "``a",
      "https://",
      "- ",
      "\n\n",
      " ",
      "(",
      ")",
      "1. \n",
      "```\n",
      "| ",
    ]) {
      const long = part.repeat(300_000 / part.length);
      expect(sourceOf(proseOf(long))).toBe(long.replace(/\s/g, ""));
    }
  }, 5_000);
});

describeShared("the descriptions of the corpus as prose", () => {
  it("are whole, and changed in layout alone", () => {
    const descriptions = new Set<string>();
    for (const { text } of readCorpus()) collect(text, descriptions);
    const wrong: string[] = [];
    for (const text of descriptions) {
      const blocks = proseOf(text);
      const shown = proseHtml(text, none).text.replace(/<[^>]*>|\s/g, "");
      const isWhole = sourceOf(blocks) === text.replace(/\s/g, "");
      if (!isWhole || shown !== shownBy(blocks)) wrong.push(text);
    }
    expect(wrong).toEqual([]);
    expect(descriptions.size).toBeGreaterThan(30_000);
  }, 120_000);
});

/** The values of `description` in a text of YAML, as far as they are plain, quoted or blocks. */
function collect(text: string, descriptions: Set<string>): void {
  const lines = text.split("\n");
  for (const [index, line] of lines.entries()) {
    const [, indent = "", value = ""] = /^([ -]*)description: ?(.*)$/.exec(line) ?? [];
    if (value === "") continue;
    const rest: string[] = [];
    for (const next of lines.slice(index + 1)) {
      if (next.trim() !== "" && next.search(/\S/) <= indent.length) break;
      rest.push(next);
    }
    const least = (rest.find((next) => next.trim() !== "") ?? "").search(/\S/);
    const below = rest.map((next) => next.slice(Math.max(0, least))).join("\n");
    descriptions.add(/^[|>]/.test(value) ? below : `${value}\n${below}`);
  }
}
