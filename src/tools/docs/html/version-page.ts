import { isBreaking } from "../../diff/change.js";
import type {
  CrdFault,
  FieldTable,
  VersionChange,
  VersionComparison,
  VersionLink,
  VersionPage,
} from "../model/page.js";
import { descriptionHtml } from "./description.js";
import { batch, fieldItems, usualFieldsHtml } from "./field-list.js";
import type { Hole } from "./html.js";
import { html, jsonHtml } from "./html.js";
import type { SiteFrame } from "./page-frame.js";
import { pageHtml, rootOf, siteHref } from "./page-frame.js";
import { fieldLinks } from "./prose-html.js";
import { codeColumn, editorFragment, kubectlSection } from "./usage-sections.js";

/** The page of one version of a kind, as the text of an HTML file. */
export function versionPageHtml(page: VersionPage, frame: SiteFrame): string {
  const { kind, group, version, fields } = page;
  return pageHtml(
    {
      href: page.href,
      title: `${kind} ${group}/${version.name}`,
      aside: asideHtml(page),
      layout: "reference",
      main: html`<div class="intro">${headingHtml(page, frame)} ${faultsSection(page)}</div>
        ${codeColumn(page, frame)}
        <div class="body">
          ${fieldsSection(fields)} ${kubectlSection(page)} ${subresourcesSection(page)}
          ${changesSection(page)}
        </div>`,
      data: html`<script type="application/json" id="section:data">
        ${jsonHtml(fields)}
      </script>`,
    },
    frame,
  );
}

function headingHtml(page: VersionPage, frame: SiteFrame): Hole {
  const { kind, group, version } = page;
  const editor = `${rootOf(page.href)}editor.html#${editorFragment(page)}`;
  return html`<div class="heading">
      <p class="api">${group}/${version.name}</p>
      <h1>${kind} ${marksHtml(version)}</h1>
      ${frame.hasEditor && html`<a class="button" href="${editor}">Open in the editor</a>`}
    </div>
    ${
      page.deprecationWarning !== undefined &&
      html`<p class="notice warning">
        <strong>Deprecated.</strong> The API server warns: ${page.deprecationWarning}
      </p>`
    }
    ${descriptionHtml(page.description, fieldLinks(page.fields))}
    <dl class="names">
      ${name("Scope", [page.scope])} ${name("Plural", [page.plural])}
      ${name("Singular", [page.singular])} ${name("Short names", page.shortNames)}
      ${name("Categories", page.categories)}
    </dl>`;
}

function name(title: string, texts: readonly string[]): Hole {
  const told = texts.filter((text) => text !== "");
  if (told.length === 0) return undefined;
  const codes = told.map((text) => html`<code>${text}</code> `);
  return html`<div>
    <dt>${title}</dt>
    <dd>${codes}</dd>
  </div> `;
}

/** The marks of a version: not served, stored, deprecated. */
export function marksHtml({ served, storage, deprecated }: VersionLink): Hole {
  return html`${storage && html`<span class="badge calm">storage version</span> `}
  ${!served && html`<span class="badge">not served</span> `}
  ${deprecated && html`<span class="badge breaks">deprecated</span>`}`;
}

function asideHtml(page: VersionPage): Hole {
  const root = rootOf(page.href);
  const sections: readonly (readonly [id: string, title: string, isThere: boolean])[] = [
    ["faults", "Faults", page.faults.length > 0],
    ["fields", "Fields", true],
    ["columns", "Columns", true],
    ["subresources", "Subresources", hasSubresources(page)],
    ["changes", "Changes", page.comparisons.length > 0],
  ];
  return html`<aside class="contents">
    <nav aria-label="Versions">
      <h2>Versions</h2>
      <ul>
        ${page.versions.map((version) => versionItem(version, page, root))}
      </ul>
    </nav>
    <nav aria-label="On this page">
      <h2>On this page</h2>
      <ul>
        ${sections.map(
          ([id, title, isThere]) =>
            isThere && html`<li><a href="#section:${id}">${title}</a></li> `,
        )}
      </ul>
    </nav>
  </aside>`;
}

function versionItem(version: VersionLink, page: VersionPage, root: string): Hole {
  const isHere = version.name === page.version.name;
  const current = isHere && html`aria-current="page"`;
  return html`<li>
    <a href="${siteHref(root, version.href)}" ${current}>${version.name}</a>
    ${!version.served && html`<span class="mark">not served</span>`}
    ${version.deprecated && html`<span class="mark">deprecated</span>`}
  </li> `;
}

function faultsSection({ faults }: VersionPage): Hole {
  if (faults.length === 0) return undefined;
  const isRefused = faults.some(({ severity }) => severity === "error");
  return html`<section aria-labelledby="section:faults">
    <h2 id="section:faults">${isRefused ? "The API server refuses this CRD" : "Warnings"}</h2>
    <ul class="faults">
      ${faults.map(faultHtml)}
    </ul>
  </section>`;
}

