import type { BarrelPlan } from "../backends/barrel.js";
import { hasSameItems } from "../backends/remembered-by-items.js";
import type { OutputFile } from "../emit/generated-file.js";
import { printFile } from "./print-file.js";
import type { Settings } from "./settings.js";

/** An index file as it was printed, and what it was made of. */
interface Printed {
  readonly parts: readonly unknown[];
  readonly files: readonly OutputFile[];
}

/** The index files of the last run, by their paths: a run that watches has the same settings. */
const printed = new WeakMap<Settings, ReadonlyMap<string, Printed>>();

/** Prints index files; those that are made of the same as in the last run are not made again. */
export function printIndexes(
  plans: readonly BarrelPlan[],
  settings: Settings,
): readonly OutputFile[] {
  const before = printed.get(settings);
  const now = new Map<string, Printed>();
  for (const { path, parts, make } of plans) {
    const known = before?.get(path);
    if (known !== undefined && hasSameItems(known.parts, parts)) {
      now.set(path, known);
      continue;
    }
    const { file, subject } = make();
    now.set(path, { parts, files: printFile(file, subject, settings) });
  }
  printed.set(settings, now);
  return [...now.values()].flatMap(({ files }) => files);
}
