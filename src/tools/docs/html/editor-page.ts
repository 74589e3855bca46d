import type { SiteFrame } from "./frame.js";
import { html } from "./html.js";
import { pageHtml } from "./page-frame.js";

/**
 * The page that the editor fills, as the text of an HTML file. The element `<div id="editor">` is
 * the editor's, which SystemJS loads.
 */
export function editorPageHtml(frame: SiteFrame): string {
  return pageHtml(
    {
      href: "editor.html",
      title: "Editor",
      main: html`<h1>Editor</h1>
        <div id="editor">
          <noscript><p>The editor needs scripts.</p></noscript>
        </div>`,
      styles: ["editor.css"],
      scripts: ["editor/loader.js"],
      modules: ["editor/main.js"],
    },
    frame,
  );
}
