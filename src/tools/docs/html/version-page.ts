import { isBreaking } from "../../diff/change.js";
import type {
  CrdFault,
  VersionChange,
  VersionComparison,
  VersionLink,
  VersionPage,
} from "../model/page.js";
import type { PagePart } from "./contents.js";
import { contentsHtml } from "./contents.js";
import { descriptionHtml } from "./description.js";
import { fieldsHtml } from "./field-sections.js";
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
      contents: contentsHtml(page, partsOf(page)),
      layout: "reference",
      main: html`<div class="intro">${headingHtml(page, frame)} ${faultsSection(page)}</div>
        ${codeColumn(page)}
        <div class="body">
          ${fieldsHtml(page)} ${kubectlSection(page)} ${subresourcesSection(page)}
          ${changesSection(page)}
        </div>`,
      data: html`<script type="application/json" id="section:data">
        ${jsonHtml(fields)}
      </script>`,
    },
    frame,
  );
}

function partsOf(page: VersionPage): readonly PagePart[] {
  const parts: readonly (readonly [id: string, title: string, isThere: boolean])[] = [
    ["columns", "kubectl get", true],
    ["subresources", "Subresources", hasSubresources(page)],
    ["changes", "Changes", page.comparisons.length > 0],
  ];
  return parts.flatMap(([id, title, isThere]) => (isThere ? [[id, title] as const] : []));
}

function headingHtml(page: VersionPage, frame: SiteFrame): Hole {
  const { kind, group, version, plural, singular } = page;
  const root = rootOf(page.href);
  const editor = `${root}editor.html#${editorFragment(page)}`;
  return html`<nav class="crumbs" aria-label="Place">
      <a href="${root}index.html">All kinds</a><span aria-hidden="true">/</span>
      <span>${group}</span>
      ${frame.hasEditor && html`<a class="button main" id="section:edit" href="${editor}">Open in the editor</a>`}
    </nav>
    <div class="title">
      <h1>${kind}</h1>
      <nav class="versions" aria-label="Versions">
        ${page.versions.map((one) => versionLink(one, page, root))}
      </nav>
    </div>
    ${
      page.deprecationWarning !== undefined &&
      html`<p class="notice warning">
        <strong>Deprecated.</strong> The API server warns: ${page.deprecationWarning}
      </p>`
    }
    ${descriptionHtml(page.description, fieldLinks(page.fields))}
    <dl class="names">
      ${name("apiVersion", [`${group}/${version.name}`])} ${name("Scope", [page.scope])}
      ${name("Resource", [plural])}
      ${singular !== kind.toLowerCase() && name("Singular", [singular])}
      ${name("Short names", page.shortNames)} ${name("Categories", page.categories)}
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

function versionLink(version: VersionLink, page: VersionPage, root: string): Hole {
  const isHere = version.name === page.version.name;
  const current = isHere && html`aria-current="page"`;
  return html`<a href="${siteHref(root, version.href)}" ${current}
    >${version.name}${marksOf(version).map((mark) => html` <span class="mark">${mark}</span>`)}</a
  > `;
}

function marksOf({ served, storage, deprecated }: VersionLink): readonly string[] {
  const marks = [storage && "stored", !served && "not served", deprecated && "deprecated"];
  return marks.filter((mark) => mark !== false);
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
  return html`<section class="part" aria-labelledby="section:subresources">
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
  return html`<section class="part" aria-labelledby="section:changes">
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
