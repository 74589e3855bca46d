import { addRange, finishCharSet, newCharSet } from "./char-set.js";
import type { Re2Assertion, Re2Node, Re2Tree } from "./node.js";
import { Re2Error } from "./node.js";
import { parseClass, parseEscape, parseGroupEscape } from "./parse-class.js";

/** How deep Go lets a pattern nest. */
const maxHeight = 1000;

/** How many instructions Go lets a pattern compile to: 128 MiB of 40 bytes each. */
const maxSize = Math.floor((128 << 20) / 40);

/**
 * Height and compiled size of nodes, computed once per node from those below (`checkHeight`,
 * `checkSize`).
 */
class Measures {
  readonly #heights = new Map<Re2Node, number>();
  readonly #sizes = new Map<Re2Node, number>();

  /** Measures a node whose parts have been measured; an error if it is beyond a limit. */
  check(node: Re2Node, pattern: string): Re2Error | undefined {
    if (subsOf(node).length === 0 && codesIn(node) <= maxSize) return undefined;
    const size = this.#sizeOf(node);
    this.#sizes.set(node, size);
    if (size > maxSize) return new Re2Error("expression too large", pattern);
    const height = this.#heightOf(node);
    this.#heights.set(node, height);
    if (height > maxHeight) return new Re2Error("expression nests too deeply", pattern);
    return undefined;
  }

  #heightOf(node: Re2Node): number {
    let height = 0;
    for (const sub of subsOf(node)) height = Math.max(height, this.#heights.get(sub) ?? 1);
    return height + 1;
  }

  #sizeOf(node: Re2Node): number {
    const subs = subsOf(node);
    let size = 0;
    for (const sub of subs) size += this.#sizes.get(sub) ?? codesIn(sub);
    switch (node.op) {
      case "capture":
        return size + 2;
      case "alternate":
        return size + subs.length - 1;
      case "repeat":
        return repeatedSize(node.min, node.max, size);
      case "concat":
        return size;
      default:
        return codesIn(node);
    }
  }
}

function repeatedSize(min: number, max: number, size: number): number {
  if (max !== Infinity) return Math.max(1, max * size + (max - min));
  return min === 0 ? 2 + size : 1 + min * size;
}

function codesIn(node: Re2Node): number {
  return node.op === "literal" ? node.codes.length : 1;
}

function subsOf(node: Re2Node): readonly Re2Node[] {
  switch (node.op) {
    case "capture":
    case "repeat":
      return [node.sub];
    case "concat":
    case "alternate":
      return node.subs;
    default:
      return [];
  }
}

/** The flags that `(?flags)` turns on and off. */
interface Flags {
  readonly fold: boolean;
  readonly multiLine: boolean;
  readonly dotAll: boolean;
  readonly ungreedy: boolean;
}

/**
 * A group that is open, the whole pattern being the outermost: its alternatives so far, and the one
 * being read.
 */
interface GroupFrame {
  readonly alternatives: Re2Node[];
  items: Re2Node[];
  /** Number of the capturing group, 0 for one that captures nothing. */
  readonly capture: number;
  /** The flags to return to when the group ends. */
  readonly flags: Flags;
}

const noFlags: Flags = { fold: false, multiLine: false, dotAll: false, ungreedy: false };

/** The largest count in braces, alone and multiplied by those around it. */
const maxRepeat = 1000;

/**
 * Parses a pattern as Go does with Perl's extensions (`syntax.Parse(pattern, syntax.Perl)` of Go
 * 1.26), limits of size and nesting included. Unpaired surrogates in the pattern count as U+FFFD.
 */
export function parseRe2(pattern: string): Re2Tree | Re2Error {
  return new Re2Parser(pattern.replace(/[\ud800-\udfff]/gu, "\ufffd")).parse();
}

class Re2Parser {
  readonly #source: string;
  readonly #measures: Measures = new Measures();
  #position = 0;
  #flags = noFlags;
  #frame: GroupFrame = { alternatives: [], items: [], capture: 0, flags: noFlags };
  readonly #outer: GroupFrame[] = [];
  #captures = 0;
  #foldsCase = false;
  /** Where the repetition operator right before this position begins; -1 if there is none. */
  #lastRepeat = -1;

