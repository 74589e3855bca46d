import { isBreaking } from "../../diff/effect.js";
import type { VersionChange, VersionComparison, VersionPage } from "../model/page.js";
import type { Hole } from "./html.js";
import { html } from "./html.js";

/** What changed between the versions: before and after side by side. */
export function changesSection({ comparisons, version }: VersionPage): Hole {
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
