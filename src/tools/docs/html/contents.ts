import { fieldPath } from "../../diff/schema/schema-pair.js";
import type { FieldEntry, FieldTable, VersionPage } from "../model/page.js";
import { fieldAnchor } from "../model/page.js";
import { batch, isDeprecated, listedFields, looseFields, sectionsOf } from "./field-list.js";
import type { Hole } from "./html.js";
import { html } from "./html.js";

/** A part of a page that has no fields: its id behind `section:`, and its title. */
export type PagePart = readonly [id: string, title: string];

/** The contents of the page of a version: its sections with their fields, and its other parts. */
export function contentsHtml({ fields }: VersionPage, parts: readonly PagePart[]): Hole {
  return html`<h2>On this page</h2>
    <ul>
      <li><a href="#section:main">Overview</a></li>
      ${looseFields(fields).map((entry) => fieldItem(fields, "", entry))}
      ${sectionsOf(fields).map((entry) => sectionItem(fields, entry))}
      ${parts.map(([id, title]) => html`<li><a href="#section:${id}">${title}</a></li> `)}
    </ul>`;
}

function sectionItem(table: FieldTable, [name, index]: FieldEntry): Hole {
  const node = table.nodes[index];
  const fields = listedFields(table, index);
  const rest = fields.length - batch;
  const below = `${name}${node?.steps ?? ""}`;
  return html`<li>
    <a href="#${fieldAnchor(name)}"
      ><code>${name}</code><span class="count">${fields.length}</span></a
    >
    <ul>
      ${fields.slice(0, batch).map((entry) => fieldItem(table, below, entry))}
      ${rest > 0 && html`<li class="rest">and ${rest} more</li>`}
    </ul>
  </li> `;
}

function fieldItem(table: FieldTable, front: string, [name, index, required]: FieldEntry): Hole {
  const node = table.nodes[index];
  const isOld = node !== undefined && isDeprecated(node);
  return html`<li>
    <a href="#${fieldAnchor(fieldPath(front, name))}" class="${isOld ? "of-field old" : "of-field"}"
      >${name}${required === 1 && html`<span class="dot"></span><span class="heard"> required</span>`}</a
    >
  </li> `;
}
