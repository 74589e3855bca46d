import { compareTexts } from "../../crd/diagnostics/order.js";
import type { Change } from "./change.js";
import type { Effect } from "./effect.js";
import { effects, isBreaking } from "./effect.js";

/** A change with what the command line says of it. */
export interface JudgedChange {
  readonly change: Change;
  /** The gravest effect, which names the change. */
  readonly effect: Effect;
  /** Somebody said that it may be: by its code, or by all its effects that count. */
  readonly isAllowed: boolean;
  /** Whether it makes the command fail. */
  readonly fails: boolean;
}

/** Changes that may be, though they break somebody. */
export interface Allowed {
  readonly codes: ReadonlySet<string>;
  readonly effects: ReadonlySet<Effect>;
}

/** What breaks somebody, or may, makes the command fail, unless something else is asked for. */
export const usualLimit: Effect = "unknown";

/**
 * The changes in the order for reading: the gravest first, then by CRD, version and path. Those
 * fail that have the effect `failOn`, or a graver one.
 */
export function judgeChanges(
  changes: readonly Change[],
  allowed: Allowed,
  failOn: Effect = usualLimit,
): readonly JudgedChange[] {
  return changes.map((change) => judge(change, allowed, failOn)).sort(compare);
}

/** Whether a change breaks somebody, or may, and nobody allowed it. */
export function breaks({ effect, isAllowed }: JudgedChange): boolean {
  return isBreaking(effect) && !isAllowed;
}

function judge(change: Change, allowed: Allowed, failOn: Effect): JudgedChange {
  const limit = effects.indexOf(failOn);
  const isGrave = (effect: Effect): boolean => effects.indexOf(effect) <= limit;
  const counted = change.effects.filter((effect) => isBreaking(effect) || isGrave(effect));
  const isAllowed =
    counted.length > 0 &&
    (allowed.codes.has(change.code) || counted.every((effect) => allowed.effects.has(effect)));
  const fails = counted.some(isGrave) && !isAllowed;
  return { change, effect: change.effects[0] ?? "safe", isAllowed, fails };
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
