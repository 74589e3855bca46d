import { printable } from "../../../crd/diagnostics/render/printable.js";
import type { Position } from "../../../crd/source/source-file.js";
import { positionAt } from "../../../crd/source/source-file.js";
import { stringifyJson } from "../../../runtime/v1/values/go/json.js";
import type { ChangePlace } from "../change.js";
import type { JudgedChange } from "../judged-change.js";
import { breaks } from "../judged-change.js";
import { spanOfChange } from "./change-texts.js";
import type { UsageLine } from "./usage-line.js";

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
    ...(oldPlace === undefined ? {} : { old: dataOf(oldPlace) }),
    ...(newPlace === undefined ? {} : { new: dataOf(newPlace) }),
    ...(usages === undefined ? {} : { usages }),
  };
  return printable(JSON.stringify(data));
}

/** A line that stops compiling though it names nothing that changes, as an object of its own. */
export function printOther(usage: UsageLine): string {
  return printable(JSON.stringify({ code: "diff/stops-compiling", ...usage }));
}

function dataOf(place: ChangePlace): PlaceData {
  const { file, start, end } = spanOfChange(place);
  return { source: file.path, start: positionAt(file, start), end: positionAt(file, end) };
}
