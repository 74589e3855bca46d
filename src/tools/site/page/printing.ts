import { all } from "./elements.js";

/** What is folded is printed too, as far as the page has it, and folded again afterwards. */
export function installPrinting(): void {
  let opened: readonly HTMLDetailsElement[] = [];
  window.addEventListener("beforeprint", () => {
    opened = all<HTMLDetailsElement>("details:not([open], .source)");
    for (const details of opened) details.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const details of opened) details.open = false;
    opened = [];
  });
}