  constructor(source: string) {
    this.#source = source;
  }

  parse(): Re2Tree | Re2Error {
    while (this.#position < this.#source.length) {
      const start = this.#position;
      const character = this.#source.charAt(start);
      const isRepeat =
        "*+?".includes(character) || (character === "{" && this.#braces() !== undefined);
      const error = isRepeat ? this.#parseRepeat() : this.#parseAtom(character);
      if (error !== undefined) return error;
      this.#lastRepeat = isRepeat ? start : -1;
    }
    const root = this.#closeFrame();
    if (root instanceof Re2Error) return root;
    if (this.#outer.length > 0) return new Re2Error("missing closing )", this.#source);
    return { root, captures: this.#captures, foldsCase: this.#foldsCase };
  }

  /** Anything but a repetition operator. */
  #parseAtom(character: string): Re2Error | undefined {
    switch (character) {
      case "(":
        return this.#source.startsWith("(?", this.#position)
          ? this.#parsePerlGroup()
          : this.#openGroup(1);
      case ")":
        return this.#closeGroup();
      case "|":
        this.#position++;
        return this.#endAlternative();
      case "^":
        return this.#pushAssertion(this.#flags.multiLine ? "beginLine" : "beginText", 1);
      case "$":
        return this.#pushAssertion(this.#flags.multiLine ? "endLine" : "endText", 1);
      case ".":
        return this.#pushDot();
      case "[":
        return this.#parseBrackets();
      case "\\":
        return this.#parseBackslash();
      default:
        return this.#pushCharacter();
    }
  }

  #pushCharacter(): Re2Error | undefined {
    const code = this.#source.codePointAt(this.#position) ?? 0;
    this.#position += code > 0xffff ? 2 : 1;
    return this.#pushCode(code);
  }

  /** A character that stands for itself, and for its other cases under `(?i)`. */
  #pushCode(code: number): Re2Error | undefined {
    if (!this.#flags.fold) return this.#push({ op: "literal", codes: [code] });
    this.#foldsCase = true;
    const set = newCharSet();
    addRange(set, code, code, true);
    if (set.ranges.length === 2 && set.tests.length === 0) {
      return this.#push({ op: "literal", codes: [code] });
    }
    return this.#push({ op: "class", set: finishCharSet(set, false) });
  }

  #pushDot(): Re2Error | undefined {
    this.#position++;
    const newline = this.#flags.dotAll ? [] : [0x0a, 0x0a];
    return this.#push({ op: "class", set: { ranges: newline, tests: [], negated: true } });
  }

