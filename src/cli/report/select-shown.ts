import { printableName } from "../../crd/diagnostics/render/printable.js";
import { nameSome } from "../../crd/diagnostics/wording.js";

/** What is told of an entry, to choose which entries are shown where there are many. */
export interface Weight {
  /** What it is about, such as a CRD or a file. */
  readonly group: string;
  /** Entries that are not grave must not hide those that are. */
  readonly isGrave: boolean;
}

/** The entries to show, and how many of each group are left. */
export interface Selection<T> {
  /** In their order. */
  readonly shown: readonly T[];
  /** Groups of which nothing is shown come last. */
  readonly left: ReadonlyMap<string, number>;
}

/** So many of a group come before other groups have theirs. */
const firstOfGroup = 5;

/**
 * Chooses `most` entries: grave ones before others, and of each group a few before more of any.
 */
export function selectShown<T>(
  list: readonly T[],
  most: number,
  weigh: (entry: T) => Weight,
): Selection<T> {
  if (list.length <= most) return { shown: list, left: new Map() };
  const rounds: T[][] = [[], [], [], []];
  const counts = new Map<string, number>();
  for (const entry of list) {
    const { group, isGrave } = weigh(entry);
    const kind = `${isGrave ? "grave" : "other"} ${group}`;
    const count = counts.get(kind) ?? 0;
    counts.set(kind, count + 1);
    rounds[(isGrave ? 0 : 2) + (count < firstOfGroup ? 0 : 1)]?.push(entry);
  }
  const chosen = new Set(rounds.flat().slice(0, most));
  return { shown: list.filter((entry) => chosen.has(entry)), left: leftOf(list, chosen, weigh) };
}

function leftOf<T>(
  list: readonly T[],
  chosen: ReadonlySet<T>,
  weigh: (entry: T) => Weight,
): ReadonlyMap<string, number> {
  const left = new Map<string, number>();
  for (const entry of list) {
    if (chosen.has(entry)) continue;
    const { group } = weigh(entry);
    left.set(group, (left.get(group) ?? 0) + 1);
  }
  return left;
}

/** Says what else there is, below a list that was cut. */
export const waysToSeeAll =
  "(--max-diagnostics none prints all, --format concise a line for each, --statistics how many there are of each code)";

/** Says what is left of a group of which some was shown. */
export function leftText(group: string, count: number): string {
  return `… and ${count} more in ${printableName(group)}`;
}

/** Says what is left of groups of which nothing was shown. */
export function hiddenText(hidden: readonly (readonly [group: string, count: number])[]): string {
  const count = hidden.reduce((sum, [, number]) => sum + number, 0);
  const names = hidden.map(([group]) => printableName(group));
  return `… and ${count} more in ${nameSome(names, namedAtMost)}`;
}

const namedAtMost = 3;
