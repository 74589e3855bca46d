import type { SiteFrame } from "./frame.js";

/**
 * The page that the editor fills, as the text of an HTML file. The element `<div id="editor">` is
 * the editor's.
 */
export function editorPageHtml(frame: SiteFrame): string {
  return frame.title;
}
