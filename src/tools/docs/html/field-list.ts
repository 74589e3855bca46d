import { plural } from "../../../crd/diagnostics/wording.js";
import { fieldPath } from "../../diff/schema/schema-pair.js";
import { inOrder } from "../model/field-order.js";
import type { FieldEntry, FieldNode, FieldTable } from "../model/page.js";
import { fieldAnchor } from "../model/page.js";
import { descriptionHtml } from "./description.js";
import { factsHtml } from "./facts.js";
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

/**
 * The fields of an object as they are listed: required ones lead. Of the object itself those that
 * every object has are left out, and those that are sections.
 */
function orderedFields(table: FieldTable, node: number, path: string): readonly FieldEntry[] {
  const all = table.nodes[node]?.fields ?? [];
  if (path !== "") return inOrder(all);
  return inOrder(all.filter((entry) => !isUsual(table, entry) && !isSection(table, entry)));
}

/** Whether a field of the object itself is a section of its page: it has fields of its own. */
function isSection({ nodes }: FieldTable, [, index]: FieldEntry): boolean {
  return nodes[index]?.fields !== undefined;
}

/** The fields of the object itself that are sections of a page, such as `spec` and `status`. */
export function sectionsOf(table: FieldTable): readonly FieldEntry[] {
  const fields = inOrder(table.nodes[0]?.fields ?? []).filter((entry) => isSection(table, entry));
  const isStatus = ([name]: FieldEntry): boolean => name === "status";
  return [...fields.filter((entry) => !isStatus(entry)), ...fields.filter(isStatus)];
}

/** The fields of a node in the order in which they are listed. */
export function listedFields({ nodes }: FieldTable, node: number): readonly FieldEntry[] {
  return inOrder(nodes[node]?.fields ?? []);
}

/** The fields of the object itself that are listed without a section. */
export function looseFields(table: FieldTable): readonly FieldEntry[] {
  return orderedFields(table, 0, "");
}

const required = new WeakMap<FieldTable, readonly boolean[]>();

/** By node: whether anything below it is required. What is below a node comes behind it. */
function requiredBelow(table: FieldTable): readonly boolean[] {
  let found = required.get(table);
  if (found === undefined) {
    const made: boolean[] = [];
    for (let index = table.nodes.length - 1; index >= 0; index--) {
      const { fields = [] } = table.nodes[index] ?? {};
      made[index] = fields.some(([, below, isOne]) => isOne === 1 || made[below] === true);
    }
    required.set(table, (found = made));
  }
  return found;
}

/** A section of a page: a field of the object itself with its own fields, which are not folded. */
export function fieldSection(table: FieldTable, entry: FieldEntry, levels: number): Hole {
  const [name, index, isRequired] = entry;
  const node = table.nodes[index];
  if (node === undefined) return undefined;
  const anchor = fieldAnchor(name);
  const below = `${name}${node.steps ?? ""}`;
  const fields = node.fields ?? [];
  const needed = fields.filter(([, , one]) => one === 1).length;
  const place = { table, node: 0, path: "", levels, from: 0 };
  return html`<section class="part field" id="${anchor}" data-node="${index}" data-path="${name}">
    <h2 class="head">
      <a class="name" href="#${anchor}">${name}</a>
      ${node.type !== "object" && html`<span class="type">${node.type}</span>`}
      ${isRequired === 1 && html`<span class="required">required</span>`}
      <small>${plural(fields.length, "field")}${needed > 0 && `, ${needed} required`}</small>
    </h2>
    ${descriptionHtml(node.description ?? "", linksOf(place, node, index, name))}
    ${factsHtml(node, table.kubectl?.[name])}
    <ul class="tree">
      ${fieldItems({ table, node: index, path: below, levels: levels - 1, from: 0 })}
    </ul>
  </section> `;
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

function fieldItem(place: FieldListPlace, [name, index, isRequired]: FieldEntry): Hole {
  const node = place.table.nodes[index];
  if (node === undefined) return undefined;
  const path = fieldPath(place.path, name);
  const anchor = fieldAnchor(path);
  const isNeeded = isRequired === 1 || requiredBelow(place.table)[index] === true;
  const classes = `field${isNeeded ? "" : " optional"}${isDeprecated(node) ? " old" : ""}`;
  return html`<li class="${classes}" id="${anchor}" data-node="${index}" data-path="${path}">
    ${headHtml(anchor, name, node, isRequired === 1)}
    ${descriptionHtml(node.description ?? "", linksOf(place, node, index, path))}
    ${factsHtml(node, place.table.kubectl?.[path])}
    ${belowHtml(place, node, index, path, isRequired === 1)}
  </li> `;
}

/** The first line of a field: its name, which is its link, its type, and marks. */
export function headHtml(anchor: string, name: string, node: FieldNode, isRequired: boolean): Hole {
  const format = node.constraints?.find(([label]) => label === "Format")?.[1];
  return html`<div class="head">
    <a class="name" href="#${anchor}">${name}</a>
    <span class="type"
      >${node.type}${format !== undefined && html` <span>${format.replace("format ", "")}</span>`}</span
    >
    ${isRequired && html`<span class="required">required</span>`}
    ${isDeprecated(node) && html`<span class="badge old">deprecated</span>`}
  </div>`;
}

/** Whether a text or a line of the description of a field says first that it is deprecated. */
export function isDeprecated({ description }: FieldNode): boolean {
  return description !== undefined && /^\W*deprecated\b *[:.(-]/im.test(description);
}

function linksOf(place: FieldListPlace, node: FieldNode, index: number, path: string): FieldLinks {
  const below = `${path}${node.steps ?? ""}`;
  return fieldLinks(place.table, [index, below], [place.node, place.path]);
}

/** So many names of fields stand beside their number at most. */
const namesShown = 12;

/** The fields of a field; those of one that is not required are folded. */
function belowHtml(
  place: FieldListPlace,
  node: FieldNode,
  index: number,
  path: string,
  isRequired: boolean,
): Hole {
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
  const isOpen = isMade && isRequired;
  return html`<details
    class="fields"
    data-node="${index}"
    data-path="${below}"
    ${isOpen && html`open`}
  >
    <summary>
      <b>${plural(count, "field")}</b><span class="heard"> of ${below}</span>
      <span class="names-below"
        >${inOrder(node.fields ?? [])
          .slice(0, namesShown)
          .map(([name]) => `${name} `)}</span
      >
    </summary>
    <ul>
      ${isMade && fieldItems(inner)}
    </ul>
  </details>`;
}