  #pushAssertion(assertion: Re2Assertion, length: number): Re2Error | undefined {
    this.#position += length;
    return this.#push({ op: "assert", assertion });
  }

  #push(node: Re2Node): Re2Error | undefined {
    this.#frame.items.push(node);
    return this.#measures.check(node, this.#source);
  }

  #parseBrackets(): Re2Error | undefined {
    if (this.#flags.fold) this.#foldsCase = true;
    const parsed = parseClass(this.#source, this.#position, this.#flags.fold);
    if (parsed instanceof Re2Error) return parsed;
    this.#position = parsed.end;
    return this.#push({ op: "class", set: parsed.set });
  }

  #parseBackslash(): Re2Error | undefined {
    switch (this.#source.charAt(this.#position + 1)) {
      case "A":
        return this.#pushAssertion("beginText", 2);
      case "z":
        return this.#pushAssertion("endText", 2);
      case "b":
        return this.#pushAssertion("wordBoundary", 2);
      case "B":
        return this.#pushAssertion("noWordBoundary", 2);
      case "C":
        return new Re2Error("invalid escape sequence", "\\C");
      case "Q":
        return this.#parseQuotation();
    }
    const set = newCharSet();
    const end = parseGroupEscape(this.#source, this.#position, this.#flags.fold, set);
    if (end instanceof Re2Error) return end;
    if (end !== undefined) {
      this.#position = end;
      if (this.#flags.fold) this.#foldsCase = true;
      return this.#push({ op: "class", set: finishCharSet(set, false) });
    }
    const escape = parseEscape(this.#source, this.#position);
    if (escape instanceof Re2Error) return escape;
    this.#position = escape.end;
    return this.#pushCode(escape.code);
  }

  /** `\Q…\E`: everything between stands for itself; the end may be missing. */
  #parseQuotation(): Re2Error | undefined {
    this.#position += 2;
    const found = this.#source.indexOf("\\E", this.#position);
    const end = found < 0 ? this.#source.length : found;
    let error: Re2Error | undefined;
    while (this.#position < end && error === undefined) error = this.#pushCharacter();
    this.#position = found < 0 ? end : end + 2;
    return error;
  }

  #openGroup(length: number): Re2Error | undefined {
    this.#captures++;
    this.#position += length;
    this.#openFrame(this.#captures, this.#flags);
    return undefined;
  }

  #openFrame(capture: number, flags: Flags): void {
    this.#outer.push(this.#frame);
    this.#frame = { alternatives: [], items: [], capture, flags };
  }

  /** `(?P<name>`, `(?<name>`, `(?flags)`, `(?flags:`. */
  #parsePerlGroup(): Re2Error | undefined {
    const rest = this.#source.slice(this.#position);
    const named = /^\(\?P?<(?=.)/su.exec(rest);
    return named === null ? this.#parseFlags(rest) : this.#parseName(rest, named[0].length);
  }

  #parseName(rest: string, nameStart: number): Re2Error | undefined {
    const end = rest.indexOf(">");
    if (end < 0) return new Re2Error("invalid named capture", rest);
    if (!/^[A-Za-z0-9_]+$/.test(rest.slice(nameStart, end))) {
      return new Re2Error("invalid named capture", rest.slice(0, end + 1));
    }
    return this.#openGroup(end + 1);
  }

  #parseFlags(rest: string): Re2Error | undefined {
    const parsed = /^\(\?([imsU]*)(?:-([imsU]+))?([:)])/.exec(rest);
    if (parsed === null) return new Re2Error("invalid or unsupported Perl syntax", badFlags(rest));
    const [whole, on = "", off = "", end] = parsed;
    this.#position += whole.length;
    if (end === ":") this.#openFrame(0, this.#flags);
    this.#flags = {
      fold: changed(this.#flags.fold, "i", on, off),
      multiLine: changed(this.#flags.multiLine, "m", on, off),
      dotAll: changed(this.#flags.dotAll, "s", on, off),
      ungreedy: changed(this.#flags.ungreedy, "U", on, off),
    };
    return undefined;
  }

  #closeGroup(): Re2Error | undefined {
    const sub = this.#closeFrame();
    if (sub instanceof Re2Error) return sub;
    const outer = this.#outer.pop();
    if (outer === undefined) return new Re2Error("unexpected )", this.#source);
    const { capture, flags } = this.#frame;
    this.#position++;
    this.#frame = outer;
    this.#flags = flags;
    return this.#push(capture === 0 ? sub : { op: "capture", index: capture, sub });
  }

  /** The alternatives of the innermost group as one node. */
  #closeFrame(): Re2Node | Re2Error {
    const error = this.#endAlternative();
    if (error !== undefined) return error;
    const subs = this.#frame.alternatives.flatMap((sub) =>
      sub.op === "alternate" ? sub.subs : [sub],
    );
    const [only] = subs;
    if (only !== undefined && subs.length === 1) return only;
    const node: Re2Node = { op: "alternate", subs };
    return this.#measures.check(node, this.#source) ?? node;
  }

  #endAlternative(): Re2Error | undefined {
    const node = concat(this.#frame.items);
    this.#frame.items = [];
    this.#frame.alternatives.push(node);
    return this.#measures.check(node, this.#source);
  }

  #parseRepeat(): Re2Error | undefined {
    const start = this.#position;
    const counts = this.#counts();
    if (counts.max !== Infinity && counts.max > maxRepeat) return this.#badCount(start, counts.end);
    if (counts.min > maxRepeat || counts.min > counts.max) return this.#badCount(start, counts.end);
    const lazy = this.#source.charAt(counts.end) === "?";
    const end = lazy ? counts.end + 1 : counts.end;
    if (this.#lastRepeat >= 0) {
      const operators = this.#source.slice(this.#lastRepeat, end);
      return new Re2Error("invalid nested repetition operator", operators);
    }
    const sub = this.#frame.items.pop();
    if (sub === undefined) {
      const operator = this.#source.slice(start, end);
      return new Re2Error("missing argument to repetition operator", operator);
    }
    this.#position = end;
    const { min, max, counted } = counts;
    const greedy = lazy === this.#flags.ungreedy;
    const node: Re2Node = { op: "repeat", min, max, greedy, counted, sub };
    const error = this.#push(node);
    if (error !== undefined) return error;
    const copies = counted && (min >= 2 || (max >= 2 && max !== Infinity));
    return copies && !repeatIsValid(node, maxRepeat) ? this.#badCount(start, end) : undefined;
  }

  #badCount(start: number, end: number): Re2Error {
    return new Re2Error("invalid repeat count", this.#source.slice(start, end));
  }

  #counts(): { min: number; max: number; counted: boolean; end: number } {
    const end = this.#position + 1;
    switch (this.#source.charAt(this.#position)) {
      case "*":
        return { min: 0, max: Infinity, counted: false, end };
      case "+":
        return { min: 1, max: Infinity, counted: false, end };
      case "?":
        return { min: 0, max: 1, counted: false, end };
    }
    const [whole = "", min = "", comma, max = ""] = this.#braces() ?? [];
    const last = comma === undefined ? Number(min) : max === "" ? Infinity : Number(max);
    return { min: Number(min), max: last, counted: true, end: this.#position + whole.length };
  }

  /**
   * `{2}`, `{2,}`, `{2,5}` at this position; other braces are characters. Leading zeros make it
   * characters too.
   */
  #braces(): RegExpExecArray | undefined {
    const pattern = /\{(0|[1-9][0-9]*)(,(0|[1-9][0-9]*)?)?\}/y;
    pattern.lastIndex = this.#position;
    return pattern.exec(this.#source) ?? undefined;
  }
}

