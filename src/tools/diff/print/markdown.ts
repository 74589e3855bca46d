import { markdownCode, markdownText } from "../../../crd/diagnostics/render/markdown-text.js";
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
    lines.push(`## ${markdownText(first?.change.kind ?? "")} (${markdownCode(resource)})`, "");
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
  const subject = place === "" ? "" : `${markdownCode(place)}: `;
  return `- ${subject}${markdownText(titleOf(change))}${values}${allowed}: ${markdownText(reason)}`;
}

function valuesText(before: string | undefined, after: string | undefined): string {
  if (before === undefined && after === undefined) return "";
  if (before === undefined) return ` (now ${markdownCode(after ?? "")})`;
  return after === undefined
    ? ` (was ${markdownCode(before)})`
    : ` (${markdownCode(before)} → ${markdownCode(after)})`;
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
