import type { ExampleText, VersionPage } from "../model/page.js";
import type { SiteFrame } from "./frame.js";
import type { Hole } from "./html.js";
import { html } from "./html.js";
import { rootOf } from "./page-frame.js";

/** The minimal and the full example, each with a way into the editor. */
export function examplesSection(page: VersionPage, frame: SiteFrame): Hole {
  const { examples } = page;
  if (examples === undefined) return undefined;
  const href = frame.hasEditor ? `${rootOf(page.href)}editor.html#${editorFragment(page)}` : "";
  return html`<section aria-labelledby="section:examples">
    <h2 id="section:examples">Examples</h2>
    ${exampleHtml("Minimal", "what is required, and no more", examples.minimal, href)}
    ${exampleHtml("Full", "every field", examples.full, href)}
  </section>`;
}

/** `crd=GROUP/PLURAL&version=V`, for the fragment of the editor's address. */
export function editorFragment({ group, plural, version }: VersionPage): string {
  const parameters = new URLSearchParams({ crd: `${group}/${plural}`, version: version.name });
  return parameters.toString().replaceAll("%2F", "/");
}

function exampleHtml(name: string, about: string, example: ExampleText, href: string): Hole {
  const key = name.toLowerCase();
  if ("faults" in example) {
    return html`<h3>${name}</h3>
      <p>No such example was found that the API server accepts:</p>
      <ul>
        ${example.faults.map((fault) => html`<li>${fault}</li>`)}
      </ul>`;
  }
  return html`<details class="example" ${key === "minimal" && html`open`}>
    <summary>${name}: ${about}</summary>
    <div class="example-tools">
      <button type="button" class="copy needs-script" data-copies="section:example-${key}">
        Copy
      </button>
      ${href !== "" && html`<a href="${href}&amp;example=${key}">Open in the editor</a>`}
    </div>
    <pre id="section:example-${key}" tabindex="0" role="region" aria-label="${name} example">
${example.yaml}</pre>
  </details>`;
}
