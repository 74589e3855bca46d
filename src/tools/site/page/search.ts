import { plural } from "../../../crd/diagnostics/wording.js";
import type { Html } from "../../docs/html/html.js";
import { html } from "../../docs/html/html.js";
import { fieldAnchor } from "../../docs/model/page.js";
import type { FieldSearch, SearchHit } from "../../docs/search/find-fields.js";
import { createSearch } from "../../docs/search/find-fields.js";
import { Combobox } from "./combobox.js";
import { append, fill, part } from "./elements.js";
import { loadData } from "./load-data.js";

/** So many hits are shown at first, and so many times more whenever the end is in sight. */
const shownAtFirst = 50;
const growth = 4;
/** In CSS pixels. */
const endInSight = 300;

/** The search that was done. */
interface Found {
  readonly search: FieldSearch;
  readonly query: string;
  readonly total: number;
}

/** The search over all fields of the site, in the head of every page. */
export function installSearch(): void {
  const box = part("search", HTMLInputElement);
  const list = part("hits", HTMLDivElement);
  const count = part("hit-count", HTMLParagraphElement);
  if (box === undefined || list === undefined || count === undefined) return;
  new SearchBox(box, list, count).install();
}

class SearchBox {
  readonly #box: HTMLInputElement;
  readonly #list: HTMLElement;
  readonly #count: HTMLElement;
  readonly #combobox: Combobox;
  readonly #root = document.documentElement.dataset["root"] ?? "./";
  #search: Promise<FieldSearch> | undefined;
  #found: Found | undefined;

  constructor(box: HTMLInputElement, list: HTMLElement, count: HTMLElement) {
    this.#box = box;
    this.#list = list;
    this.#count = count;
    this.#combobox = new Combobox(box, list, {
      choose: (option) => {
        this.#close();
        box.blur();
        location.assign(this.#root + (option.dataset["href"] ?? ""));
      },
      leave: ({ type }) => {
        if (type !== "blur" && !this.#combobox.isOpen) box.value = "";
        this.#close();
      },
      more: () => {
        this.#showMore();
      },
    });
  }

  install(): void {
    const update = (): void => void this.#update();
    this.#box.addEventListener("input", update);
    this.#box.addEventListener("focus", update);
    this.#list.addEventListener("scroll", () => {
      const { scrollTop, clientHeight, scrollHeight } = this.#list;
      if (scrollTop + clientHeight > scrollHeight - endInSight) this.#showMore();
    });
  }

  async #update(): Promise<void> {
    const query = this.#box.value.trim();
    if (query === "") {
      this.#close();
      return;
    }
    try {
      this.#search ??= loadData("search", this.#root).then(createSearch);
      const search = await this.#search;
      // Somebody typed on while the index was loaded.
      if (query !== this.#box.value.trim() || document.activeElement !== this.#box) return;
      const { total, hits } = search.find(query, shownAtFirst);
      this.#found = { search, query, total };
      fill(this.#list, optionsHtml(hits, 0));
      if (hits.length > 0) this.#combobox.show();
      else this.#combobox.close();
      this.#count.textContent = countText(total, hits.length);
    } catch {
      this.#search = undefined;
      this.#count.textContent = "The index of fields cannot be loaded.";
    }
  }

  #showMore(): void {
    const before = this.#list.children.length;
    if (this.#found === undefined || this.#list.hidden || before >= this.#found.total) return;
    const { search, query, total } = this.#found;
    const { hits } = search.find(query, before * growth);
    append(this.#list, optionsHtml(hits.slice(before), before));
    this.#count.textContent = countText(total, hits.length);
  }

  #close(): void {
    this.#combobox.close();
    this.#count.textContent = "";
  }
}

function countText(total: number, shown: number): string {
  const more = total > shown ? `; the first ${shown} are shown` : "";
  return plural(total, "field") + more;
}

/** @param before how many options stand before these */
function optionsHtml(hits: readonly SearchHit[], before: number): Html {
  return html`${hits.map((hit, index) => optionHtml(hit, before + index))}`;
}

function optionHtml(hit: SearchHit, index: number): Html {
  const { path, kind, group, version } = hit;
  const href = path === "" ? hit.href : `${hit.href}#${fieldAnchor(path)}`;
  return html`<div
    role="option"
    id="section:hit-${index}"
    aria-selected="false"
    data-href="${href}"
  >
    <code>${path === "" ? kind : path}</code>
    <span class="where">${kind} ${group}/${version}</span>
  </div>`;
}
