import type { FieldNode, FieldRule } from "../model/page.js";
import type { Hole } from "./html.js";
import { html } from "./html.js";

/**
 * Prints the facts about a field beside its type and description: default, values, constraints,
 * what kubectl does with it, rules.
 */
export function factsHtml(node: FieldNode, kubectl: readonly string[] = []): Hole {
  const { rules } = node;
  return html`${factList(node, kubectl)}
  ${
    rules !== undefined &&
    html`<ul class="notes">
      ${rules.map(ruleHtml)}
    </ul>`
  }`;
}

function factList(node: FieldNode, kubectl: readonly string[]): Hole {
  const { enum: values, constraints = [] } = node;
  const byLabel = new Map<string, string[]>();
  for (const [label, text] of constraints) {
    if (label !== "Format") byLabel.set(label, [...(byLabel.get(label) ?? []), text]);
  }
  const facts = [
    node.default !== undefined && fact("Default", html`<code>${node.default}</code>`),
    values !== undefined && fact("One of", codes(values)),
    ...[...byLabel].map(([label, texts]) => fact(capital(label), textsHtml(texts))),
    kubectl.length > 0 && fact("kubectl", kubectl.join(", ")),
  ].filter((one) => one !== false);
  if (facts.length === 0) return undefined;
  return html`<dl class="facts">${facts}</dl>`;
}

function capital(label: string): string {
  return label.slice(0, 1).toUpperCase() + label.slice(1);
}

function fact(name: string, text: Hole): Hole {
  return html`<div>
    <dt>${name}</dt>
    <dd>${text}</dd>
  </div> `;
}

/** What is for machines stands as code; it has a line of its own. */
function textsHtml(texts: readonly string[]): Hole {
  const isLong = texts.some((text) => text.length > 60 || text.startsWith("matches "));
  if (!isLong) return texts.join(", ");
  if (texts.length === 1) return constraintHtml(texts[0] ?? "");
  return html`<ul>
    ${texts.map((text) => html`<li>${constraintHtml(text)}</li>`)}
  </ul>`;
}

function codes(texts: readonly string[]): Hole {
  return html`<span class="values">${texts.map((text) => html`<code>${text}</code> `)}</span>`;
}

/** What is for machines stands as code. */
function constraintHtml(text: string): Hole {
  const [, pattern] = /^matches ([^]+)$/.exec(text) ?? [];
  return pattern === undefined ? text : html`<code>${pattern}</code>`;
}

/** The message, which is for people, and the rule below it. */
function ruleHtml({ rule, message, subject, isTransition }: FieldRule): Hole {
  return html`<li class="note">
    <p>
      ${subject !== undefined && html`${subject}: `}${message ?? "Must hold:"}
      ${isTransition === 1 && html`<span class="when">on update</span>`}
    </p>
    <pre><span class="heard">CEL rule: </span><code class="rule">${rule}</code></pre>
  </li>`;
}
