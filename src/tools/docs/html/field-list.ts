import { fieldPath } from "../../diff/schema/schema-pair.js";
import type { FieldEntry, FieldNode, FieldRule, FieldTable } from "../model/page.js";
import { fieldAnchor } from "../model/page.js";
import { descriptionHtml } from "./description.js";
import type { Hole, Html } from "./html.js";
import { html } from "./html.js";
import type { FieldLinks } from "./prose-html.js";
import { fieldLinks } from "./prose-html.js";

/** So many fields of one object are shown at once; the rest on demand. */
export const batch = 200;

/** Where a list of fields stands. */
interface FieldListPlace {
  readonly table: FieldTable;
  /** The node whose fields are listed, and the path that stands in front of their names. */
  readonly node: number;
  readonly path: string;
  /** So many levels of fields are in the markup; the lists below them are made when opened. */
  readonly levels: number;
  /** The index of the first field. */
  readonly from: number;
}

/** The fields of a node as items of a list, a batch of them from `from`. */
export function fieldItems(place: FieldListPlace): Html {
  const { table, node, from } = place;
  const fields = table.nodes[node]?.fields ?? [];
  const rest = fields.length - from - batch;
  return html`${fields.slice(from, from + batch).map((entry) => fieldItem(place, entry))}
  ${rest > 0 && moreHtml(place, fields.length, rest)}`;
}

function moreHtml({ node, path, from }: FieldListPlace, all: number, rest: number): Hole {
  return html`<li class="more">
    <button type="button" data-node="${node}" data-path="${path}" data-from="${from + batch}">
      Show ${Math.min(rest, batch)} more of ${all} fields
    </button>
  </li>`;
}

function fieldItem(place: FieldListPlace, [name, index, required]: FieldEntry): Hole {
  const node = place.table.nodes[index];
  if (node === undefined) return undefined;
  const path = fieldPath(place.path, name);
  const anchor = fieldAnchor(path);
  return html`<li class="field" id="${anchor}">
    <div class="head">
      <code class="name">${name}</code>
      <span class="type">${node.type}</span>
      ${required === 1 && html`<span class="required">required</span>`}
      <a class="anchor" href="#${anchor}" aria-label="Link to ${path}">#</a>
    </div>
    ${descriptionHtml(node.description ?? "", linksOf(place, node, index, path))}
    ${factsHtml(node, index)} ${belowHtml(place, node, index, path)}
  </li> `;
}

function linksOf(place: FieldListPlace, node: FieldNode, index: number, path: string): FieldLinks {
  const below = `${path}${node.steps ?? ""}`;
  return fieldLinks(place.table, [index, below], [place.node, place.path]);
}

/** The fields of a field, folded. */
function belowHtml(place: FieldListPlace, node: FieldNode, index: number, path: string): Hole {
  const count = node.fields?.length ?? 0;
  if (count === 0) return undefined;
  const below = `${path}${node.steps ?? ""}`;
  const isMade = place.levels > 1;
  const inner: FieldListPlace = {
    ...place,
    node: index,
    path: below,
    levels: place.levels - 1,
    from: 0,
  };
  const isOpen = isMade && path === "spec" && place.from === 0;
  return html`<details
    class="fields"
    data-node="${index}"
    data-path="${below}"
    ${isOpen && html`open`}
  >
    <summary>${count} field${count !== 1 && "s"} of <code>${below}</code></summary>
    <ul>
      ${isMade && fieldItems(inner)}
    </ul>
  </details>`;
}

/**
 * Prints the facts about a field beside its type and description: default, values, constraints,
 * rules.
 */
function factsHtml(node: FieldNode, index: number): Hole {
  const { enum: values, constraints, rules } = node;
  const isPlain = [node.default, values, constraints, rules].every((told) => told === undefined);
  const source = node.source !== undefined && sourceHtml(index);
  if (isPlain) return source;
  return html`<dl class="facts">
      ${fact("Default", node.default !== undefined && html`<code>${node.default}</code>`)}
      ${fact("Values", values !== undefined && codes(values))}
      ${fact("Constraints", constraints !== undefined && items(constraints))}
      ${fact(
        "Rules",
        rules !== undefined &&
          html`<ul>
            ${rules.map(ruleHtml)}
          </ul>`,
      )}
    </dl>
    ${source}`;
}

function fact(name: string, text: Hole): Hole {
  if (text === false) return undefined;
  return html`<div>
    <dt>${name}</dt>
    <dd>${text}</dd>
  </div> `;
}

function codes(texts: readonly string[]): Hole {
  return html`<span class="values">${texts.map((text) => html`<code>${text}</code> `)}</span>`;
}

function items(texts: readonly string[]): Hole {
  return html`<ul>
    ${texts.map((text) => html`<li>${text}</li>`)}
  </ul>`;
}

function ruleHtml({ rule, message, subject, isTransition }: FieldRule): Hole {
  return html`<li>
    ${subject !== undefined && html`${subject}: `}
    <code class="rule">${rule}</code>
    ${isTransition === 1 && html`<span class="badge">updates only</span>`}
    ${message !== undefined && html`<p class="message">${message}</p>`}
  </li>`;
}

/** The script of the page fills it when it is opened. */
function sourceHtml(index: number): Hole {
  return html`<details class="source needs-script" data-node="${index}">
    <summary>Source</summary>
  </details>`;
}
