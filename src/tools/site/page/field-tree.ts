import { fieldPath } from "../../diff/schema/schema-pair.js";
import { fieldItems } from "../../docs/html/field-list.js";
import type { FieldTable } from "../../docs/model/page.js";
import { fieldAnchor } from "../../docs/model/page.js";
import { askFor } from "./asked-field.js";
import { all, around, fill } from "./elements.js";

/** So many lists are opened at once at most. */
const most = 300;

/** Makes the parts of the tree that the markup does not have, when they are opened. */
export class FieldTree {
  readonly #root: HTMLElement;
  readonly #table: FieldTable;

  constructor(root: HTMLElement, table: FieldTable) {
    this.#root = root;
    this.#table = table;
    // The event does not bubble.
    root.addEventListener(
      "toggle",
      (event) => {
        this.#onToggle(event);
      },
      true,
    );
    root.addEventListener("click", (event) => {
      this.#onClick(event);
    });
  }

  /** Opens a list of fields; its items are there afterwards. */
  open(details: HTMLDetailsElement): void {
    this.#make(details);
    details.open = true;
  }

  /** Adds a batch of fields to the list that a button belongs to. */
  addMore(button: HTMLElement): void {
    const { node = "", path = "", from = "" } = button.dataset;
    const place = { table: this.#table, node: Number(node), path, levels: 1, from: Number(from) };
    const item = button.closest("li");
    if (item === null) return;
    const hadFocus = button === document.activeElement;
    const added = document.createElement("template");
    fill(added, fieldItems(place));
    const first = added.content.querySelector<HTMLElement>(".name");
    item.replaceWith(added.content);
    if (hadFocus) first?.focus();
  }

  /** Opens the lists in which a field is required, as far as they are many. */
  openRequired(): void {
    const closed = (): readonly HTMLDetailsElement[] =>
      all<HTMLDetailsElement>(".field:not(.optional) > details.fields:not([open])", this.#root);
    let count = 0;
    for (let lists = closed(); lists.length > 0 && count < most; lists = closed()) {
      for (const details of lists.slice(0, most - count)) this.open(details);
      count += lists.length;
    }
  }

  /** The list of fields that are below a path, where it is made. */
  listBelow(element: Element): HTMLDetailsElement | undefined {
    return element.querySelector<HTMLDetailsElement>(":scope > details.fields") ?? undefined;
  }

  /**
   * Opens all lists, in steps that leave the browser time to answer; stops when told so.
   *
   * @param told hears how many lists are open
   */
  async openAll(signal: AbortSignal, told: (count: number) => void): Promise<void> {
    let count = 0;
    for (let closed = this.#closed(); closed.length > 0; closed = this.#closed()) {
      for (const details of closed) {
        this.open(details);
        count++;
        if (count % 40 > 0) continue;
        told(count);
        await nextFrame();
        if (signal.aborted) return;
      }
    }
    told(count);
  }

  closeAll(): void {
    for (const details of all("details[open]", this.#root)) {
      details.removeAttribute("open");
    }
  }

  #closed(): readonly HTMLDetailsElement[] {
    return all<HTMLDetailsElement>("details.fields:not([open])", this.#root);
  }

  #onToggle({ target }: Event): void {
    if (target instanceof HTMLDetailsElement && target.open) this.#make(target);
  }

  #onClick(event: Event): void {
    const button = around(event, ".more button");
    if (button !== undefined) this.addMore(button);
  }

  #make(details: HTMLDetailsElement): void {
    if (!details.classList.contains("fields")) return;
    const list = details.querySelector(":scope > ul");
    if (list?.firstElementChild !== null) return;
    const { node = "", path = "" } = details.dataset;
    fill(list, fieldItems({ table: this.#table, node: Number(node), path, levels: 1, from: 0 }));
  }
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      resolve();
    });
  });
}

/** Opens the way to the field that the address names, and shows it. */
export function followAnchor(tree: FieldTree, table: FieldTable): void {
  const anchor = decode(location.hash.slice(1));
  const way = anchor === "" || anchor.startsWith("section:") ? [] : wayTo(anchor, table);
  way.forEach((path, index) => {
    const item = itemOf(tree, path, index === 0);
    const list = item === undefined ? undefined : tree.listBelow(item);
    const isLast = index === way.length - 1;
    if (list !== undefined && !isLast) tree.open(list);
  });
  const target = way.length === 0 ? null : document.getElementById(anchor);
  if (target !== null) askFor(target);
}

/** The paths of a field and of those around it, from the outermost; empty where there is none. */
function wayTo(anchor: string, { nodes }: FieldTable): readonly string[] {
  const way: string[] = [];
  let node = nodes[0];
  let path = "";
  for (;;) {
    const inside: string = path + (node?.steps ?? "");
    const found = node?.fields?.find(([name]) => {
      const candidate = fieldAnchor(fieldPath(inside, name));
      return anchor === candidate || /^[.[]/.test(rest(anchor, candidate));
    });
    if (found === undefined) return [];
    path = fieldPath(inside, found[0]);
    way.push(path);
    if (fieldAnchor(path) === anchor) return way;
    node = nodes[found[1]];
  }
}

function rest(anchor: string, start: string): string {
  return anchor.startsWith(start) ? anchor.slice(start.length) : "";
}

/** Lists that are long show their fields in batches. */
function itemOf(tree: FieldTree, path: string, isOutermost: boolean): HTMLElement | undefined {
  const id = fieldAnchor(path);
  for (;;) {
    const item = document.getElementById(id);
    if (item !== null) return item;
    const selector = isOutermost ? "#section\\:tree > ul > .more > button" : ".more > button";
    const button = all(selector).find(({ dataset }) => {
      return path.startsWith(dataset["path"] ?? "");
    });
    if (button === undefined) return undefined;
    tree.addMore(button);
  }
}

function decode(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}
