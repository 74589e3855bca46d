import type { CharSet } from "../../runtime/v1/values/re2/char-set.js";
import { complement, maxCodePoint } from "../../runtime/v1/values/re2/char-set.js";
import type { Re2Node, Re2Repeat } from "../../runtime/v1/values/re2/node.js";
import { beginsAtText } from "../../runtime/v1/values/re2/program.js";

/*
 * Whether a backtracking engine can take more than linear time over a pattern. It can if some text
 * can be read in ever more ways: along two different ways around one loop (exponentially many), or
 * in two loops one behind the other that share a text (polynomially many). Both are looked for in
 * the automaton whose states are the places of the pattern that read a character (Glushkov's),
 * after Weideman and others, "Analyzing Matching Time Behavior of Backtracking Regular Expression
 * Matchers by Using Ambiguity of NFA" (2016). Counted repetitions stand for loops, so a pattern may
 * be found guilty that is not; never the other way round.
 */

/** Ways of going from place to place: number of ways, of which only "one" and "more" matter. */
type Ways = Map<number, number>;

interface Fragment {
  /** Places where a way through the fragment can begin and end. */
  readonly first: Ways;
  readonly last: Ways;
  /** Number of ways through it that read nothing. */
  readonly empty: number;
  /** The same ends and emptiness without any assertion on the way out. */
  readonly freeLast: ReadonlySet<number>;
  readonly freeEmpty: boolean;
}

interface Automaton {
  readonly labels: (readonly number[])[];
  readonly follow: Ways[];
  /** Number of ways from place to place so far. */
  edges: number;
  /** A repetition of what can be empty was found. */
  repeatsEmpty: boolean;
}

/** Up to how many places a repetition of fixed count is written out. */
const maxCopies = 64;

/**
 * Beyond this many places, ways between them, or steps of the search the pattern counts as guilty.
 */
const maxPlaces = 1000;
const maxEdges = 20_000;
const maxWork = 200_000;

/**
 * Tells whether matching a pattern anywhere in a text could backtrack for more than linear time.
 * Errs on the side of yes.
 */
export function backtracksBadly(root: Re2Node): boolean {
  const automaton: Automaton = { labels: [], follow: [], edges: 0, repeatsEmpty: false };
  const fragment = build(root, automaton);
  if (isTooLarge(automaton)) return true;
  if (fragment.freeEmpty) return false;
  if (automaton.repeatsEmpty) return true;
  if (!beginsAtText(root)) addSearchLoop(automaton, fragment);
  return new Search(automaton, fragment.freeLast).finds();
}

/** Searching anywhere is a loop over any character before the pattern. */
function addSearchLoop(automaton: Automaton, fragment: Fragment): void {
  const place = addPlace(automaton, [0, maxCodePoint]);
  connect(automaton, new Map([[place, 1]]), new Map([...fragment.first, [place, 1]]));
}

function isTooLarge(automaton: Automaton): boolean {
  return automaton.labels.length > maxPlaces || automaton.edges > maxEdges;
}

function addPlace(automaton: Automaton, label: readonly number[]): number {
  automaton.labels.push(label);
  automaton.follow.push(new Map());
  return automaton.labels.length - 1;
}

function connect(automaton: Automaton, from: Ways, to: Ways): void {
  automaton.edges += from.size * to.size;
  if (isTooLarge(automaton)) return;
  for (const [place, ways] of from) {
    const follow = automaton.follow[place];
    if (follow === undefined) continue;
    for (const [next, nextWays] of to) add(follow, next, ways * nextWays);
  }
}

function add(ways: Ways, place: number, count: number): void {
  ways.set(place, Math.min(2, (ways.get(place) ?? 0) + count));
}

const nothing: Fragment = {
  first: new Map(),
  last: new Map(),
  empty: 1,
  freeLast: new Set(),
  freeEmpty: true,
};

