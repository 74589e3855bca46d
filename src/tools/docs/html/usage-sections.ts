import type { Column, ExampleText, VersionPage } from "../model/page.js";
import { looseFields, sectionsOf } from "./field-list.js";
import type { Hole } from "./html.js";
import { html } from "./html.js";

/**
 * The column of code beside the text: the minimal and the full example, the types, and the schema
 * of the field in view, which the script of the page fills in. Without scripts they stand below
 * each other.
 */
export function codeColumn(page: VersionPage): Hole {
  const { examples, types, plural, group, version } = page;
  const isShown = examples !== undefined;
  const first = firstPanel(page);
  // What scripts begin with, so that nothing moves.
  const [name] = looseFields(page.fields)[0] ?? sectionsOf(page.fields)[0] ?? [];
  const field = name === undefined ? "" : `.${name}`;
  return html`<aside class="code" aria-label="Examples, types and schema">
    <div class="tabs needs-script">
      <div role="tablist" aria-label="Code">
        ${isShown && html`${tabHtml("minimal", "Minimal")} ${tabHtml("full", "All fields")}`}
        ${types !== undefined && tabHtml("types", "TypeScript")} ${tabHtml("schema", "Schema")}
      </div>
      <button type="button" class="copy" id="section:copy">Copy</button>
    </div>
    ${isShown && exampleHtml("Minimal example", "minimal", examples.minimal, first)}
    ${isShown && exampleHtml("Example with all fields", "full", examples.full, first)}
    ${types !== undefined && panelHtml("TypeScript types", "types", sourceHtml("TypeScript types", types), first)}
    <div
      class="panel needs-script ${first !== "schema" && "later"}"
      id="section:panel-schema"
      role="tabpanel"
      aria-label="Schema"
    >
      ${sourceHtml("Schema of the field in view", "")}
    </div>
    <p class="explain needs-script">
      <code
        >kubectl explain
        <span id="section:explain" data-name="${plural}">${plural}${field}</span>
        --api-version=${group}/${version.name}</code
      >
    </p>
  </aside>`;
}

/** The panel that scripts show first; others are hidden from the beginning, so nothing moves. */
function firstPanel({ examples, types }: VersionPage): string {
  if (examples !== undefined) return "faults" in examples.full ? "minimal" : "full";
  return types === undefined ? "schema" : "types";
}

function panelHtml(name: string, key: string, content: Hole, first: string): Hole {
  return html`<div
    class="panel ${key !== first && "later"}"
    id="section:panel-${key}"
    role="tabpanel"
    aria-label="${name}"
  >
    <h2 class="no-script">${name}</h2>
    ${content}
  </div>`;
}

function sourceHtml(name: string, text: string): Hole {
  return html`<pre class="source" tabindex="0" role="region" aria-label="${name}">${text}</pre>`;
}

function tabHtml(key: string, label: string): Hole {
  return html`<button
    type="button"
    class="tab"
    role="tab"
    id="section:tab-${key}"
    aria-controls="section:panel-${key}"
    aria-selected="false"
    tabindex="-1"
  >
    ${label}
  </button> `;
}

/** `crd=GROUP/PLURAL&version=V`, for the fragment of the editor's address. */
export function editorFragment({ group, plural, version }: VersionPage): string {
  const parameters = new URLSearchParams({ crd: `${group}/${plural}`, version: version.name });
  return parameters.toString().replaceAll("%2F", "/");
}

function exampleHtml(name: string, key: string, example: ExampleText, first: string): Hole {
  const content =
    "faults" in example
      ? faultList(example.faults)
      : sourceHtml(name, example.plain ?? example.yaml);
  return panelHtml(name, key, content, first);
}

function faultList(faults: readonly string[]): Hole {
  return html`<p>No such example was found that the API server accepts:</p>
    <ul>
      ${faults.map((fault) => html`<li>${fault}</li>`)}
    </ul>`;
}

/** The table that `kubectl get` prints, with a made-up row, and where its cells come from. */
export function kubectlSection(page: VersionPage): Hole {
  const { columns, plural, group } = page;
  return html`<section class="part" aria-labelledby="section:columns">
    <h2 id="section:columns">kubectl get</h2>
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
