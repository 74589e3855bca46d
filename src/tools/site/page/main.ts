import type { FieldTable } from "../../docs/model/page.js";
import { installCode } from "./code-column.js";
import { all, around, part } from "./elements.js";
import { installFilter } from "./field-filter.js";
import { FieldTree, followAnchor } from "./field-tree.js";
import { installKeys } from "./keys.js";
import { installDataLoader } from "./load-data.js";
import { installSearch } from "./search.js";
import { installTheme } from "./theme.js";

installDataLoader();
installSearch();
installTheme();
installKeys(tell);
installFields();
installCopying();
installPrinting();

/** Says what was done, where the page has a place for it. */
function tell(text: string): void {
  const told = part("told", HTMLParagraphElement);
  if (told !== undefined) told.textContent = text;
}

/** Unfolds everything to print it, as far as the page has it, and folds it again afterwards. */
function installPrinting(): void {
  let opened: readonly HTMLDetailsElement[] = [];
  window.addEventListener("beforeprint", () => {
    opened = all<HTMLDetailsElement>("details:not([open])");
    for (const details of opened) details.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const details of opened) details.open = false;
    opened = [];
  });
}

/** Makes the buttons work that copy a text of the page. */
function installCopying(): void {
  document.addEventListener("click", (event) => {
    const button = around(event, "button[data-copies]");
    if (button === undefined) return;
    const source = document.getElementById(button.dataset["copies"] ?? "");
    if (source !== null) void copy(source, button);
  });
}

async function copy(source: HTMLElement, button: HTMLElement): Promise<void> {
  const isCopied = await toClipboard(source);
  button.textContent = isCopied ? "Copied" : "Press Ctrl+C";
  setTimeout(() => {
    button.textContent = "Copy";
  }, 2000);
}

/** Where the page may not write to the clipboard, the text is selected. */
async function toClipboard(source: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(source.textContent);
    return true;
  } catch {
    getSelection()?.selectAllChildren(source);
    return false;
  }
}

/** Makes the tree of fields work, where the page has one. */
function installFields(): void {
  const root = part("tree", HTMLUListElement);
  const data = part("data", HTMLScriptElement);
  if (root === undefined || data === undefined) return;
  const table = JSON.parse(data.textContent) as FieldTable; // the page's own data
  const tree = new FieldTree(root, table);
  installFilter(table, tell);
  installExpanding(tree);
  installCode(table);
  const follow = (): void => {
    followAnchor(tree, table);
  };
  follow();
  window.addEventListener("hashchange", follow);
}

function installExpanding(tree: FieldTree): void {
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
