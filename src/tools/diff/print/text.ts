import { displayWidth } from "../../../crd/diagnostics/render/display-width.js";
import { printable, printableLines } from "../../../crd/diagnostics/render/printable.js";
import type { Paint } from "../../../crd/diagnostics/render/render-text.js";
import type { Change } from "../change.js";
import type { Effect } from "../effect.js";
import { isBreaking } from "../effect.js";
import type { JudgedChange } from "../judged-change.js";
import { effectTitles, furtherText, placeOfChange, subjectOf, titleOf } from "./change-texts.js";
import type { UsageLine } from "./usage-line.js";
import { usageText } from "./usage-line.js";

/** From this width on, old and new stand side by side. */
const wide = 120;

/** Changes as text for a terminal, under a heading for each effect; `""` for none. */
export function printText(
  changes: readonly JudgedChange[],
  columns: number,
  paint: Paint,
  usagesOf: (change: Change) => readonly UsageLine[] = () => [],
): string {
  const lines: string[] = [];
  let heading: Effect | undefined;
  for (const judged of changes) {
    if (judged.effect !== heading) {
      heading = judged.effect;
      lines.push(paint("bold", effectTitles[heading]), "");
    }
    lines.push(...linesOf(judged, columns, paint));
    for (const usage of usagesOf(judged.change)) lines.push(usageLine(usage, paint));
    lines.push("");
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

function linesOf(judged: JudgedChange, columns: number, paint: Paint): readonly string[] {
  const { change, effect, isAllowed, fails } = judged;
  const colour = isAllowed ? "dim" : fails || isBreaking(effect) ? "red" : "blue";
  const allowed = isAllowed ? ", allowed" : "";
  const head = `${paint(colour, `${effect}[${change.code}]`)}${allowed}: ${printable(subjectOf(change))}: ${titleOf(change)}${furtherText(change)}`;
  const reason = `   ${paint("blue", "=")} ${printableLines(change.reason)}`;
  return [
    `  ${head}`,
    ...sidesOf(judged, columns, paint).map((line) => `  ${line}`),
    `  ${reason}`,
  ];
}

function sidesOf({ change }: JudgedChange, columns: number, paint: Paint): readonly string[] {
  const old = sideOf("-", placeOfChange(change.oldPlace), change.before);
  const now = sideOf("+", placeOfChange(change.newPlace), change.after);
  const width = Math.floor((columns - 8) / 2);
  const fits = [...old, ...now].every((line) => displayWidth(line) <= width);
  if (columns < wide || !fits) {
    return [...old.map((line) => paint("red", `   ${line}`)), ...now.map((line) => `   ${line}`)];
  }
  const count = Math.max(old.length, now.length);
  return Array.from({ length: count }, (_, index) => {
    const left = old[index] ?? "";
    const gap = " ".repeat(width - displayWidth(left));
    return `   ${paint("red", left)}${gap} ${now[index] ?? ""}`.trimEnd();
  });
}

/** Where it is, and below it what stands there; nothing where the side does not exist. */
function sideOf(sign: string, place: string, text: string | undefined): readonly string[] {
  if (place === "") return [];
  return [`${sign} ${place}`, ...(text === undefined ? [] : [`${sign}   ${printableLines(text)}`])];
}
