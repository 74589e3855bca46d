import type { Column, ExampleText, VersionPage } from "../model/page.js";
import type { Hole } from "./html.js";
import { html } from "./html.js";
import type { SiteFrame } from "./page-frame.js";
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

/** The table that `kubectl get` prints, with a made-up row, and where its cells come from. */
export function kubectlSection(page: VersionPage): Hole {
  const { columns, plural, group } = page;
  return html`<section aria-labelledby="section:columns">
    <h2 id="section:columns">Columns of kubectl get</h2>
    <div class="terminal" tabindex="0" role="region" aria-label="kubectl get ${plural}">
      <p>
        <code
          >$ kubectl get ${plural}.${group}${columns.some(({ wide }) => wide) && " -o wide"}</code
        >
      </p>
      <table>
        <thead>
          <tr>
            ${page.scope === "Namespaced" && html`<th scope="col">NAMESPACE</th>`}
            <th scope="col">NAME</th>
            ${columns.map(({ name, wide }) => {
              return html`<th scope="col" class="${wide ? "wide" : "always"}">
                ${name.toUpperCase()}
              </th>`;
            })}
          </tr>
        </thead>
        <tbody>
          <tr>
            ${page.scope === "Namespaced" && html`<td>default</td>`}
            <td>my-${page.singular || page.kind.toLowerCase()}</td>
            ${columns.map((column) => html`<td>${sampleOf(column)}</td>`)}
          </tr>
        </tbody>
      </table>
    </div>
    ${columnList(columns)}
  </section>`;
}

const samples: Readonly<Record<string, string>> = {
  integer: "3",
  number: "0.5",
  boolean: "true",
  date: "5d",
};

function sampleOf({ type, name }: Column): string {
  return samples[type] ?? `<${name.toLowerCase()}>`;
}

function columnList(columns: readonly Column[]): Hole {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Columns">
    <table class="plain">
      <thead>
        <tr>
          <th scope="col">Column</th>
          <th scope="col">Type</th>
          <th scope="col">Path</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${columns.map(
          ({ name, type, path, description, wide }) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td>${type}</td>
              <td><code>${path}</code></td>
              <td>${description}${wide && html` <span class="badge">-o wide</span>`}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