function build(node: Re2Node, automaton: Automaton): Fragment {
  if (isTooLarge(automaton)) return nothing;
  switch (node.op) {
    case "empty":
      return nothing;
    case "assert":
      return { ...nothing, freeEmpty: false };
    case "literal":
      return sequence(
        node.codes.slice(0, maxPlaces + 1).map((code) => leaf(automaton, [code, code])),
        automaton,
      );
    case "class":
      return leaf(automaton, rangesOf(node.set));
    case "capture":
      return build(node.sub, automaton);
    case "concat":
      return sequence(
        node.subs.map((sub) => build(sub, automaton)),
        automaton,
      );
    case "alternate":
      return either(node.subs.map((sub) => build(sub, automaton)));
    case "repeat":
      return repeat(node, automaton);
  }
}

function leaf(automaton: Automaton, label: readonly number[]): Fragment {
  const place = addPlace(automaton, label);
  const ways = new Map([[place, 1]]);
  return { first: ways, last: ways, empty: 0, freeLast: new Set([place]), freeEmpty: false };
}

/** The characters of a set; everything if it has classes that only the engine knows. */
function rangesOf(set: CharSet): readonly number[] {
  if (set.tests.length > 0) return [0, maxCodePoint];
  return set.negated ? complement(set.ranges) : set.ranges;
}

function sequence(parts: readonly Fragment[], automaton: Automaton): Fragment {
  return parts.reduce((a, b) => {
    connect(automaton, a.last, b.first);
    if (isTooLarge(automaton)) return nothing;
    return {
      first: joined(a.first, b.first, a.empty),
      last: joined(b.last, a.last, b.empty),
      empty: Math.min(2, a.empty * b.empty),
      freeLast: b.freeEmpty ? new Set([...a.freeLast, ...b.freeLast]) : b.freeLast,
      freeEmpty: a.freeEmpty && b.freeEmpty,
    };
  }, nothing);
}

/** Ways of the one, and as many times those of the other as it can be reached. */
function joined(near: Ways, far: Ways, times: number): Ways {
  if (times === 0) return near;
  const ways = new Map(near);
  for (const [place, count] of far) add(ways, place, count * times);
  return ways;
}

function either(parts: readonly Fragment[]): Fragment {
  return {
    first: joinedAll(parts.map(({ first }) => first)),
    last: joinedAll(parts.map(({ last }) => last)),
    empty: Math.min(
      2,
      parts.reduce((sum, { empty }) => sum + empty, 0),
    ),
    freeLast: new Set(parts.flatMap(({ freeLast }) => [...freeLast])),
    freeEmpty: parts.some(({ freeEmpty }) => freeEmpty),
  };
}

function joinedAll(parts: readonly Ways[]): Ways {
  const ways: Ways = new Map();
  for (const part of parts) for (const [place, count] of part) add(ways, place, count);
  return ways;
}

function repeat(node: Re2Repeat, automaton: Automaton): Fragment {
  if (node.max === 0) return nothing;
  const before = automaton.labels.length;
  const once = build(node.sub, automaton);
  if (node.max === 1) return node.min === 1 ? once : optional(once);
  if (once.empty > 0) automaton.repeatsEmpty = true;
  const places = automaton.labels.length - before;
  if (node.min === node.max && places * node.max <= maxCopies) {
    const copies = Array.from({ length: node.max - 1 }, () => build(node.sub, automaton));
    return sequence([once, ...copies], automaton);
  }
  connect(automaton, once.last, once.first);
  return node.min === 0 ? optional(once) : once;
}

function optional(fragment: Fragment): Fragment {
  return { ...fragment, empty: Math.min(2, fragment.empty + 1), freeEmpty: true };
}

/** Looks for the two kinds of ambiguity. */
class Search {
  readonly #labels: readonly (readonly number[])[];
  /** Places that can follow a place; places from which nothing can fail any more are left out. */
  readonly #next: readonly (readonly number[])[];
  readonly #follow: readonly Ways[];
  /** The loop that a place is in: the number of its strongly connected part; -1 for none. */
  readonly #loops: readonly number[];
  #work = 0;