function changed(flag: boolean, letter: string, on: string, off: string): boolean {
  return (flag || on.includes(letter)) && !off.includes(letter);
}

/**
 * Returns the part that Go shows of a group that it does not know: up to the first character that
 * fits no flags.
 */
function badFlags(rest: string): string {
  const [whole] = /^\(\?[imsU]*(?:-[imsU]*)?.?/su.exec(rest) ?? [rest];
  return whole;
}

function concat(items: readonly Re2Node[]): Re2Node {
  const subs: Re2Node[] = [];
  let codes: number[] = [];
  for (const item of items.flatMap((sub) => (sub.op === "concat" ? sub.subs : [sub]))) {
    if (item.op !== "literal") {
      codes = [];
      subs.push(item);
      continue;
    }
    if (codes.length === 0) subs.push({ op: "literal", codes });
    for (const code of item.codes) codes.push(code);
  }
  const [only] = subs;
  if (only === undefined) return { op: "empty" };
  return subs.length === 1 ? only : { op: "concat", subs };
}

/**
 * Tells whether counts in braces, multiplied from the outside to the inside, stay within a number
 * of copies.
 */
function repeatIsValid(node: Re2Node, copies: number): boolean {
  switch (node.op) {
    case "repeat": {
      if (!node.counted) return repeatIsValid(node.sub, copies);
      const count = node.max === Infinity ? node.min : node.max;
      if (node.max === 0) return true;
      if (count > copies) return false;
      return repeatIsValid(node.sub, count > 0 ? Math.floor(copies / count) : copies);
    }
    case "capture":
      return repeatIsValid(node.sub, copies);
    case "concat":
    case "alternate":
      return node.subs.every((sub) => repeatIsValid(sub, copies));
    default:
      return true;
  }
}
