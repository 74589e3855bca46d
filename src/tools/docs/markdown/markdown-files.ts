import type { OutputFile } from "../../../codegen/emit/generated-file.js";
import { markdownMark } from "../../../codegen/emit/jsdoc.js";
import {
  markdownCode,
  markdownRow,
  markdownText,
} from "../../../crd/diagnostics/render/printable.js";
import { firstSentence } from "../../../crd/example/commented-yaml.js";
import type { SiteFrame } from "../html/page-frame.js";
import type { DocumentedCrd, SiteIndex, SiteKind } from "../model/site-index.js";
import { IndexBuilder } from "../model/site-index.js";
import { kindMarkdown } from "./kind-markdown.js";

/** The files of Markdown output, one by one as the CRDs come: one for each, and a `README.md`. */
export async function* markdownFiles(
  crds: AsyncIterable<DocumentedCrd>,
  frame: SiteFrame,
): AsyncGenerator<OutputFile> {
  const index = new IndexBuilder();
  for await (const crd of crds) {
    index.add(crd);
    const [first] = crd.pages;
    if (first !== undefined) {
      yield { path: fileAt(first.href), text: kindMarkdown(crd.pages, frame) };
    }
  }
  yield { path: "README.md", text: indexMarkdown(index.index(), frame) };
}

/** Of `GROUP/PLURAL/VERSION.html` the file of the kind, `GROUP/PLURAL.md`. */
function fileAt(href: string): string {
  const parts = href.replace(/\.html$/, "").split("/");
  return `${(parts.length > 2 ? parts.slice(0, -1) : parts).join("/")}.md`;
}

/** The first file of Markdown output: groups and their kinds. */
export function indexMarkdown({ groups }: SiteIndex, frame: SiteFrame): string {
  const lines = [
    markdownMark(frame.generatorVersion),
    "",
    `# ${markdownText(frame.title)}`,
    "",
    ...groups.flatMap(({ group, kinds }) => [
      `## ${group === "" ? "No group" : markdownCode(group)}`,
      "",
      "| Kind | Versions | Scope | Description |",
      "| --- | --- | --- | --- |",
      ...kinds.map(rowOf),
      "",
    ]),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}

function rowOf(kind: SiteKind): string {
  const href = fileAt(kind.versions[0]?.href ?? "")
    .split("/")
    .map(encodeURIComponent)
    .join("/");
  const versions = kind.versions.map(
    ({ name, deprecated }) => `${markdownText(name)}${deprecated ? " (deprecated)" : ""}`,
  );
  const description = `${kind.refused ? "Refused by the API server. " : ""}${firstSentence(kind.description)}`;
  const cells = [
    `[${markdownText(kind.kind)}](${href})`,
    versions.join(", "),
    kind.scope,
    markdownText(description),
  ];
  return markdownRow(cells);
}
