import type { RefusedCrd } from "../../codegen/pipeline/refused-crd.js";
import type { Diagnostic } from "../../crd/diagnostics/diagnostics.js";
import { cutToWidth, printableName } from "../../crd/diagnostics/render/printable.js";
import { plural } from "../../crd/diagnostics/wording.js";
import type { Host } from "../host.js";
import { appearanceOf } from "../terminal/appearance.js";
import type { CommonOptions } from "./options.js";
import { isText } from "./options.js";
import { printDiagnostics } from "./print-diagnostics.js";

/** The flags of the command line about CRDs that the API server refuses. */
interface RefusedOptions {
  readonly quiet: boolean;
  readonly allowInvalid?: boolean;
  readonly skipInvalid?: boolean;
}

/** Also how such CRDs are told of. */
type LeftOutOptions = RefusedOptions & CommonOptions;

const refusedAtMost = 20;

/** The options of `generate` that help; there may be no other CRDs. */
export function waysToGenerate(hasOthers: boolean): string {
  if (!hasOthers) return "--allow-invalid generates what can be made of them";
  return [
    "--skip-invalid generates the other CRDs, --only 'group/Kind' those that you name,",
    "--allow-invalid what can be made of all of them",
  ].join("\n");
}

const waysOutOfConflicts =
  "CRDs that conflict stand in the way, too: --prefer PATTERN takes those of the files that it matches";

/** What stands beside CRDs that are refused. */
interface Beside {
  /** The options that help; undefined where none does. */
  readonly waysOut: string | undefined;
  /** Other CRDs, or these, claim the same. */
  readonly hasConflicts: boolean;
}

/** Says which CRDs stand in the way of an output, and how to get one all the same. */
export function reportRefused(
  refused: readonly RefusedCrd[],
  { quiet, allowInvalid, skipInvalid }: RefusedOptions,
  { waysOut, hasConflicts }: Beside,
  host: Host,
): void {
  if (quiet || allowInvalid === true || refused.length === 0) return;
  if (skipInvalid === true) {
    if (!hasConflicts)
      host.warn("the API server refuses every CRD, so that nothing is left to do\n");
    return;
  }
  const verb = refused.length === 1 ? "stands" : "stand";
  host.warn(`${plural(refused.length, "CRD")} that the API server refuses ${verb} in the way:\n`);
  for (const { name, source, line, errors } of refused.slice(0, refusedAtMost)) {
    const place = `${printableName(source)}:${line}`;
    host.warn(`  ${nameOf(name)} (${plural(errors, "error")}) in ${place}\n`);
  }
  const more = refused.length - refusedAtMost;
  if (more > 0) host.warn(`  … and ${more} more\n`);
  if (waysOut !== undefined) host.warn(`${waysOut}\n`);
  if (hasConflicts) host.warn(`${waysOutOfConflicts}\n`);
}

/** Prints diagnostics; in text, what is wrong with CRDs that are left out is a line for each. */
export function printBesideLeftOut(
  list: readonly Diagnostic[],
  leftOut: readonly RefusedCrd[],
  options: LeftOutOptions,
  host: Host,
): void {
  if (!isText(options.format)) {
    printDiagnostics(list, options, host);
    return;
  }
  const others = list.filter(({ isLeftOut }) => isLeftOut !== true);
  printDiagnostics(others, options, host);
  printLeftOut(leftOut, options, host);
}

/** Says of each CRD that is left out why, in a line. */
function printLeftOut(
  refused: readonly RefusedCrd[],
  { quiet, color, maxDiagnostics = Infinity, skipInvalid }: LeftOutOptions,
  host: Host,
): void {
  if (quiet || skipInvalid !== true) return;
  const { paint, terminalColumns } = appearanceOf(color, "error", host);
  for (const { name, source, line, errors, reason } of refused.slice(0, maxDiagnostics)) {
    const head = `${printableName(source)}:${line}: left out ${nameOf(name)}`;
    const text = `${head} (${plural(errors, "error")}): ${printableName(reason)}`;
    host.warn(`${paint("yellow", cutToWidth(text, terminalColumns ?? Infinity))}\n`);
  }
}

/** `; left out 2 CRDs that …`, to stand behind a summary; empty where none was left out. */
export function leftOutText(
  refused: readonly RefusedCrd[],
  { skipInvalid }: RefusedOptions,
): string {
  if (skipInvalid !== true || refused.length === 0) return "";
  return `; left out ${plural(refused.length, "CRD")} that the API server refuses`;
}

function nameOf(name: string): string {
  return name === "" ? "one without a name" : printableName(name);
}
