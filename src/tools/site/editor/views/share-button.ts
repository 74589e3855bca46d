import { button, element } from "../dom.js";
import { sharedWorkOf, writeFragment } from "../state/share-link.js";
import type { EditorStore } from "../state/state.js";

/** Copies a link that holds all that is edited. */
export function createShareButton(store: EditorStore): HTMLElement {
  const link = element("input", {
    type: "text",
    readonly: true,
    hidden: true,
    "aria-label": "Link to copy",
  });
  const share = async (): Promise<void> => {
    const url = new URL(location.href);
    url.hash = await writeFragment(sharedWorkOf(store.get()));
    link.value = url.href;
    link.hidden = await copy(url.href);
    if (!link.hidden) link.select();
    store.update({
      notice: link.hidden
        ? `The link is copied. It holds the texts themselves (${url.href.length} characters); nothing was sent.`
        : "The browser does not let the page copy. Copy the link from the field.",
    });
  };
  return element(
    "span",
    { class: "share" },
    button("Copy link", () => void share()),
    link,
  );
}

/** Whether the browser has copied the text. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // pages without https may not copy, and users may forbid it
  }
}
