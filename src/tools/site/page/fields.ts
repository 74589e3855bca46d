import type { FieldTable } from "../../docs/model/page.js";
import { part } from "./elements.js";
import { installFilter } from "./field-filter.js";
import { FieldTree } from "./field-tree.js";
import { followAnchor } from "./follow-anchor.js";

/** Makes the tree of fields work, where the page has one. */
export function installFields(): void {
  const root = part("tree", HTMLUListElement);
  const data = part("data", HTMLScriptElement);
  if (root === undefined || data === undefined) return;
  const table = JSON.parse(data.textContent) as FieldTable; // the page's own data
  const tree = new FieldTree(root, table);
  const told = part("told", HTMLParagraphElement);
  const tell = (text: string): void => {
    if (told !== undefined) told.textContent = text;
  };
  installFilter(table, tell);
  installExpanding(tree, tell);
  const follow = (): void => {
    followAnchor(tree, table);
  };
  follow();
  window.addEventListener("hashchange", follow);
}

function installExpanding(tree: FieldTree, tell: (text: string) => void): void {
  let running = new AbortController();
  const stop = (): AbortSignal => {
    running.abort();
    running = new AbortController();
    return running.signal;
  };
  part("expand", HTMLButtonElement)?.addEventListener("click", () => {
    void tree.openAll(stop(), (count) => {
      tell(count === 1 ? "1 section opened" : `${count} sections opened`);
    });
  });
  part("collapse", HTMLButtonElement)?.addEventListener("click", () => {
    stop();
    tree.closeAll();
    tell("all sections closed");
  });
}
