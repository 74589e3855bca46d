import {
  markdownCode,
  markdownRow,
  markdownText,
} from "../../../crd/diagnostics/render/markdown-text.js";
import { fieldPath } from "../../diff/schema/schema-pair.js";
import { fieldAnchor } from "../model/field-anchor.js";
import type { FieldEntry, FieldNode, FieldTable } from "../model/page.js";

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
export function objectTables({ nodes }: FieldTable, version: string): readonly string[] {
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
    ...constraints.map((text) => `Constraint: ${markdownText(text)}`),
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
