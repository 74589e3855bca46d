import { plural } from "../../../crd/diagnostics/wording.js";
import { fieldPath } from "../../diff/schema/schema-pair.js";
import { html } from "../../docs/html/html.js";
import type { FieldTable } from "../../docs/model/page.js";
import { fieldAnchor } from "../../docs/model/page.js";
import { fill, part } from "./elements.js";

/** So many fields are shown at most. */
const shown = 200;

interface PlacedField {
  readonly path: string;
  readonly lower: string;
  readonly node: number;
}

/** The box that shows the fields of a page whose paths have some text. */
export function installFilter(table: FieldTable, tell: (text: string) => void): void {
  const box = part("filter", HTMLInputElement);
  const list = part("found", HTMLOListElement);
  const tree = part("tree", HTMLDivElement);
  if (box === undefined || list === undefined || tree === undefined) return;
  let places: readonly PlacedField[] | undefined;
  const update = (): void => {
    const query = box.value.trim().toLowerCase();
    list.hidden = query === "";
    tree.hidden = query !== "";
    if (query === "") {
      tell("");
      return;
    }
    places ??= allPlaces(table);
    const found = places.filter(({ lower }) => lower.includes(query));
    const more = found.length > shown ? `; the first ${shown} are shown` : "";
    tell(plural(found.length, "field") + more);
    fill(list, html`${found.slice(0, shown).map((place) => foundItem(place, table))}`);
  };
  const clear = (): void => {
    box.value = "";
    update();
  };
  box.addEventListener("input", update);
  box.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") clear();
  });
  // The tree has to be there before the browser looks for the field.
  list.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("a") !== null) setTimeout(clear);
  });
  window.addEventListener("hashchange", clear);
}

function foundItem({ path, node }: PlacedField, { nodes }: FieldTable) {
  return html`<li>
    <a href="#${fieldAnchor(path)}"><code>${path}</code></a>
    <span class="type">${nodes[node]?.type}</span>
  </li>`;
}

/** Every place of every field, the outer ones first. */
function allPlaces({ nodes }: FieldTable): readonly PlacedField[] {
  const places: PlacedField[] = [{ path: "", lower: "", node: 0 }];
  // The list grows as it is read.
  for (const { path, node } of places) {
    const { fields = [], steps = "" } = nodes[node] ?? {};
    for (const [name, below] of fields) {
      const inner = fieldPath(path + steps, name);
      places.push({ path: inner, lower: inner.toLowerCase(), node: below });
    }
  }
  return places.slice(1);
}
