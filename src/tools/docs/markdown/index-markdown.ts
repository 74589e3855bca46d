import { markdownMark } from "../../../codegen/emit/banner.js";
import {
  markdownCode,
  markdownRow,
  markdownText,
} from "../../../crd/diagnostics/render/markdown-text.js";
import { firstSentence } from "../../../crd/example/first-sentence.js";
import type { SiteFrame } from "../html/frame.js";
import type { SiteIndex, SiteKind } from "../model/site-index.js";

/**
 * The first file of Markdown output: groups and their kinds.
 *
 * @param fileOf the path of a kind's file, from the root
 */
export function indexMarkdown(
  { groups }: SiteIndex,
  fileOf: (kind: SiteKind) => string,
  frame: SiteFrame,
): string {
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
      ...kinds.map((kind) => rowOf(kind, fileOf(kind))),
      "",
    ]),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}

function rowOf(kind: SiteKind, file: string): string {
  const href = file.split("/").map(encodeURIComponent).join("/");
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
