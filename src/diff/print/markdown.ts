import { printable } from "../../diagnostics/render/printable.js";
import type { Effect } from "../effect.js";
import { effects } from "../effect.js";
import type { JudgedChange } from "../judged-change.js";
import { effectTitles, titleOf } from "./change-texts.js";

/**
 * Changes for release notes: a heading for each CRD, below it one for each effect, and a line for
 * each change.
 */
export function printMarkdown(changes: readonly JudgedChange[]): string {
  const lines: string[] = [];
  for (const [resource, ofResource] of groupBy(changes, ({ change }) => change.resource)) {
    const [first] = ofResource;
    lines.push(`## ${escape(first?.change.kind ?? "")} (${code(resource)})`, "");
    const byEffect = groupBy(ofResource, ({ effect }) => effect);
    for (const effect of effects) lines.push(...sectionOf(effect, byEffect.get(effect) ?? []));
  }
  return lines.map((line) => `${line}\n`).join("");
}

function sectionOf(effect: Effect, changes: readonly JudgedChange[]): readonly string[] {
  if (changes.length === 0) return [];
  return [`### ${effectTitles[effect]}`, "", ...changes.map(lineOf), ""];
}

function lineOf({ change, isAllowed }: JudgedChange): string {
  const { version, path, before, after, reason } = change;
  const place = [version ?? "", path].filter((part) => part !== "").join(" ");
  const values = valuesText(before, after);
  const allowed = isAllowed ? " (allowed)" : "";
  const subject = place === "" ? "" : `${code(place)}: `;
  return `- ${subject}${escape(titleOf(change))}${values}${allowed}: ${escape(reason)}`;
}

function valuesText(before: string | undefined, after: string | undefined): string {
  if (before === undefined && after === undefined) return "";
  if (before === undefined) return ` (now ${code(after ?? "")})`;
  return after === undefined ? ` (was ${code(before)})` : ` (${code(before)} → ${code(after)})`;
}

/** Between as many backticks as a text needs; it is one line. */
function code(text: string): string {
  const line = printable(text).replaceAll("\n", " ");
  const longest = Math.max(0, ...Array.from(line.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return longest > 0 ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}

function escape(text: string): string {
  return printable(text)
    .replaceAll("\n", " ")
    .replace(/[\\`*_[\]<>#|]/g, String.raw`\$&`);
}

function groupBy<Key, Item>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
