import { plural } from "../../../crd/diagnostics/wording.js";
import { html } from "../../docs/html/html.js";
import { fieldAnchor } from "../../docs/model/page.js";
import type { FieldSearch } from "../../docs/search/find-fields.js";
import { createSearch } from "../../docs/search/find-fields.js";
import { all, fill, part } from "./elements.js";
import { loadData } from "./load-data.js";

/** So many fields are listed at most. */
const mostFields = 50;

interface ListedKind {
  readonly item: HTMLElement;
  readonly link: HTMLElement;
  readonly name: string;
  /** All that the list says of it, in small letters. */
  readonly words: string;
}

/**
 * The box of the first page: the list of kinds narrows as one types, and fields follow it. The best
 * hit is marked, and Enter opens it.
 */
export function installKinds(): void {
  const box = part("kinds", HTMLInputElement);
  if (box === undefined) return;
  const list = new KindList();
  const fields = new FieldHits();
  const update = (): void => {
    const query = box.value.trim().toLowerCase();
    const count = list.narrow(query);
    fields.search(query, count === 0);
    const found = query === "" ? "" : `${plural(count, "kind")}; Enter opens the first hit`;
    const told = part("hit-count", HTMLParagraphElement);
    if (told !== undefined) told.textContent = found;
  };
  box.addEventListener("input", update);
  box.addEventListener("keydown", ({ key }) => {
    if (key === "Enter") document.querySelector<HTMLElement>("main .first a")?.click();
    if (key !== "Escape") return;
    box.value = "";
    update();
  });
  // A screen keyboard would hide the list.
  if (matchMedia("(pointer: fine)").matches) box.focus({ preventScroll: true });
  // Some browsers keep what was typed.
  if (box.value !== "") update();
}

class KindList {
  readonly #groups: readonly { readonly element: HTMLElement; readonly kinds: ListedKind[] }[];
  #first: HTMLElement | undefined;

  constructor() {
    this.#groups = all<HTMLElement>(".group").map((element) => {
      const group = element.querySelector("h2 span")?.textContent.toLowerCase() ?? "";
      const kinds = all<HTMLElement>(".kind", element).flatMap((item): ListedKind[] => {
        const link = item.querySelector<HTMLElement>("h3 a");
        if (link === null) return [];
        const words = `${item.dataset["words"] ?? ""} ${group} ${item.textContent}`;
        const inLine = ` ${words.toLowerCase().replace(/\s+/g, " ")} `;
        return [{ item, link, name: link.textContent, words: inLine }];
      });
      return { element, kinds };
    });
  }

  /** Shows the kinds that a text names, and marks the best; returns how many there are. */
  narrow(query: string): number {
    let count = 0;
    let best = 0;
    let first: ListedKind | undefined;
    for (const { element, kinds } of this.#groups) {
      let isEmpty = true;
      for (const kind of kinds) {
        const rank = rankOf(kind, query);
        kind.item.hidden = rank === 0;
        if (rank === 0) continue;
        isEmpty = false;
        count++;
        if (rank > best) [best, first] = [rank, kind];
        underline(kind, query);
      }
      element.hidden = isEmpty;
    }
    this.#first?.classList.remove("first");
    this.#first = query === "" ? undefined : first?.item;
    this.#first?.classList.add("first");
    const none = part("none", HTMLParagraphElement);
    if (none !== undefined) none.hidden = count > 0;
    return count;
  }
}

/** How well a kind fits: its name is the text, begins so, holds it; or it is said with the kind. */
function rankOf({ name, words }: ListedKind, query: string): number {
  if (query === "") return 1;
  const lower = name.toLowerCase();
  if (lower === query) return 5;
  if (lower.startsWith(query)) return 4;
  if (lower.includes(query)) return 3;
  if (words.includes(` ${query} `)) return 2;
  return words.includes(query) ? 1 : 0;
}

function underline({ link, name }: ListedKind, query: string): void {
  const at = query === "" ? -1 : name.toLowerCase().indexOf(query);
  if (at < 0) {
    if (link.childElementCount > 0) link.textContent = name;
    return;
  }
  const end = at + query.length;
  fill(link, html`${name.slice(0, at)}<mark>${name.slice(at, end)}</mark>${name.slice(end)}`);
}

/** The fields that a text names, below the kinds. */
class FieldHits {
  readonly #root = document.documentElement.dataset["root"] ?? "./";
  #search: Promise<FieldSearch> | undefined;
  #query = "";

  search(query: string, isFirst: boolean): void {
    this.#query = query;
    void this.#update(query, isFirst);
  }

  /** @param isFirst no kind is before them */
  async #update(query: string, isFirst: boolean): Promise<void> {
    const section = part("fields", HTMLElement);
    const list = section?.querySelector("ol");
    if (section === undefined || !list) return;
    if (query.length < 2) {
      section.hidden = true;
      return;
    }
    try {
      this.#search ??= loadData("search", this.#root).then(createSearch);
      const search = await this.#search;
      if (query !== this.#query) return;
      const { total, hits } = search.find(query, mostFields);
      const fields = hits.filter(({ path }) => path !== "");
      section.hidden = fields.length === 0;
      const kinds = hits.length - fields.length;
      const count = section.querySelector("small");
      const told = total > mostFields ? `; the first ${fields.length} are shown` : "";
      if (count !== null) count.textContent = plural(total - kinds, "field") + told;
      fill(
        list,
        html`${fields.map(
          ({ path, href, kind, group, version }, index) =>
            html`<li class="${isFirst && index === 0 ? "first" : ""}">
              <a href="${this.#root}${href}#${fieldAnchor(path)}"><code>${path}</code></a>
              <span class="where">${kind} ${group}/${version}</span>
            </li>`,
        )}`,
      );
    } catch {
      this.#search = undefined;
      section.hidden = true;
    }
  }
}