function faultHtml({ severity, code, message, line, help }: CrdFault): Hole {
  return html`<li class="notice ${severity}">
    <strong>${severity}</strong> <code>${code}</code>
    ${line !== undefined && html`<span class="place">line ${line}</span>`}
    <div class="description">${message}</div>
    ${help !== undefined && html`<div class="description">${help}</div>`}
  </li> `;
}

function hasSubresources({ subresources, selectableFields }: VersionPage): boolean {
  const { status, scale } = subresources;
  return status || scale !== undefined || selectableFields.length > 0;
}

function subresourcesSection(page: VersionPage): Hole {
  if (!hasSubresources(page)) return undefined;
  const { subresources, selectableFields, plural } = page;
  const { status, scale } = subresources;
  return html`<section aria-labelledby="section:subresources">
    <h2 id="section:subresources">Subresources</h2>
    <ul>
      ${status && html`<li><code>${plural}/status</code>: writes of the status go there alone</li> `}
      ${
        scale !== undefined &&
        html`<li>
          <code>${plural}/scale</code>: replicas are <code>${scale.spec}</code>, of which
          <code>${scale.status}</code> are there
        </li> `
      }
      ${selectableFields.map(
        (field) =>
          html`<li><code>${field}</code> can be selected by <code>--field-selector</code></li> `,
      )}
    </ul>
  </section>`;
}

/** Prints the changes between the versions: before and after side by side. */
function changesSection({ comparisons, version }: VersionPage): Hole {
  if (comparisons.length === 0) return undefined;
  return html`<section aria-labelledby="section:changes">
    <h2 id="section:changes">Changes between versions</h2>
    ${comparisons.map((comparison) => comparisonHtml(comparison, version.name))}
  </section>`;
}

function comparisonHtml({ from, changes }: VersionComparison, to: string): Hole {
  const count = `${changes.length || "no"} change${changes.length === 1 ? "" : "s"}`;
  if (changes.length === 0) return html`<p>From ${from.name} to ${to}: ${count}.</p>`;
  return html`<details class="changes" ${changes.length <= 20 && html`open`}>
    <summary>From ${from.name} to ${to}: ${count}</summary>
    <ul>
      ${changes.map((change) => changeHtml(change, from.name, to))}
    </ul>
  </details>`;
}

function changeHtml(change: VersionChange, from: string, to: string): Hole {
  return html`<li class="change">
    <p class="change-head">
      ${change.path !== "" && html`<code>${change.path}</code>`}
      ${change.effects.map((effect) => html`<span class="badge ${isBreaking(effect) ? "breaks" : "calm"}">${effect}</span> `)}
      <span class="code">${change.code.replace("diff/", "")}</span>
    </p>
    <div class="sides">${side(from, change.before)} ${side(to, change.after)}</div>
    <p class="reason">${change.reason}</p>
  </li>`;
}

function side(version: string, text: string | undefined): Hole {
  return html`<div class="side">
    <span class="side-name">${version}</span>
    ${text === undefined ? html`<span class="none">nothing</span>` : html`<code>${text}</code>`}
  </div>`;
}

/** So many fields are in the markup at most, unless the first level alone has more. */
const budget = 1000;

/** The tree of fields with its tools. */
function fieldsSection(table: FieldTable): Hole {
  const hasFields = (table.nodes[0]?.fields?.length ?? 0) > 0;
  return html`<section aria-labelledby="section:fields">
    <h2 id="section:fields">Fields</h2>
    ${hasFields ? treeHtml(table) : html`<p>Of its fields nothing is known.</p>`}
  </section>`;
}

function treeHtml(table: FieldTable): Hole {
  const { levels, isWhole } = shownLevels(table);
  const list = fieldItems({ table, node: 0, path: "", levels, from: 0 });
  return html`<div class="tools needs-script">
      <label for="section:filter">Find a field on this page</label>
      <input id="section:filter" type="search" autocomplete="off" spellcheck="false" />
      <button type="button" id="section:expand">Expand all</button>
      <button type="button" id="section:collapse">Collapse all</button>
      <p id="section:told" role="status"></p>
    </div>
    <ol id="section:found" class="found" aria-label="Fields found on this page" hidden></ol>
    ${!isWhole && html`<noscript><p>Without scripts only the first levels are shown.</p></noscript>`}
    <ul id="section:tree" class="tree">
      ${list}
    </ul>
    ${usualFieldsHtml(table)}`;
}

/** How many levels of fields the budget allows. */
function shownLevels({ nodes }: FieldTable): {
  readonly levels: number;
  readonly isWhole: boolean;
} {
  let level = new Map<number, number>([[0, 1]]);
  let places = 0;
  for (let levels = 0; ; levels++) {
    const below = new Map<number, number>();
    for (const [index, count] of level) {
      for (const [, node] of nodes[index]?.fields?.slice(0, batch) ?? []) {
        below.set(node, (below.get(node) ?? 0) + count);
      }
    }
    places += [...below.values()].reduce((sum, count) => sum + count, 0);
    if (below.size === 0) return { levels: Math.max(1, levels), isWhole: true };
    if (places > budget || levels === deepest)
      return { levels: Math.max(1, levels), isWhole: false };
    level = below;
  }
}

/** Browsers flatten markup that is nested much deeper. */
const deepest = 24;
