import { plural } from "../../../crd/diagnostics/wording.js";
import { firstSentence } from "../../../crd/example/commented-yaml.js";
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
      main: html`<div class="heading"><h1>${frame.title}</h1></div>
        <p class="lead">${plural(kinds, "kind")} in ${plural(groups.length, "group")}</p>
        ${groups.map(groupHtml)}`,
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
    <h2 id="section:group-${index}">${nameOf(group)}</h2>
    <ul class="kinds">
      ${kinds.map(kindHtml)}
    </ul>
  </section> `;
}

function kindHtml(kind: SiteKind): Hole {
  const [first] = kind.versions;
  const name = kind.kind === "" ? "(no kind)" : kind.kind;
  const others = kind.shortNames.map((short) => html`<code>${short}</code> `);
  return html`<li class="kind">
    <h3>
      ${first === undefined ? name : html`<a href="${siteHref(root, first.href)}">${name}</a>`}
    </h3>
    <p class="kind-versions">
      ${kind.versions.map(
        ({ name: version, href: to, served, deprecated }) =>
          html`<a href="${siteHref(root, to)}" aria-label="${name} ${version}">${version}</a>
            ${!served && html`<span class="mark">not served</span> `}
            ${deprecated && html`<span class="mark">deprecated</span> `}`,
      )}
      ${kind.scope === "Cluster" && html`<span class="mark">cluster</span>`}
      ${kind.refused && html`<span class="badge breaks">refused</span>`} ${others}
    </p>
    <p class="about">${firstSentence(kind.description, longestAbout)}</p>
  </li> `;
}
