import type { Html } from "../../docs/html/html.js";
import { html } from "../../docs/html/html.js";
import { fieldAnchor } from "../../docs/model/field-anchor.js";
import type { FieldSearch, SearchHit } from "../../docs/search/find-fields.js";
import { createSearch } from "../../docs/search/find-fields.js";
import { append, around, fill, part } from "./elements.js";
import { loadData } from "./load-data.js";

/** So many hits are shown at first, and so many times more whenever the end is in sight. */
const shownAtFirst = 50;
const growth = 4;
/** In CSS pixels. */
const endInSight = 300;

/** What was looked for. */
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

/** A combobox with a list, as the ARIA authoring practices describe it. */
class SearchBox {
  readonly #box: HTMLInputElement;
  readonly #list: HTMLElement;
  readonly #count: HTMLElement;
  readonly #root = document.documentElement.dataset["root"] ?? "./";
  #search: Promise<FieldSearch> | undefined;
  #found: Found | undefined;
  #active = -1;

  constructor(box: HTMLInputElement, list: HTMLElement, count: HTMLElement) {
    this.#box = box;
    this.#list = list;
    this.#count = count;
  }

  install(): void {
    const update = (): void => void this.#update();
    this.#box.addEventListener("input", update);
    this.#box.addEventListener("focus", update);
    this.#box.addEventListener("keydown", (event) => {
      this.#onKey(event);
    });
    // A click would take the focus away before it counts.
    this.#list.addEventListener("mousedown", (event) => {
      event.preventDefault();
    });
    this.#list.addEventListener("click", (event) => {
      const option = around(event, "[role=option]");
      if (option !== undefined) this.#follow(option);
    });
    this.#list.addEventListener("scroll", () => {
      const { scrollTop, clientHeight, scrollHeight } = this.#list;
      if (scrollTop + clientHeight > scrollHeight - endInSight) this.#showMore();
    });
    this.#box.addEventListener("blur", () => {
      this.#close();
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "/" && !isTyping(event)) {
        event.preventDefault();
        this.#box.focus();
      }
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
      this.#show(hits, total);
    } catch {
      this.#search = undefined;
      this.#count.textContent = "The index of fields cannot be loaded.";
    }
  }

  #show(hits: readonly SearchHit[], total: number): void {
    fill(this.#list, optionsHtml(hits, 0));
    this.#list.hidden = hits.length === 0;
    this.#list.scrollTop = 0;
    this.#box.setAttribute("aria-expanded", String(hits.length > 0));
    this.#count.textContent = countText(total, hits.length);
    this.#activate(-1);
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
    this.#list.hidden = true;
    this.#box.setAttribute("aria-expanded", "false");
    this.#count.textContent = "";
    this.#activate(-1);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key === "ArrowDown" && this.#active === this.#list.children.length - 1) {
      this.#showMore();
    }
    const last = this.#list.hidden ? -1 : this.#list.children.length - 1;
    if (event.key === "Escape") {
      if (last < 0) this.#box.value = "";
      this.#close();
    } else if (event.key === "Enter" && last >= 0) {
      const option = this.#list.children[Math.max(0, this.#active)];
      if (option instanceof HTMLElement) this.#follow(option);
    } else if (event.key === "ArrowDown" && last >= 0) {
      this.#activate(this.#active >= last ? 0 : this.#active + 1);
    } else if (event.key === "ArrowUp" && last >= 0) {
      this.#activate(this.#active <= 0 ? last : this.#active - 1);
    } else {
      return;
    }
    event.preventDefault();
  }

  #activate(index: number): void {
    this.#list.children[this.#active]?.setAttribute("aria-selected", "false");
    this.#active = index;
    const option = this.#list.children[index];
    if (option === undefined) {
      this.#box.removeAttribute("aria-activedescendant");
      return;
    }
    option.setAttribute("aria-selected", "true");
    option.scrollIntoView({ block: "nearest" });
    this.#box.setAttribute("aria-activedescendant", option.id);
  }

  #follow(option: HTMLElement): void {
    this.#close();
    this.#box.blur();
    location.assign(this.#root + (option.dataset["href"] ?? ""));
  }
}

function countText(total: number, shown: number): string {
  const more = total > shown ? `; the first ${shown} are shown` : "";
  return `${total} field${total === 1 ? "" : "s"}${more}`;
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

function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches("input, textarea, select, #editor *, #editor");
}