  constructor(automaton: Automaton, accepted: ReadonlySet<number>) {
    this.#labels = automaton.labels;
    this.#follow = automaton.follow;
    this.#next = automaton.follow.map((ways, place) =>
      accepted.has(place) ? [] : [...ways.keys()].filter((next) => !accepted.has(next)),
    );
    this.#loops = loopsOf(this.#next);
  }

  finds(): boolean {
    const looping = this.#loops.flatMap((loop, place) => (loop < 0 ? [] : [place]));
    return (
      looping.some((place) => this.#isDoubled(place)) ||
      looping.some((place) => this.#hasTwoWaysAround(place)) ||
      looping.some((p) => looping.some((q) => p !== q && this.#sharesText(p, q))) ||
      this.#work > maxWork
    );
  }

  /** One step of a loop can be taken in two ways. */
  #isDoubled(place: number): boolean {
    const ways = this.#follow[place];
    return this.#inLoop(place).some((next) => (ways?.get(next) ?? 0) > 1);
  }

  #inLoop(place: number): number[] {
    return this.#nextOf(place).filter((next) => this.#loops[next] === this.#loops[place]);
  }

  #nextOf(place: number): readonly number[] {
    return this.#next[place] ?? [];
  }

  /** Two different ways lead from a place back to it over the same text. */
  #hasTwoWaysAround(place: number): boolean {
    const size = this.#labels.length;
    const steps = (pair: number): number[] => {
      const [a, b] = [Math.floor(pair / size), pair % size];
      return this.#pairs(this.#inLoop(a), this.#inLoop(b)).map(([x, y]) => x * size + y);
    };
    const home = place * size + place;
    const reached = this.#reach([home], steps);
    for (const pair of reached) {
      if (Math.floor(pair / size) === pair % size) continue;
      if (this.#reach([pair], steps).has(home)) return true;
    }
    return false;
  }

  /** A text leads from p back to p, from p to q, and from q back to q. */
  #sharesText(p: number, q: number): boolean {
    const size = this.#labels.length;
    if (!this.#reach([p], (place) => this.#nextOf(place)).has(q)) return false;
    const code = (a: number, b: number, c: number): number => (a * size + b) * size + c;
    const steps = (triple: number): number[] => {
      const c = triple % size;
      const b = Math.floor(triple / size) % size;
      const a = Math.floor(triple / size / size);
      const ends = this.#inLoop(c);
      return this.#pairs(this.#inLoop(a), this.#nextOf(b)).flatMap(([x, y]) =>
        ends.filter((z) => this.#overlap(x, z) && this.#overlap(y, z)).map((z) => code(x, y, z)),
      );
    };
    return this.#reach([code(p, p, q)], steps).has(code(p, q, q));
  }

  #pairs(left: readonly number[], right: readonly number[]): [number, number][] {
    return left.flatMap((x) =>
      right.filter((y) => this.#overlap(x, y)).map((y): [number, number] => [x, y]),
    );
  }

  /** Everything that can be reached in one step or more. */
  #reach(from: readonly number[], steps: (state: number) => readonly number[]): Set<number> {
    const seen = new Set<number>();
    const pending = [...from];
    for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
      if (this.#work > maxWork) break;
      for (const next of steps(state)) {
        this.#work++;
        if (seen.has(next)) continue;
        seen.add(next);
        pending.push(next);
      }
    }
    return seen;
  }

  #overlap(a: number, b: number): boolean {
    if (a === b) return true;
    const left = this.#labels[a] ?? [];
    const right = this.#labels[b] ?? [];
    for (let i = 0, j = 0; i < left.length && j < right.length;) {
      if ((left[i + 1] ?? 0) < (right[j] ?? 0)) i += 2;
      else if ((right[j + 1] ?? 0) < (left[i] ?? 0)) j += 2;
      else return true;
    }
    return false;
  }
}

/**
 * Number of the loop each place is in (strongly connected parts with an edge inside), -1 for none.
 */
function loopsOf(next: readonly (readonly number[])[]): number[] {
  const reachable = next.map((_, place) => reachableFrom(place, next));
  const loops = next.map(() => -1);
  next.forEach((_, place) => {
    if (loops[place] !== -1 || !reachable[place]?.has(place)) return;
    for (const other of reachable[place]) if (reachable[other]?.has(place)) loops[other] = place;
  });
  return loops;
}

function reachableFrom(place: number, next: readonly (readonly number[])[]): Set<number> {
  const seen = new Set<number>();
  const pending = [...(next[place] ?? [])];
  for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
    if (seen.has(state)) continue;
    seen.add(state);
    pending.push(...(next[state] ?? []));
  }
  return seen;
}
