import { hasCodePoint } from "./char-set.js";
import type { Neighbour } from "./place.js";
import { holds } from "./place.js";
import type { Re2Program } from "./program.js";

/*
 * The subset construction: a state of the deterministic automaton of a program is a set of steps,
 * and what was read before them.
 */

/** Where a program can be, and what was read last. */
export interface Subset {
  readonly steps: readonly number[];
  readonly before: Neighbour;
}

/**
 * The steps that read a character and can be reached from a subset without reading one, or that a
 * match can. `after`: what is read next.
 */
export function reachableSteps(
  program: Re2Program,
  { steps, before }: Subset,
  after: Neighbour,
): ReadonlySet<number> | "match" {
  const seen = new Set<number>();
  const pending = [...steps];
  if (!program.anchored || before === "nothing") pending.push(program.start);
  for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
    if (seen.has(index)) continue;
    seen.add(index);
    const step = program.steps[index];
    if (step === undefined || step.op === "match") return "match";
    if (step.op === "split") pending.push(step.next, step.other);
    if (step.op === "save") pending.push(step.next);
    if (step.op === "assert" && holds(step.assertion, before, after)) pending.push(step.next);
  }
  return seen;
}

/** The steps behind a character that one of `reachable` reads, sorted. */
export function stepsBehind(
  program: Re2Program,
  reachable: ReadonlySet<number>,
  code: number,
): readonly number[] {
  const next = new Set<number>();
  for (const index of reachable) {
    const step = program.steps[index];
    if (step?.op === "code" && step.code === code) next.add(step.next);
    if (step?.op === "set" && hasCodePoint(step.set, code)) next.add(step.next);
  }
  return [...next].sort((a, b) => a - b);
}
