import type { FieldNode, FieldRule } from "../model/page.js";
import type { Hole } from "./html.js";
import { html } from "./html.js";

/** What a field has beside its type and description: default, values, constraints, rules. */
export function factsHtml(node: FieldNode, index: number): Hole {
  const { enum: values, constraints, rules } = node;
  const isPlain = [node.default, values, constraints, rules].every((told) => told === undefined);
  const source = node.source !== undefined && sourceHtml(index);
  if (isPlain) return source;
  return html`<dl class="facts">
      ${fact("Default", node.default !== undefined && html`<code>${node.default}</code>`)}
      ${fact("Values", values !== undefined && codes(values))}
      ${fact("Constraints", constraints !== undefined && items(constraints))}
      ${fact(
        "Rules",
        rules !== undefined &&
          html`<ul>
            ${rules.map(ruleHtml)}
          </ul>`,
      )}
    </dl>
    ${source}`;
}

function fact(name: string, text: Hole): Hole {
  if (text === false) return undefined;
  return html`<div>
    <dt>${name}</dt>
    <dd>${text}</dd>
  </div> `;
}

function codes(texts: readonly string[]): Hole {
  return html`<span class="values">${texts.map((text) => html`<code>${text}</code> `)}</span>`;
}

function items(texts: readonly string[]): Hole {
  return html`<ul>
    ${texts.map((text) => html`<li>${text}</li>`)}
  </ul>`;
}

function ruleHtml({ rule, message, subject, isTransition }: FieldRule): Hole {
  return html`<li>
    ${subject !== undefined && html`${subject}: `}
    <code class="rule">${rule}</code>
    ${isTransition === 1 && html`<span class="badge">updates only</span>`}
    ${message !== undefined && html`<p class="message">${message}</p>`}
  </li>`;
}

/** The script of the page fills it when it is opened. */
function sourceHtml(index: number): Hole {
  return html`<details class="source needs-script" data-node="${index}">
    <summary>Source</summary>
  </details>`;
}
