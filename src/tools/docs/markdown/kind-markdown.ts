import { markdownMark } from "../../../codegen/emit/banner.js";
import {
  markdownBlock,
  markdownCode,
  markdownRow,
  markdownText,
} from "../../../crd/diagnostics/render/markdown-text.js";
import type { SiteFrame } from "../html/frame.js";
import type { ExampleText, VersionPage } from "../model/page.js";
import { objectTables } from "./object-tables.js";

/**
 * A kind with all its versions as one Markdown file, for repositories. No text of a CRD becomes
 * markup.
 *
 * @param pages the versions of the kind, at least one
 */
export function kindMarkdown(pages: readonly VersionPage[], frame: SiteFrame): string {
  const [first] = pages;
  if (first === undefined) throw new Error("invariant: a kind has a version");
  const lines = [
    markdownMark(frame.generatorVersion),
    "",
    `# ${markdownText(first.kind)}`,
    "",
    ...namesOf(first),
    "",
    ...faultsOf(first),
    ...(pages.length > 1 ? [...versionList(pages), ""] : []),
    ...pages.flatMap(versionOf),
  ];
  return `${lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trimEnd()}\n`;
}

function namesOf(page: VersionPage): readonly string[] {
  const { group, plural, singular, shortNames, categories, scope } = page;
  const codes = (texts: readonly string[]): string => texts.map(markdownCode).join(", ");
  return [
    `- Group: ${markdownCode(group)}`,
    `- Scope: ${scope}`,
    `- Names: ${codes([plural, singular, ...shortNames].filter((name) => name !== ""))}`,
    ...(categories.length === 0 ? [] : [`- Categories: ${codes(categories)}`]),
  ];
}

function faultsOf({ faults }: VersionPage): readonly string[] {
  if (!faults.some(({ severity }) => severity === "error")) return [];
  const errors = faults.filter(({ severity }) => severity === "error");
  return [
    "**The API server refuses this CustomResourceDefinition:**",
    "",
    ...errors.map(({ message, line }) => {
      const place = line === undefined ? "" : ` (line ${String(line)})`;
      return `- ${markdownText(message)}${place}`;
    }),
    "",
  ];
}

function versionList(pages: readonly VersionPage[]): readonly string[] {
  return [
    "## Versions",
    "",
    ...pages.map(({ version: { name, served, storage, deprecated } }) => {
      const marks = [
        ...(storage ? ["stored"] : []),
        ...(served ? [] : ["not served"]),
        ...(deprecated ? ["deprecated"] : []),
      ];
      return `- [${markdownText(name)}](#version-${name})${marks.length === 0 ? "" : `: ${marks.join(", ")}`}`;
    }),
  ];
}

function versionOf(page: VersionPage): readonly string[] {
  const { version, deprecationWarning, description, selectableFields } = page;
  return [
    `<a id="version-${version.name}"></a>`,
    "",
    `## ${markdownText(version.name)}`,
    "",
    ...(deprecationWarning === undefined
      ? []
      : [`**Deprecated:** ${markdownText(deprecationWarning)}`, ""]),
    ...(description === "" ? [] : [markdownText(description), ""]),
    ...columnsOf(page),
    ...subresourcesOf(page),
    ...(selectableFields.length === 0
      ? []
      : [`Field selectors: ${selectableFields.map(markdownCode).join(", ")}`, ""]),
    "### Fields",
    "",
    ...objectTables(page.fields, version.name),
    ...examplesOf(page),
    ...comparisonsOf(page),
  ];
}

function columnsOf({ columns }: VersionPage): readonly string[] {
  return [
    "### Columns",
    "",
    "| Column | Type | Path | Description |",
    "| --- | --- | --- | --- |",
    ...columns.map(({ name, type, path, description, wide }) => {
      const shown = `${markdownText(description)}${wide ? " (`-o wide`)" : ""}`;
      return markdownRow([markdownText(name), markdownText(type), markdownCode(path), shown]);
    }),
    "",
  ];
}

function subresourcesOf({ subresources: { status, scale } }: VersionPage): readonly string[] {
  const lines = [
    ...(status ? ["- `status`"] : []),
    ...(scale === undefined
      ? []
      : [`- \`scale\`: ${markdownCode(scale.spec)} and ${markdownCode(scale.status)}`]),
  ];
  return lines.length === 0 ? [] : ["### Subresources", "", ...lines, ""];
}

function examplesOf({ examples }: VersionPage): readonly string[] {
  if (examples === undefined) return [];
  return [
    "### Examples",
    "",
    ...exampleOf("Minimal", examples.minimal),
    ...exampleOf("Full", examples.full),
  ];
}

function exampleOf(name: string, example: ExampleText): readonly string[] {
  if ("yaml" in example) return [`${name}:`, "", markdownBlock(example.yaml, "yaml"), ""];
  return [
    `${name}: none was found that the API server accepts.`,
    "",
    ...example.faults.map((fault) => `- ${markdownText(fault)}`),
    "",
  ];
}

function comparisonsOf({ comparisons, version }: VersionPage): readonly string[] {
  return comparisons.flatMap(({ from, changes }) => [
    `### Changes from ${markdownText(from.name)} to ${markdownText(version.name)}`,
    "",
    ...(changes.length === 0 ? ["None."] : []),
    ...changes.map(({ path, effects, before, after, reason }) => {
      const values = [before, after].map((text) =>
        text === undefined ? "nothing" : markdownCode(text),
      );
      const subject = path === "" ? "" : `${markdownCode(path)}, `;
      return `- ${subject}${effects.join(", ")}: ${values.join(" → ")}; ${markdownText(reason)}`;
    }),
    "",
  ]);
}
