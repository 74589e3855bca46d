import type { FieldTable } from "../model/page.js";
import { batch, fieldItems } from "./field-list.js";
import type { Hole } from "./html.js";
import { html } from "./html.js";

/** So many fields are in the markup at most, unless the first level alone has more. */
const budget = 1000;

/** The tree of fields with its tools. */
export function fieldsSection(table: FieldTable): Hole {
  const hasFields = (table.nodes[0]?.fields?.length ?? 0) > 0;
  return html`<section aria-labelledby="section:fields">
    <h2 id="section:fields">Fields</h2>
    ${hasFields ? treeHtml(table) : html`<p>Of its fields nothing is known.</p>`}
  </section>`;
}

function treeHtml(table: FieldTable): Hole {
  const { levels, isWhole } = shownLevels(table);
  const list = fieldItems({ table, node: 0, path: "", levels, from: 0 });
  return html`<div class="tools needs-script">
      <label for="section:filter">Find a field on this page</label>
      <input id="section:filter" type="search" autocomplete="off" spellcheck="false" />
      <button type="button" id="section:expand">Expand all</button>
      <button type="button" id="section:collapse">Collapse all</button>
      <p id="section:told" role="status"></p>
    </div>
    <ol id="section:found" class="found" aria-label="Fields found on this page" hidden></ol>
    ${!isWhole && html`<noscript><p>Without scripts only the first levels are shown.</p></noscript>`}
    <ul id="section:tree" class="tree">
      ${list}
    </ul>`;
}

/** How many levels of fields the budget allows. */
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
    if (below.size === 0) return { levels: Math.max(1, levels), isWhole: true };
    if (places > budget || levels === deepest)
      return { levels: Math.max(1, levels), isWhole: false };
    level = below;
  }
}

/** Browsers flatten markup that is nested much deeper. */
const deepest = 24;
