import type { Diagnostic } from "../../../crd/diagnostics/diagnostics.js";
import { groupBy } from "../../../crd/diagnostics/diagnostics.js";
import {
  markdownCode,
  markdownText,
  printable,
} from "../../../crd/diagnostics/render/printable.js";
import { dataOfSpan, githubCommand, githubFile } from "../../../crd/diagnostics/render/render.js";
import type { Position } from "../../../crd/source/source-file.js";
import { positionAt } from "../../../crd/source/source-file.js";
import { stringifyJson } from "../../../runtime/v1/values/go/json.js";
import { stopsCompilingCode } from "../catalog.js";
import type { ChangePlace, Effect, JudgedChange } from "../change.js";
import { breaks, effects } from "../change.js";
import type { UsageLine } from "./text.js";
import {
  effectTitles,
  furtherText,
  placeOfChange,
  spanOfChange,
  subjectOf,
  titleOf,
} from "./text.js";

/** A place for programs. */
interface PlaceData {
  readonly source: string;
  readonly start: Position;
  readonly end: Position;
}

/**
 * A change as one JSON object on one line: `code`, `effects` (the gravest first), `breaking`,
 * `allowed`, `fails`, `resource`, `kind`, `version`, `path`, `before`, `after`, `reason`,
 * `example`, `renamedTo`, `old`, `new` and, where a program was looked at, `usages`; without what
 * is absent.
 */
export function printJson(judged: JudgedChange, usages?: readonly UsageLine[]): string {
  const { change, isAllowed } = judged;
  const { oldPlace, newPlace, example, ...facts } = change;
  const data = {
    ...facts,
    breaking: breaks(judged),
    allowed: isAllowed,
    fails: judged.fails,
    // With its numbers as they are.
    ...(example === undefined ? {} : { example: JSON.parse(stringifyJson(example)) as unknown }), // for stringify
    ...(oldPlace === undefined ? {} : { old: dataOfPlace(oldPlace) }),
    ...(newPlace === undefined ? {} : { new: dataOfPlace(newPlace) }),
    ...(usages === undefined ? {} : { usages }),
  };
  return printable(JSON.stringify(data));
}

/** A line that stops compiling though it names nothing that changes, as an object of its own. */
export function printOther(usage: UsageLine): string {
  return printable(JSON.stringify({ code: stopsCompilingCode, ...usage }));
}

/** A place as programs take it. */
export function dataOfPlace(place: ChangePlace): PlaceData {
  return dataOfSpan(spanOfChange(place));
}

/**
 * An error if it makes the command fail, a warning if it breaks somebody without that, else a
 * notice.
 */
export function severityOf(judged: JudgedChange): Diagnostic["severity"] {
  const { isAllowed, fails } = judged;
  return fails ? "error" : isAllowed || breaks(judged) ? "warning" : "notice";
}

/** A change as an annotation of GitHub Actions, beside the line of the new text. */
export function printGithub(judged: JudgedChange): string {
  const { change } = judged;
  const values = [
    ...(change.before === undefined ? [] : [`before: ${change.before}`]),
    ...(change.after === undefined ? [] : [`now: ${change.after}`]),
  ];
  const text = [
    `${subjectOf(change)}: ${titleOf(change)}${furtherText(change)}`,
    change.reason,
    ...values,
    ...(change.oldPlace === undefined ? [] : [`before at ${placeOfChange(change.oldPlace)}`]),
  ].join("\n");
  return githubCommand(severityOf(judged), githubPlace(change.newPlace), change.code, text);
}

function githubPlace(place: ChangePlace | undefined): string {
  if (place === undefined) return "";
  const { file, start } = spanOfChange(place);
  const { line, column } = positionAt(file, start);
  return `${githubFile(file.path)}line=${line},col=${column},`;
}

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
  const allowed = isAllowed ? " (ignored)" : "";
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
