import { around } from "./elements.js";

/** Makes the buttons work that copy a text of the page. */
export function installCopying(): void {
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
