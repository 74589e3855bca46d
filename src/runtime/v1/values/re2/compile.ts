import { Re2Automaton } from "./automaton.js";
import type { Re2Tree } from "./node.js";
import { Re2Error } from "./node.js";
import { parseRe2 } from "./parse.js";
import type { Re2Program } from "./program.js";
import { compileProgram } from "./program.js";
import { searchRe2 } from "./search.js";

/**
 * A match: where it begins and ends in UTF-16 units, and the same of each capturing group that took
 * part.
 */
export interface Re2Match {
  readonly start: number;
  readonly end: number;
  readonly groups: readonly ({ readonly start: number; readonly end: number } | undefined)[];
}

/**
 * A pattern of Go's `regexp`, ready to match in time linear in the text; an unpaired surrogate
 * reads as U+FFFD.
 */
export class Re2 {
  readonly #tree: Re2Tree;
  #program: Re2Program | undefined;
  #automaton: Re2Automaton | undefined;

  constructor(tree: Re2Tree) {
    this.#tree = tree;
  }

  /** Whether the pattern matches anywhere in a text (`MatchString`). */
  test(text: string): boolean {
    this.#program ??= compileProgram(this.#tree);
    this.#automaton ??= new Re2Automaton(this.#program);
    return this.#automaton.test(text);
  }

  /**
   * The leftmost match at or behind a place (`FindStringSubmatchIndex`); what lies before the place
   * is still seen by `^` and `\b`.
   */
  exec(text: string, from = 0): Re2Match | undefined {
    this.#program ??= compileProgram(this.#tree);
    const slots = searchRe2(this.#program, text, from);
    if (slots === undefined) return undefined;
    const [start = 0, end = 0, ...places] = slots;
    return { start, end, groups: groupsOf(places) };
  }
}

function groupsOf(places: readonly number[]): Re2Match["groups"] {
  const groups: ({ start: number; end: number } | undefined)[] = [];
  for (let i = 0; i < places.length; i += 2) {
    const start = places[i] ?? -1;
    const end = places[i + 1] ?? -1;
    groups.push(start < 0 || end < 0 ? undefined : { start, end });
  }
  return groups;
}

/** Reads a pattern as Go 1.26 does; a value that says why if Go refuses it. */
export function compileRe2(pattern: string): Re2 | Re2Error {
  const tree = parseRe2(pattern);
  return tree instanceof Re2Error ? tree : new Re2(tree);
}
