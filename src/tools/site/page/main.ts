import type { FieldTable } from "../../docs/model/page.js";
import { CodeColumn } from "./code-column.js";
import { all, part } from "./elements.js";
import { installFilter } from "./field-filter.js";
import { FieldTree, followAnchor } from "./field-tree.js";
import { installFollowing } from "./following.js";
import { installKeys } from "./keys.js";
import { installKinds } from "./kinds.js";
import { installDataLoader } from "./load-data.js";
import { installSearch } from "./search.js";
import { installTheme } from "./theme.js";

installDataLoader();
installSearch();
installKinds();
installTheme();
installKeys(tell);
installFields();
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

/** Makes the button work that copies the code that is shown. */
function installCopying(column: CodeColumn): void {
  const button = part("copy", HTMLButtonElement);
  button?.addEventListener("click", () => {
    const shown = column.shown();
    if (shown !== undefined) void copy(shown.text, shown.element, button);
  });
}

async function copy(text: string, element: HTMLElement, button: HTMLElement): Promise<void> {
  const isCopied = await toClipboard(text, element);
  button.textContent = isCopied ? "Copied" : "Press Ctrl+C";
  setTimeout(() => {
    button.textContent = "Copy";
  }, 2000);
}

/** Where the page may not write to the clipboard, the text is selected. */
async function toClipboard(text: string, element: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection()?.selectAllChildren(element);
    return false;
  }
}

/** Makes the tree of fields, and what follows it, work where the page has one. */
function installFields(): void {
  const root = part("tree", HTMLDivElement);
  const data = part("data", HTMLScriptElement);
  if (root === undefined || data === undefined) {
    installFollowing(undefined);
    return;
  }
  const table = JSON.parse(data.textContent) as FieldTable; // the page's own data
  const tree = new FieldTree(root, table);
  const column = new CodeColumn(table);
  installFilter(table, tell);
  installExpanding(tree);
  installRequired(root, tree);
  installCopying(column);
  installFollowing(column);
  const follow = (): void => {
    followAnchor(tree, table);
  };
  follow();
  window.addEventListener("hashchange", follow);
}

/** One button opens all lists of fields, and then closes them. */
function installExpanding(tree: FieldTree): void {
  const button = part("expand", HTMLButtonElement);
  let running: AbortController | undefined;
  button?.addEventListener("click", () => {
    if (running !== undefined) {
      running.abort();
      running = undefined;
      button.textContent = "Expand all";
      tree.closeAll();
      tell("all sections closed");
      return;
    }
    running = new AbortController();
    button.textContent = "Collapse all";
    void tree.openAll(running.signal, (count) => {
      tell(count === 1 ? "1 section opened" : `${count} sections opened`);
    });
  });
}

/** A button hides what is not required, with nothing required in it. */
function installRequired(root: HTMLElement, tree: FieldTree): void {
  const button = part("required", HTMLButtonElement);
  button?.addEventListener("click", () => {
    const isOn = root.classList.toggle("needed-only");
    button.setAttribute("aria-pressed", String(isOn));
    if (isOn) tree.openRequired();
    tell(isOn ? "Fields that are required, and those around them" : "");
  });
}
