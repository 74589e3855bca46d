import type { RefusedCrd } from "../../codegen/pipeline/refused-crd.js";
import { printableName } from "../../crd/diagnostics/render/printable.js";
import { nameSome, plural } from "../../crd/diagnostics/wording.js";
import type { Host } from "../host.js";

/** The flags of the command line about CRDs that the API server refuses. */
interface RefusedOptions {
  readonly quiet: boolean;
  readonly allowInvalid?: boolean;
  readonly skipInvalid?: boolean;
}

const refusedAtMost = 20;

const waysToGenerate = [
  "--skip-invalid generates the other CRDs, --only 'group/Kind' those that you name,",
  "--allow-invalid what can be made of all of them",
].join("\n");

const waysOutOfConflicts =
  "CRDs that conflict stand in the way, too: --prefer PATTERN takes those of the files that it matches";

/**
 * Says which CRDs stand in the way of an output, and how to get one all the same.
 *
 * @param hasConflicts whether other CRDs, or these, claim the same
 * @param waysOut the options that help; default: those of `generate`
 */
export function reportRefused(
  refused: readonly RefusedCrd[],
  { quiet, allowInvalid, skipInvalid }: RefusedOptions,
  hasConflicts: boolean,
  host: Host,
  waysOut = waysToGenerate,
): void {
  if (quiet || allowInvalid === true || refused.length === 0) return;
  if (skipInvalid === true) {
    if (hasConflicts) return;
    host.warn("the API server refuses every CRD, so that nothing is left to generate\n");
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
  host.warn(`${waysOut}\n`);
  if (hasConflicts) host.warn(`${waysOutOfConflicts}\n`);
}

/** `; left out 2 CRDs that …: a, b`, to stand behind a summary; empty where none was left out. */
export function leftOutText(
  refused: readonly RefusedCrd[],
  { skipInvalid }: RefusedOptions,
): string {
  if (skipInvalid !== true || refused.length === 0) return "";
  const names = refused.map(({ name }) => nameOf(name));
  return `; left out ${plural(refused.length, "CRD")} that the API server refuses: ${nameSome(names, refusedAtMost)}`;
}

function nameOf(name: string): string {
  return name === "" ? "one without a name" : printableName(name);
}
