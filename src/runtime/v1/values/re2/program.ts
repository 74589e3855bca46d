import type { CharSet } from "./char-set.js";
import type { Re2Assertion, Re2Node, Re2Repeat, Re2Tree } from "./node.js";

/** One step of a program; `next` (and `other`, tried after it) are indices of steps. */
export type Re2Step =
  | { readonly op: "set"; readonly set: CharSet; next: number }
  | { readonly op: "code"; readonly code: number; next: number }
  | { readonly op: "split"; next: number; other: number }
  | { readonly op: "assert"; readonly assertion: Re2Assertion; next: number }
  | { readonly op: "save"; readonly slot: number; next: number }
  | { readonly op: "match" };

/** A pattern as steps of a nondeterministic automaton (`regexp/syntax/compile.go`). */
export interface Re2Program {
  readonly steps: readonly Re2Step[];
  readonly start: number;
  /** Matches can only begin where the text begins. */
  readonly anchored: boolean;
  /** Two per capturing group, and two for the whole match. */
  readonly slots: number;
}

/** Compiles a parsed pattern. Its size is within the limit that the parser keeps. */
export function compileProgram(tree: Re2Tree): Re2Program {
  const steps: Re2Step[] = [{ op: "match" }];
  const start = compileNode(tree.root, 0, steps);
  return { steps, start, anchored: beginsAtText(tree.root), slots: 2 * tree.captures + 2 };
}

/** Tells whether every match of a node begins at the beginning of the text. */
export function beginsAtText(node: Re2Node): boolean {
  switch (node.op) {
    case "assert":
      return node.assertion === "beginText";
    case "capture":
      return beginsAtText(node.sub);
    case "repeat":
      return node.min > 0 && beginsAtText(node.sub);
    case "concat":
      return node.subs[0] !== undefined && beginsAtText(node.subs[0]);
    case "alternate":
      return node.subs.every(beginsAtText);
    default:
      return false;
  }
}

/** Appends the steps of a node that go on at `next`; returns the first of them. */
function compileNode(node: Re2Node, next: number, steps: Re2Step[]): number {
  switch (node.op) {
    case "empty":
      return next;
    case "literal":
      return node.codes.reduceRight(
        (then, code) => add(steps, { op: "code", code, next: then }),
        next,
      );
    case "class":
      return add(steps, { op: "set", set: node.set, next });
    case "assert":
      return add(steps, { op: "assert", assertion: node.assertion, next });
    case "capture": {
      const close = add(steps, { op: "save", slot: 2 * node.index + 1, next });
      const sub = compileNode(node.sub, close, steps);
      return add(steps, { op: "save", slot: 2 * node.index, next: sub });
    }
    case "concat":
      return node.subs.reduceRight((then, sub) => compileNode(sub, then, steps), next);
    case "alternate":
      return node.subs
        .map((sub) => compileNode(sub, next, steps))
        .reduceRight((other, sub) => add(steps, { op: "split", next: sub, other }));
    case "repeat":
      return compileRepeat(node, next, steps);
  }
}

/** `x{2,4}` is `xx(x(x)?)?`, `x{2,}` is `xx+`. */
function compileRepeat(node: Re2Repeat, next: number, steps: Re2Step[]): number {
  const { min, max, sub, greedy } = node;
  let then = next;
  let copies = min;
  if (max === Infinity) {
    then = min > 0 ? compilePlus(node, next, steps) : compileStar(node, next, steps);
    copies = min - 1;
  } else {
    for (let i = min; i < max; i++)
      then = choice(compileNode(sub, then, steps), next, greedy, steps);
  }
  for (let i = 0; i < copies; i++) then = compileNode(sub, then, steps);
  return then;
}

/** A star of what can be empty is `(x+)?`: that keeps Go's preference among the ways to match. */
function compileStar(node: Re2Repeat, next: number, steps: Re2Step[]): number {
  if (isNullable(node.sub)) return choice(compilePlus(node, next, steps), next, node.greedy, steps);
  const loop = choice(0, next, node.greedy, steps);
  aim(steps, loop, compileNode(node.sub, loop, steps), node.greedy);
  return loop;
}

function compilePlus(node: Re2Repeat, next: number, steps: Re2Step[]): number {
  const loop = choice(0, next, node.greedy, steps);
  const body = compileNode(node.sub, loop, steps);
  aim(steps, loop, body, node.greedy);
  return body;
}

/** A split into a body and what comes after it, the preferred one first. */
function choice(body: number, after: number, greedy: boolean, steps: Re2Step[]): number {
  const [next, other] = greedy ? [body, after] : [after, body];
  return add(steps, { op: "split", next, other });
}

/** Sets the body of a loop, which is compiled after its split. */
function aim(steps: Re2Step[], split: number, body: number, greedy: boolean): void {
  const step = steps[split];
  if (step?.op !== "split") return;
  if (greedy) step.next = body;
  else step.other = body;
}

function add(steps: Re2Step[], step: Re2Step): number {
  steps.push(step);
  return steps.length - 1;
}

/** Tells whether a node can match without a character. */
function isNullable(node: Re2Node): boolean {
  switch (node.op) {
    case "literal":
    case "class":
      return false;
    case "empty":
    case "assert":
      return true;
    case "capture":
      return isNullable(node.sub);
    case "repeat":
      return node.min === 0 || isNullable(node.sub);
    case "concat":
      return node.subs.every(isNullable);
    case "alternate":
      return node.subs.some(isNullable);
  }
}

/** The kind of what stands beside a place in a text, as far as assertions care. */
export type Neighbour = "nothing" | "newline" | "word" | "other";

/** The kind of a code point; word characters are ASCII. */
export function neighbourOf(code: number): Neighbour {
  if (code === 0x0a) return "newline";
  if (code > 0x7a) return "other";
  const isWord =
    code >= 0x61 ||
    (code >= 0x30 && code <= 0x39) ||
    (code >= 0x41 && code <= 0x5a) ||
    code === 0x5f;
  return isWord ? "word" : "other";
}

/** Tells whether an assertion holds between two neighbours. */
export function holds(assertion: Re2Assertion, before: Neighbour, after: Neighbour): boolean {
  switch (assertion) {
    case "beginText":
      return before === "nothing";
    case "endText":
      return after === "nothing";
    case "beginLine":
      return before === "nothing" || before === "newline";
    case "endLine":
      return after === "nothing" || after === "newline";
    case "wordBoundary":
      return (before === "word") !== (after === "word");
    case "noWordBoundary":
      return (before === "word") === (after === "word");
  }
}

/** The code point at a place, U+FFFD for an unpaired surrogate; -1 at the end. */
export function codeAt(text: string, place: number): number {
  const code = text.codePointAt(place);
  if (code === undefined) return -1;
  return code >= 0xd800 && code <= 0xdfff ? 0xfffd : code;
}

/** The neighbour before a place. */
export function neighbourBefore(text: string, place: number): Neighbour {
  return place === 0 ? "nothing" : neighbourOf(text.charCodeAt(place - 1));
}
