import { markdownMark } from "../../../codegen/emit/jsdoc.js";
import {
  markdownBlock,
  markdownCode,
  markdownRow,
  markdownText,
} from "../../../crd/diagnostics/render/printable.js";
import { fieldPath } from "../../diff/schema/schema-pair.js";
import type { SiteFrame } from "../html/page-frame.js";
import type { ExampleText, FieldEntry, FieldNode, FieldTable, VersionPage } from "../model/page.js";
import { constraintText, fieldAnchor } from "../model/page.js";

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

/** An object with fields, and the first place where it stands. */
interface ObjectPlace {
  readonly node: FieldNode;
  /** `""` for the custom resource itself. */
  readonly path: string;
}

/**
 * A table for each distinct object of a version: objects that are the same share one, so a schema
 * that repeats itself stays readable. Anchors begin with the name of the version.
 */
function objectTables({ nodes }: FieldTable, version: string): readonly string[] {
  const places = placesOf(nodes);
  const linkOf = (node: number): string | undefined => {
    const place = places.get(node);
    return place === undefined ? undefined : `#${anchorOf(version, place.path)}`;
  };
  return [...places.values()].flatMap(({ node, path }) => [
    `<a id="${anchorOf(version, path)}"></a>`,
    "",
    ...(path === "" ? [] : [`#### ${markdownCode(path)}`, ""]),
    "| Field | Type | Description |",
    "| --- | --- | --- |",
    ...(node.fields ?? []).map((entry) => rowOf(entry, nodes, linkOf)),
    "",
  ]);
}

/** The objects in the order of their first places, the outer ones first. */
function placesOf(nodes: readonly FieldNode[]): ReadonlyMap<number, ObjectPlace> {
  const places = new Map<number, ObjectPlace>();
  const add = (index: number, path: string): void => {
    const node = nodes[index];
    if (node === undefined || places.has(index)) return;
    if (path === "" || (node.fields?.length ?? 0) > 0) places.set(index, { node, path });
  };
  add(0, "");
  // A map gives what is added while it is walked, too.
  for (const { node, path } of places.values()) {
    for (const [name, child] of node.fields ?? []) {
      add(child, `${fieldPath(path, name)}${nodes[child]?.steps ?? ""}`);
    }
  }
  return places;
}

function anchorOf(version: string, path: string): string {
  return fieldAnchor(path === "" ? version : `${version}.${path}`);
}

function rowOf(
  [name, index, required]: FieldEntry,
  nodes: readonly FieldNode[],
  linkOf: (node: number) => string | undefined,
): string {
  const node = nodes[index] ?? { type: "any" };
  const link = linkOf(index);
  const type =
    link === undefined ? markdownText(node.type) : `[${markdownText(node.type)}](${link})`;
  const field = `${markdownCode(name)}${required === 1 ? "<br>required" : ""}`;
  return markdownRow([field, type, factsOf(node).join("<br>")]);
}

function factsOf(node: FieldNode): readonly string[] {
  const { description, default: value, enum: values, constraints = [], rules = [] } = node;
  return [
    ...(description === undefined ? [] : paragraphsOf(description)),
    ...(value === undefined ? [] : [`Default: ${markdownCode(value)}`]),
    ...(values === undefined ? [] : [`Values: ${values.map(markdownCode).join(", ")}`]),
    ...constraints.map((told) => `Constraint: ${markdownText(constraintText(told))}`),
    ...rules.map(({ rule, message, subject }) => {
      const of = subject === undefined ? "" : `${markdownText(subject)}: `;
      return `Rule: ${of}${markdownCode(rule)}${message === undefined ? "" : ` – ${markdownText(message)}`}`;
    }),
  ];
}

function paragraphsOf(text: string): readonly string[] {
  return text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map(markdownText);
}
