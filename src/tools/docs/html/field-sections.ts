import type { FieldTable, VersionPage } from "../model/page.js";
import {
  batch,
  fieldItems,
  fieldSection,
  looseFields,
  sectionsOf,
  usualFieldsHtml,
} from "./field-list.js";
import type { Hole } from "./html.js";
import { html } from "./html.js";

/** So many fields are in the markup at most, unless the sections alone have more. */
const budget = 1000;

/** All fields of a version with the tools to look for them: a section for each outer one. */
export function fieldsHtml({ fields: table, kind }: VersionPage): Hole {
  const hasFields = (table.nodes[0]?.fields?.length ?? 0) > 0;
  if (!hasFields) return html`<p>Of its fields nothing is known.</p>`;
  const { levels, isWhole } = shownLevels(table);
  const loose = looseFields(table);
  return html`${toolsHtml(kind)}
    ${!isWhole && html`<noscript><p>Without scripts only the first levels are shown.</p></noscript>`}
    <div id="section:tree">
      ${
        loose.length > 0 &&
        html`<ul class="tree">
          ${fieldItems({ table, node: 0, path: "", levels, from: 0 })}
        </ul>`
      }
      ${sectionsOf(table).map((entry) => fieldSection(table, entry, levels))}
    </div>
    ${usualFieldsHtml(table)}`;
}

function toolsHtml(kind: string): Hole {
  return html`<div class="tools needs-script">
      <input
        id="section:filter"
        type="search"
        placeholder="Filter the fields of ${kind}"
        aria-label="Filter the fields of this page"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
      />
      <button type="button" id="section:required" aria-pressed="false">Required only</button>
      <button type="button" id="section:expand">Expand all</button>
      <p id="section:told" role="status"></p>
    </div>
    <ol id="section:found" class="found" aria-label="Fields found on this page" hidden></ol>`;
}

/** How many levels of fields the budget allows: sections and their fields at least. */
function shownLevels({ nodes }: FieldTable): {
  readonly levels: number;
  readonly isWhole: boolean;
} {
  let level = new Map<number, number>([[0, 1]]);
  let places = 0;
  for (let levels = 0; ; levels++) {
    const below = new Map<number, number>();
    for (const [index, count] of level) {
      for (const [, node] of nodes[index]?.fields?.slice(0, batch) ?? []) {
        below.set(node, (below.get(node) ?? 0) + count);
      }
    }
    places += [...below.values()].reduce((sum, count) => sum + count, 0);
    if (below.size === 0) return { levels: Math.max(least, levels), isWhole: true };
    if (places > budget || levels === deepest)
      return { levels: Math.max(least, levels), isWhole: false };
    level = below;
  }
}

const least = 2;

/** Browsers flatten markup that is nested much deeper. */
const deepest = 24;
