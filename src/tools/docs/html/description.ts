import type { Hole } from "./html.js";
import { html } from "./html.js";
import type { FieldLinks } from "./prose-html.js";
import { proseHtml } from "./prose-html.js";

/** So much of a description stands open, in UTF-16 units. */
const shown = 700;

/** An untrusted text as prose; what is long is folded. */
export function descriptionHtml(text: string, links: FieldLinks): Hole {
  const trimmed = text.replace(/^(?:[^\S\n]*\n)+/, "").trimEnd();
  if (trimmed === "") return undefined;
  const cut = cutOf(trimmed);
  const first = html`<div class="text" dir="auto">${proseHtml(trimmed.slice(0, cut), links)}</div>`;
  if (cut === trimmed.length) return first;
  return html`${first}
    <details class="more-text">
      <summary>Read more</summary>
      <div class="text" dir="auto">${proseHtml(trimmed.slice(cut), links)}</div>
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
