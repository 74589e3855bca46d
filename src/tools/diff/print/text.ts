import { spanOf } from "../../../crd/diagnostics/diagnostics.js";
import {
  displayWidth,
  placeText,
  printable,
  printableLines,
  printableName,
} from "../../../crd/diagnostics/render/printable.js";
import type { Paint, TextStyle } from "../../../crd/diagnostics/render/render.js";
import { githubCommand, githubFile } from "../../../crd/diagnostics/render/render.js";
import type { Position, Span } from "../../../crd/source/source-file.js";
import { changeCatalog } from "../catalog.js";
import type { Change, ChangePlace, Effect, JudgedChange } from "../change.js";
import { isBreaking } from "../change.js";

/** The titles of effects, above the changes that have them. */
export const effectTitles: Readonly<Record<Effect, string>> = {
  stored: "Breaks stored objects",
  writers: "Breaks writers",
  readers: "Breaks readers",
  unknown: "May break somebody: not decided",
  behaviour: "Changes what the server does",
  safe: "Safe",
};

/** Whose concern a change is, as `CronTab v1 spec.image`; without a path what it is about. */
export function subjectOf({ kind, version, path, resource }: Change): string {
  const parts = [kind === "" ? resource : kind, version ?? "", path];
  return parts.filter((part) => part !== "").join(" ");
}

/** Returns the catalogue's words for a change. */
export function titleOf({ code }: Change): string {
  return changeCatalog[code].title;
}

/** ` (also breaks writers and readers)`; `""` where there is no further effect that breaks. */
export function furtherText({ effects }: Change): string {
  const further = effects.slice(1).filter(isBreaking);
  const names = further.map((effect) => (effect === "unknown" ? "perhaps others" : effect));
  return names.length === 0 ? "" : ` (also breaks ${names.join(" and ")})`;
}

/** Returns the text to mark for a place: the value of a keyword, the name of a field. */
export function spanOfChange({ document, path }: ChangePlace): Span {
  return spanOf({ document, path, part: path.at(-2) === "properties" ? "key" : "value" });
}

/** `crd.yaml:3:5`; `""` where there is no such side. */
export function placeOfChange(place: ChangePlace | undefined): string {
  return place === undefined ? "" : placeText(spanOfChange(place));
}

/** A line of a program that has to do with a change. */
export interface UsageLine {
  readonly source: string;
  readonly start: Position;
  readonly access: "reads" | "writes" | "names" | "passes it on";
  /** The compiler's error in the line with the new types. */
  readonly error?: string;
}

/** `src/a.ts:3:5 reads it, and stops compiling: …`. */
export function usageText({ source, start, access, error }: UsageLine): string {
  const what = access === "passes it on" ? access : `${access} it`;
  const consequence = error === undefined ? "" : `, and stops compiling: ${printableName(error)}`;
  return `${printableName(source)}:${start.line}:${start.column} ${what}${consequence}`;
}

/** An annotation beside the line. */
export function usageGithub(code: string, usage: UsageLine): string {
  const { source, start, error } = usage;
  const place = `${githubFile(source)}line=${start.line},col=${start.column},`;
  return githubCommand(error === undefined ? "notice" : "error", place, code, usageText(usage));
}

/** From this width on, old and new stand side by side. */
const wide = 120;

/** What stands below a change. */
interface Below {
  readonly usagesOf: (change: Change) => readonly UsageLine[];
  /** Says that there are more changes, which are not shown. */
  readonly moreBehind: (judged: JudgedChange) => string | undefined;
}

const nothingBelow: Below = { usagesOf: () => [], moreBehind: () => undefined };

/** Changes as text for a terminal, under a heading for each effect; `""` for none. */
export function printText(
  changes: readonly JudgedChange[],
  style: TextStyle,
  { usagesOf, moreBehind }: Below = nothingBelow,
): string {
  const { paint } = style;
  const lines: string[] = [];
  let heading: Effect | undefined;
  for (const judged of changes) {
    if (judged.effect !== heading) {
      heading = judged.effect;
      lines.push(paint("bold", effectTitles[heading]), "");
    }
    lines.push(...linesOf(judged, style));
    for (const usage of usagesOf(judged.change)) lines.push(usageLine(usage, paint));
    lines.push("");
    const more = moreBehind(judged);
    if (more !== undefined) lines.push(`  ${more}`, "");
  }
  return lines.map((line) => `${line}\n`).join("");
}

/** Lines that stop compiling though they name nothing that changes; `""` for none. */
export function printOthers(usages: readonly UsageLine[], paint: Paint): string {
  if (usages.length === 0) return "";
  const lines = [paint("bold", "Other lines that stop compiling"), ""];
  for (const usage of usages) lines.push(usageLine(usage, paint));
  return [...lines, ""].map((line) => `${line}\n`).join("");
}

function usageLine(usage: UsageLine, paint: Paint): string {
  const colour = usage.error === undefined ? "dim" : "red";
  return `     ${paint("blue", ">")} ${paint(colour, usageText(usage))}`;
}

function linesOf(judged: JudgedChange, style: TextStyle): readonly string[] {
  const { paint, links } = style;
  const { change, effect, isAllowed, fails } = judged;
  const colour = isAllowed ? "dim" : fails || isBreaking(effect) ? "red" : "blue";
  const allowed = isAllowed ? ", ignored" : "";
  const head = `${paint(colour, `${effect}[${links.toPage(change.code, change.code)}]`)}${allowed}: ${printable(subjectOf(change))}: ${titleOf(change)}${furtherText(change)}`;
  const reason = `   ${paint("blue", "=")} ${printableLines(change.reason)}`;
  return [`  ${head}`, ...sidesOf(judged, style).map((line) => `  ${line}`), `  ${reason}`];
}

function sidesOf({ change }: JudgedChange, { columns, paint }: TextStyle): readonly string[] {
  const old = sideOf("-", placeOfChange(change.oldPlace), change.before);
  const now = sideOf("+", placeOfChange(change.newPlace), change.after);
  const width = Math.floor((columns - 8) / 2);
  const fits = [...old, ...now].every((line) => displayWidth(line) <= width);
  if (columns < wide || !fits) {
    return [
      ...old.map((line) => `   ${paint("red", line)}`),
      ...now.map((line) => `   ${paint("green", line)}`),
    ];
  }
  const count = Math.max(old.length, now.length);
  return Array.from({ length: count }, (_, index) => {
    const left = old[index] ?? "";
    const gap = " ".repeat(width - displayWidth(left));
    const right = now[index] ?? "";
    if (right === "") return `   ${paint("red", left)}`;
    return `   ${left === "" ? "" : paint("red", left)}${gap} ${paint("green", right)}`;
  });
}

/** Where it is, and below it what stands there; nothing where the side does not exist. */
function sideOf(sign: string, place: string, text: string | undefined): readonly string[] {
  if (place === "") return [];
  return [`${sign} ${place}`, ...(text === undefined ? [] : [`${sign}   ${printableLines(text)}`])];
}
