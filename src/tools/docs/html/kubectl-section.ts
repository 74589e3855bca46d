import type { Column, VersionPage } from "../model/page.js";
import type { Hole } from "./html.js";
import { html } from "./html.js";

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
