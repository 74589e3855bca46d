import { plural } from "../../../crd/diagnostics/wording.js";
import { firstSentence } from "../../../crd/example/commented-yaml.js";
import type { VersionLink } from "../model/page.js";
import type { SiteGroup, SiteIndex, SiteKind } from "../model/site-index.js";
import type { Hole } from "./html.js";
import { html } from "./html.js";
import type { SiteFrame } from "./page-frame.js";
import { pageHtml, siteHref } from "./page-frame.js";

const href = "index.html";
const root = "./";
/** So much of a description stands beside a kind, in UTF-16 units. */
const longestAbout = 160;

/** The first page of a site, as the text of an HTML file: all groups, kinds and versions. */
export function indexHtml({ groups }: SiteIndex, frame: SiteFrame): string {
  const kinds = groups.reduce((sum, group) => sum + group.kinds.length, 0);
  return pageHtml(
    {
      href,
      title: "",
      ...(groups.length > 1 && { contents: contentsHtml(groups) }),
      search: "kinds",
      main: html`<div class="hero">
          <h1>${frame.title}</h1>
          <p class="lead">${plural(kinds, "kind")} in ${plural(groups.length, "group")}</p>
        </div>
        ${groups.map(groupHtml)}
        <p class="none" id="section:none" hidden>No kind is called so.</p>
        <section id="section:fields" hidden>
          <div class="hero">
            <h2>Fields</h2>
            <small></small>
          </div>
          <ol></ol>
        </section>`,
    },
    frame,
  );
}

function contentsHtml(groups: readonly SiteGroup[]): Hole {
  const links = groups.map(
    ({ group, kinds }, index) =>
      html`<li>
        <a href="#section:group-${index}"
          >${nameOf(group)}<span class="count">${kinds.length}</span></a
        >
      </li> `,
  );
  return html`<h2>Groups</h2>
    <ul>
      ${links}
    </ul>`;
}

function nameOf(group: string): string {
  return group === "" ? "(no group)" : group;
}

function groupHtml({ group, kinds }: SiteGroup, index: number): Hole {
  return html`<section class="group" aria-labelledby="section:group-${index}">
    <h2 id="section:group-${index}">
      <span>${nameOf(group)}</span> <small>${plural(kinds.length, "kind")}</small>
    </h2>
    <ul class="kinds">
      ${kinds.map(kindHtml)}
    </ul>
  </section> `;
}

function kindHtml(kind: SiteKind): Hole {
  const [first] = kind.versions;
  const name = kind.kind === "" ? "(no kind)" : kind.kind;
  const others = kind.shortNames.map((short) => html` <code>${short}</code>`);
  const about = firstSentence(kind.description, longestAbout);
  return html`<li class="kind" data-words="${kind.plural}">
    <h3>
      ${first === undefined ? name : html`<a href="${siteHref(root, first.href)}">${name}</a>`}${others}
    </h3>
    <p class="kind-versions">
      ${kind.refused && html`<span class="badge breaks">refused</span> `}
      ${kind.scope === "Cluster" && html`<span class="mark">cluster</span> `}
      ${kind.versions.map((version) => versionHtml(version, name))}
    </p>
    ${about !== "" && html`<p class="about">${about}</p>`}
  </li> `;
}

function versionHtml({ name, href: to, served, deprecated }: VersionLink, kind: string): Hole {
  return html`<a href="${siteHref(root, to)}" aria-label="${kind} ${name}">${name}</a>
    ${!served && html`<span class="mark">not served</span> `}
    ${deprecated && html`<span class="mark">deprecated</span> `}`;
}
