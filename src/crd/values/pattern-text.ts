import type { CharSet } from "../../runtime/v1/values/re2/char-set.js";
import { hasCodePoint } from "../../runtime/v1/values/re2/char-set.js";
import type { Re2Node, Re2Repeat } from "../../runtime/v1/values/re2/node.js";
import { Re2Error } from "../../runtime/v1/values/re2/node.js";
import { parseRe2 } from "../../runtime/v1/values/re2/parse.js";
import type { Choices } from "./choices.js";

/**
 * Texts that match a pattern of Go's `regexp`, as far as can be seen from its parts: the shortest
 * first, then longer ones, then other alternatives. What stands beside an assertion within the
 * pattern is not looked at, so that each text has to be judged. None for a pattern that Go refuses.
 *
 * @param least so many code points are wanted
 */
export function* patternTexts(pattern: string, choices: Choices, least = 0): Generator<string> {
  const tree = parseRe2(pattern);
  if (tree instanceof Re2Error) return;
  for (const extra of [0, 1, 2, 4, 8]) {
    const text = new PatternWriter(0, extra, choices).write(tree.root);
    if (text !== "") yield text;
  }
  const missing = least - shortest(tree.root);
  for (const extra of [missing, missing + 1, Math.ceil(missing / 2)]) {
    if (extra > 0) yield new PatternWriter(0, extra, choices).write(tree.root);
  }
  yield new PatternWriter(0, 0, choices).write(tree.root);
  for (let turn = 1; turn < 12; turn++) {
    yield new PatternWriter(turn, turn % 4, choices).write(tree.root);
  }
}

/** Longer texts help nobody. */
const longestText = 4096;

class PatternWriter {
  /** Which alternative is taken, and which character of a class. */
  readonly #turn: number;
  readonly #choices: Choices;
  /** How many characters more than the fewest may still be written. */
  #extra: number;
  #length = 0;

  constructor(turn: number, extra: number, choices: Choices) {
    this.#turn = turn;
    this.#extra = extra;
    this.#choices = choices;
  }

  write(node: Re2Node): string {
    if (this.#length > longestText) return "";
    switch (node.op) {
      case "empty":
      case "assert":
        return "";
      case "literal":
        this.#length += node.codes.length;
        return String.fromCodePoint(...node.codes);
      case "class":
        this.#length += 1;
        return this.#character(node.set);
      case "capture":
        return this.write(node.sub);
      case "repeat":
        return this.#repeat(node);
      case "concat":
        return node.subs.map((sub) => this.write(sub)).join("");
      case "alternate":
        return this.write(this.#alternative(node.subs));
    }
  }

  #alternative(subs: readonly Re2Node[]): Re2Node {
    const index = (this.#turn + this.#choices.below(subs.length)) % subs.length;
    return subs[index] ?? { op: "empty" };
  }

  #repeat({ min, max, sub }: Re2Repeat): string {
    const each = Math.max(1, shortest(sub));
    const more = Math.min(max - min, Math.floor(this.#extra / each));
    this.#extra -= more * each;
    let text = "";
    for (let count = min + more; count > 0; count--) text += this.write(sub);
    return text;
  }

  /** A letter, a digit, or the first that there is. */
  #character(set: CharSet): string {
    const liked = likedCodes.filter((code) => hasCodePoint(set, code));
    // Of the two cases of a letter, the first will do.
    const place = liked.length > 2 ? this.#length - 1 : 0;
    const index = this.#turn + place + this.#choices.below(liked.length);
    const code = liked.length > 0 ? liked[index % liked.length] : firstCode(set);
    return code === undefined ? "" : String.fromCodePoint(code);
  }
}

const likedCodes: readonly number[] = Array.from(
  "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  (character) => character.charCodeAt(0),
);

const lastTried = 0x3000;

function firstCode(set: CharSet): number | undefined {
  const blank = 0x20;
  if (hasCodePoint(set, blank)) return blank;
  const [first] = set.ranges;
  if (!set.negated && first !== undefined) return first;
  for (let code = 0x21; code < lastTried; code++) if (hasCodePoint(set, code)) return code;
  return [0x0a, 0x09].find((code) => hasCodePoint(set, code));
}

/** The fewest code points that a node matches, at most the longest text. */
function shortest(node: Re2Node): number {
  switch (node.op) {
    case "empty":
    case "assert":
      return 0;
    case "literal":
      return node.codes.length;
    case "class":
      return 1;
    case "capture":
      return shortest(node.sub);
    case "repeat":
      return Math.min(longestText, node.min * shortest(node.sub));
    case "concat":
      return node.subs.reduce((sum, sub) => sum + shortest(sub), 0);
    case "alternate":
      return Math.min(...node.subs.map(shortest));
  }
}
