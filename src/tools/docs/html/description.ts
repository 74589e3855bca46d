import type { Hole } from "./html.js";
import { html } from "./html.js";

/** So much of a description stands open, in UTF-16 units. */
const shown = 700;

/** An untrusted text with its line breaks; what is long is folded. */
export function descriptionHtml(text: string): Hole {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  const cut = cutOf(trimmed);
  if (cut === trimmed.length) return html`<div class="description">${trimmed}</div>`;
  return html`<div class="description">${trimmed.slice(0, cut)}</div>
    <details class="more-text">
      <summary>More</summary>
      <div class="description">${trimmed.slice(cut).trimStart()}</div>
    </details>`;
}

/** Behind a paragraph, else a sentence, else a word. */
function cutOf(text: string): number {
  // A few words are not worth a fold.
  if (text.length <= shown * 1.2) return text.length;
  const start = text.slice(0, shown);
  for (const end of [/[^]*\n(?=\s*\n)/, /[^]*[.!?:](?=\s)/, /[^]*(?=\s)/]) {
    const length = end.exec(start)?.[0].length ?? 0;
    if (length > shown / 3) return length;
  }
  return /[\uD800-\uDBFF]$/.test(start) ? shown - 1 : shown;
}
