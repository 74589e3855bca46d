import type { Change } from "./change.js";
import type { Effect } from "./effect.js";
import { effects, isBreaking } from "./effect.js";

/** A change with what the command line says of it. */
export interface JudgedChange {
  readonly change: Change;
  /** The gravest effect, which names the change. */
  readonly effect: Effect;
  /** Somebody said that it may be: by its code, or by all its effects. */
  readonly isAllowed: boolean;
}

/** Changes that may be, though they break somebody. */
export interface Allowed {
  readonly codes: ReadonlySet<string>;
  readonly effects: ReadonlySet<Effect>;
}

/** The changes in the order for reading: the gravest first, then by CRD, version and path. */
export function judgeChanges(
  changes: readonly Change[],
  allowed: Allowed,
): readonly JudgedChange[] {
  return changes.map((change) => judge(change, allowed)).sort(compare);
}

/** Whether a change makes the command fail. */
export function breaks({ effect, isAllowed }: JudgedChange): boolean {
  return isBreaking(effect) && !isAllowed;
}

function judge(change: Change, allowed: Allowed): JudgedChange {
  const grave = change.effects.filter(isBreaking);
  const isAllowed =
    grave.length > 0 &&
    (allowed.codes.has(change.code) || grave.every((effect) => allowed.effects.has(effect)));
  return { change, effect: change.effects[0] ?? "safe", isAllowed };
}

function compare(left: JudgedChange, right: JudgedChange): number {
  return (
    effects.indexOf(left.effect) - effects.indexOf(right.effect) ||
    compareTexts(left.change.resource, right.change.resource) ||
    compareTexts(left.change.version ?? "", right.change.version ?? "") ||
    compareTexts(left.change.path, right.change.path) ||
    compareTexts(left.change.code, right.change.code)
  );
}

function compareTexts(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}
