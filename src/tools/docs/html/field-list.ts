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
  const fields = orderedFields(table, node, place.path);
  const rest = fields.length - from - batch;
  return html`${fields.slice(from, from + batch).map((entry) => fieldItem(place, entry))}
  ${rest > 0 && moreHtml(place, fields.length, rest)}`;
}

/** The fields of an object as they are listed: required ones lead. */
function orderedFields(table: FieldTable, node: number, path: string): readonly FieldEntry[] {
  const all = table.nodes[node]?.fields ?? [];
  const fields = path === "" ? all.filter((entry) => !isUsual(table, entry)) : all;
  return [
    ...fields.filter(([, , required]) => required === 1),
    ...fields.filter(([, , required]) => required !== 1),
  ];
}

const usualNames: readonly string[] = ["apiVersion", "kind", "metadata"];

/** Whether a field of the object itself is one that every object has, and nothing more. */
function isUsual({ nodes }: FieldTable, [name, index]: FieldEntry): boolean {
  const node = nodes[index];
  if (node === undefined || !usualNames.includes(name)) return false;
  const { fields, constraints, rules, enum: values } = node;
  return [fields, constraints, rules, values, node.default].every((told) => told === undefined);
}

/** One sentence about the fields that every object has, which are not listed. */
export function usualFieldsHtml(table: FieldTable): Hole {
  const usual = (table.nodes[0]?.fields ?? []).filter((entry) => isUsual(table, entry));
  if (usual.length === 0) return undefined;
  const names = usual.map(([name], index) => [
    index > 0 && (index === usual.length - 1 ? " and " : ", "),
    html`<code id="${fieldAnchor(name)}">${name}</code>`,
  ]);
  return html`<p class="usual">${names}: as every object of Kubernetes has them.</p>`;
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
  return html`<li class="field" id="${anchor}" data-node="${index}" data-path="${path}">
    <div class="head">
      <a class="name" href="#${anchor}">${name}</a>
      <span class="type">${node.type}</span>
      ${required === 1 && html`<span class="required">required</span>`}
    </div>
    ${descriptionHtml(node.description ?? "", linksOf(place, node, index, path))} ${factsHtml(node)}
    ${belowHtml(place, node, index, path)}
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
function factsHtml(node: FieldNode): Hole {
  const { rules } = node;
  return html`${factList(node)}
  ${
    rules !== undefined &&
    html`<ul class="notes">
      ${rules.map(ruleHtml)}
    </ul>`
  }`;
}

function factList(node: FieldNode): Hole {
  const { enum: values, constraints } = node;
  if (node.default === undefined && values === undefined && constraints === undefined) {
    return undefined;
  }
  return html`<dl class="facts">
    ${fact("Default", node.default !== undefined && html`<code>${node.default}</code>`)}
    ${fact("One of", values !== undefined && codes(values))}
    ${fact("Constraints", constraints !== undefined && items(constraints))}
  </dl>`;
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
    ${texts.map((text) => html`<li>${constraintHtml(text)}</li>`)}
  </ul>`;
}

/** What is for machines stands as code. */
function constraintHtml(text: string): Hole {
  const [, front, pattern] = /^((?:.*: )?matches )([^]+)$/.exec(text) ?? [];
  return pattern === undefined ? text : html`${front}<code>${pattern}</code>`;
}

/** The message, which is for people, and the rule below it. */
function ruleHtml({ rule, message, subject, isTransition }: FieldRule): Hole {
  return html`<li class="note">
    <p>
      ${subject !== undefined && html`${subject}: `}${message ?? "Must hold:"}
      ${isTransition === 1 && html`<span class="when">on update</span>`}
    </p>
    <pre><span class="heard">CEL rule: </span><code class="rule">${rule}</code></pre>
  </li>`;
}
