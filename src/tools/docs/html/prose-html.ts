import { fieldPath } from "../../diff/schema/schema-pair.js";
import type { FieldTable } from "../model/page.js";
import { fieldAnchor } from "../model/page.js";
import type { Hole, Html } from "./html.js";
import { html } from "./html.js";
import type { Block, ListItem, Span } from "./prose.js";
import { proseOf } from "./prose.js";

/** Returns the id of the field that a text names, or `undefined`. */
export type FieldLinks = (text: string) => string | undefined;

/** An untrusted text as prose: see `proseOf`. Names of fields in backticks lead to them. */
export function proseHtml(text: string, links: FieldLinks): Html {
  return html`${proseOf(text).map((block) => blockHtml(block, links))}`;
}

function blockHtml(block: Block, links: FieldLinks): Hole {
  if (block.kind === "drawing") return html`<pre>${block.text}</pre>`;
  if (block.kind === "paragraph") return html`<p>${linesHtml(block.lines, links)}</p>`;
  const items = block.items.map((item) => itemHtml(item, links));
  const isNumbered = block.items.every(({ mark }) => /\d/.test(mark));
  return isNumbered
    ? html`<ol>
        ${items}
      </ol>`
    : html`<ul>
        ${items}
      </ul>`;
}

function itemHtml({ mark, lines }: ListItem, links: FieldLinks): Hole {
  const number = /\d+/.exec(mark)?.[0];
  const content = linesHtml(lines, links);
  if (number === undefined) return html`<li>${content}</li>`;
  return html`<li value="${number}">${content}</li>`;
}

function linesHtml(lines: readonly (readonly Span[])[], links: FieldLinks): Hole {
  return lines.map((spans, index) => [
    index > 0 && html`<br />`,
    spans.map((span) => spanHtml(span, links)),
  ]);
}

function spanHtml({ kind, text, source }: Span, links: FieldLinks): Hole {
  if (kind === "text") return text;
  if (kind === "link") return html`<a href="${source}" rel="noreferrer">${text}</a>`;
  const anchor = links(text);
  const code = html`<code>${text}</code>`;
  return anchor === undefined ? code : html`<a href="#${anchor}">${code}</a>`;
}

/**
 * The fields that a description of a node can mean: those below it, those beside it, and any by its
 * whole path (`spec.size`, `.spec.size`, `spec.list[].name`).
 *
 * @param below the node that has the text, and the path in front of its fields
 * @param beside the node around it, and the path in front of its fields
 */
export function fieldLinks(
  { nodes }: FieldTable,
  ...places: readonly (readonly [node: number, path: string])[]
): FieldLinks {
  const all = [...places, [0, ""] as const];
  return (text) => {
    const names = /^\.?[\w.[\]*-]{1,200}$/.test(text)
      ? text
          .replace(/^\./, "")
          .replace(/\[\*?\]/g, "")
          .split(".")
      : [];
    for (const [node, path] of names.length === 0 ? [] : all) {
      const found = pathFrom(nodes, node, path, names);
      if (found !== undefined) return fieldAnchor(found);
    }
    return undefined;
  };
}

function pathFrom(
  nodes: FieldTable["nodes"],
  start: number,
  inside: string,
  names: readonly string[],
): string | undefined {
  let node = nodes[start];
  let path = "";
  let front = inside;
  for (const name of names) {
    const entry = node?.fields?.find(([own]) => own === name);
    if (entry === undefined) return undefined;
    path = fieldPath(front, name);
    node = nodes[entry[1]];
    front = path + (node?.steps ?? "");
  }
  return path;
}
