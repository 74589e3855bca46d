import type { Expr, Member, Of, Parameter, TypeNode } from "../nodes/nodes.js";
import { has } from "../nodes/nodes.js";
import {
  flatMember,
  flatParameter,
  flatSignature,
  flatType,
  isHugged,
  isHuggedArgument,
  memberText,
  typeLevels,
} from "./flat-text.js";
import type { Place } from "./parentheses.js";

/**
 * The limit of indentation. Code that is nested more deeply than people nest is indented no
 * further: indentation would be most of the text.
 */
const maxIndentation = 80;

const indentations = Array.from({ length: maxIndentation + 1 }, (_, depth) => " ".repeat(depth));

const lineBegins = indentations.map((indentation) => `\n${indentation}`);

/** Text that grows line by line, and where its end stands. */
abstract class Writer {
  /** The text written so far, in pieces: to add to one long text would keep a node for each. */
  readonly #pieces: string[] = [];
  protected column: number;
  /** How many lines have begun. */
  protected row = 0;
  /** Columns before each line, as far as they are not too many. */
  protected depth: number;
  protected width: number;

  constructor(width: number, depth: number) {
    this.width = width;
    this.depth = depth;
    this.column = depth;
  }

  /** The text written so far. */
  get written(): string {
    return this.#pieces.join("");
  }

  protected write(text: string): void {
    this.#pieces.push(text);
    this.column += text.length;
  }

  /** Begins a line. */
  protected line(): void {
    const column = Math.min(this.depth, maxIndentation);
    this.#pieces.push(lineBegins[column] ?? "");
    this.column = column;
    this.row++;
  }

  /** The indentation of a line that has begun. */
  protected indent(): void {
    this.column = Math.min(this.depth, maxIndentation);
    this.#pieces.push(indentations[this.column] ?? "");
  }

  /** Ends a line, or leaves an empty one before the next. */
  protected gap(): void {
    this.#pieces.push("\n");
  }

  protected lines(lines: readonly string[]): void {
    for (let at = 0; at < lines.length; at++) {
      if (at > 0) this.line();
      this.write(lines[at] ?? "");
    }
  }

  /**
   * Tells whether a text fits on its line and leaves `tail` columns for the text that follows.
   * Looking into texts costs time, so the flags of its node say whether it is needed.
   */
  protected fits(text: string, tail: number, flags = 0): boolean {
    const room = this.width - this.column - tail;
    return ((flags & has.wide) === 0 ? text.length : columnsOf(text)) <= room;
  }
}

const wide = /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/u; // prettier-ignore

/** Columns of a text: wide East Asian characters and emoji take two, combining marks none. */
function columnsOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (!/\p{M}/u.test(character)) width += wide.test(character) ? 2 : 1;
  }
  return width;
}

/** Writes types, as prettier's `type-annotation.js` lays them out. */
export abstract class TypeWriter extends Writer {
  abstract expression(of: Expr, place: Place, tail: number): void;

  /** An expression on several lines. */
  protected abstract broken(of: Expr, place: Place, tail: number): void;

  /** `tail`: how many columns behind it belong to its line. */
  type(of: TypeNode, tail: number): void {
    const text = flatType(of);
    if (text !== null && this.fits(text, tail, of.flags)) this.write(text);
    else this.brokenType(of, tail);
  }

  /** A sign and a type behind it, or below it. */
  protected behind(sign: string, of: TypeNode, tail: number): void {
    this.write(sign);
    const text = flatType(of);
    if (text !== null && this.fits(text, tail + 1, of.flags)) this.write(` ${text}`);
    else if (of.kind === "union" && !isHugged(of.members)) this.#unionBelow(of, tail);
    else {
      this.write(" ");
      this.brokenType(of, tail);
    }
  }

  /** A type on several lines. */
  protected brokenType(of: TypeNode, tail: number): void {
    switch (of.kind) {
      case "word":
        this.write(of.text);
        return;
      case "reference":
        this.write(of.name);
        this.typeArguments(of.args, tail);
        return;
      case "arrayOf":
        this.#operand(of.items, 5, tail + 2);
        this.write("[]");
        return;
      case "operator":
        this.write(`${of.operator} `);
        this.#operand(of.of, 3, tail);
        return;
      case "union":
        if (isHugged(of.members)) this.#huggedUnion(of.members, tail);
        else this.#unionBelow(of, tail);
        return;
      case "intersection":
        this.#intersection(of.members, tail);
        return;
      case "fields":
        this.#membersIn("{", of.members, ";", "}");
        return;
      case "tuple":
        this.#membersIn("[", of.members, ",", "]");
        return;
      case "lookup":
        this.#operand(of.of, 5, 1);
        this.write("[");
        this.type(of.index, tail + 1);
        this.write("]");
        return;
      case "choice":
        this.#choice(of, tail);
        return;
      case "signature":
        if (of.isNew) this.write("new ");
        this.signature(of.parameters, undefined, 4);
        this.behind(" =>", of.returns, tail);
        return;
      case "predicate":
        this.behind(`${of.asserts ? "asserts " : ""}${of.name} is`, of.type, tail);
    }
  }

  #operand(of: TypeNode, least: number, tail: number): void {
    if (typeLevels[of.kind] >= least) {
      this.type(of, tail);
      return;
    }
    const text = flatType(of);
    const isWhole = text !== null && this.fits(text, tail + 2, of.flags);
    this.write("(");
    if (!isWhole && of.kind === "union" && !isHugged(of.members)) {
      this.#unionBelow(of, 0);
      this.line();
    } else this.type(of, tail + 1);
    this.write(")");
  }

  #huggedUnion(members: readonly TypeNode[], tail: number): void {
    for (const [at, one] of members.entries()) {
      if (at > 0) this.write(" | ");
      const behind = members.slice(at + 1).reduce((sum, { flat }) => sum + 3 + (flat ?? "").length, tail); // prettier-ignore
      this.#operand(one, 3, behind);
    }
  }

  /** A union with its members below what comes before it. */
  #unionBelow(of: Of<TypeNode, "union">, tail: number): void {
    this.depth += 2;
    this.line();
    this.#union(of, tail);
    this.depth -= 2;
  }

  /** A union that begins a line: on that line, or with one for each member. */
  #union(of: Of<TypeNode, "union">, tail: number): void {
    const text = flatType(of);
    if (text !== null && this.fits(text, tail, of.flags)) {
      this.write(text);
      return;
    }
    const last = of.members.length - 1;
    for (const [at, one] of of.members.entries()) {
      if (at > 0) this.line();
      this.write("| ");
      this.depth += 2;
      this.#operand(one, 3, at === last ? tail : 0);
      this.depth -= 2;
    }
  }

  #intersection(members: readonly TypeNode[], tail: number): void {
    let isBroken = false;
    let previous: TypeNode | undefined;
    for (const [at, one] of members.entries()) {
      const objects = Number(previous?.kind === "fields") + Number(one.kind === "fields");
      if (objects === 1 && at > 1) isBroken = true;
      if (previous !== undefined) this.write(" &");
      const isIndented = previous !== undefined && (objects === 0 || (objects === 2 ? isBroken : at > 1)); // prettier-ignore
      if (isIndented) this.depth += 2;
      if (previous !== undefined && objects === 0) this.line();
      else if (previous !== undefined) this.write(" ");
      this.#operand(one, 3, behindOf(members, at, tail));
      if (isIndented) this.depth -= 2;
      previous = one;
    }
  }

  #choice(of: Of<TypeNode, "choice">, tail: number): void {
    this.#operand(of.of, 1, 9);
    this.write(" extends ");
    this.#operand(of.extends, 1, 0);
    this.depth += 2;
    this.line();
    this.behind("?", of.yes, 0);
    this.line();
    if (of.no.kind !== "choice") this.behind(":", of.no, tail);
    else {
      // Of a chain of conditions all are broken.
      this.write(": ");
      this.#choice(of.no, tail);
    }
    this.depth -= 2;
  }

  /** `<A, B>`, or nothing. */
  protected typeArguments(args: readonly TypeNode[], tail: number): void {
    const [first, second] = args;
    if (first === undefined) return;
    this.write("<");
    if (second === undefined && isHuggedArgument(first)) this.type(first, tail + 1);
    else {
      this.depth += 2;
      for (const [at, one] of args.entries()) {
        this.line();
        const behind = at < args.length - 1 ? "," : "";
        if (one.kind === "union" && !isHugged(one.members)) this.#union(one, behind.length);
        else this.type(one, behind.length);
        this.write(behind);
      }
      this.depth -= 2;
      this.line();
    }
    this.write(">");
  }

  #membersIn(begin: string, members: readonly Member[], end: string, close: string): void {
    this.write(begin);
    this.depth += 2;
    for (const one of members) {
      this.line();
      this.field(one, end);
    }
    this.depth -= 2;
    this.line();
    this.write(close);
  }

  /** A field, with its comment on the lines before it. */
  protected field(of: Member, end: string): void {
    if (of.doc.length > 0) {
      this.lines(of.doc);
      this.line();
    }
    const text = of.doc.length > 0 ? memberText(of) : flatMember(of);
    if (text !== null && this.fits(text, 1, of.flags)) this.write(text);
    else this.#brokenMember(of);
    this.write(end);
  }

  #brokenMember({ key, type, isMethod }: Member): void {
    if (isMethod === true && type.kind === "signature") {
      this.write(key);
      this.signature(type.parameters, type.returns, ";".length);
      return;
    }
    const isIndex = key.startsWith("[") && key.endsWith("]");
    if (isIndex && !this.fits(`${key}: ${headOfType(type)}`, 1)) this.#indexBelow(key);
    else this.write(key === "" ? "" : `${key}:`);
    if (key === "") this.type(type, 1);
    else this.behind("", type, 1);
  }

  #indexBelow(key: string): void {
    this.write("[");
    this.depth += 2;
    this.line();
    this.write(key.slice(1, -1));
    this.depth -= 2;
    this.line();
    this.write("]:");
  }

  /** Parameters in parentheses, and the type behind them. */
  protected signature(
    parameters: readonly Parameter[],
    returns: TypeNode | undefined,
    tail: number,
  ): void {
    const text = flatSignature(parameters, returns);
    if (text !== null && this.fits(text, tail)) {
      this.write(text);
      return;
    }
    this.#parameters(parameters);
    if (returns !== undefined) this.behind(":", returns, tail);
  }

  #parameters(parameters: readonly Parameter[]): void {
    const [only, second] = parameters;
    this.write("(");
    if (only !== undefined && second === undefined && isHuggedParameter(only)) {
      this.#huggedParameter(only);
    } else if (only !== undefined) {
      this.depth += 2;
      for (const one of parameters) {
        this.line();
        this.parameter(one, 1);
        // Nothing may stand behind a rest parameter.
        if (one.pattern.kind !== "spread") this.write(",");
      }
      this.depth -= 2;
      this.line();
    }
    this.write(")");
  }

  /** Its braces are broken where the parentheses would be. */
  #huggedParameter({ pattern, optional, type, initial }: Parameter): void {
    if (pattern.kind === "object") this.broken(pattern, "value", 0);
    else this.expression(pattern, "value", 0);
    if (optional) this.write("?");
    if (type?.kind === "fields" && type.members.length > 0) {
      this.write(": ");
      this.brokenType(type, 1);
    } else if (type !== undefined) this.behind(":", type, 1);
    if (initial === undefined) return;
    this.write(" = ");
    this.expression(initial, "value", 1);
  }

  /** A parameter with its type and its initial value. */
  protected parameter(of: Parameter, tail: number): void {
    const text = flatParameter(of);
    if (text !== null && this.fits(text, tail, of.flags)) {
      this.write(text);
      return;
    }
    this.expression(of.pattern, "value", 0);
    if (of.optional) this.write("?");
    if (of.type !== undefined) this.behind(":", of.type, tail);
    if (of.initial === undefined) return;
    this.write(" = ");
    this.expression(of.initial, "value", tail);
  }
}

/** How many columns behind a member of an intersection belong to its line. */
function behindOf(members: readonly TypeNode[], at: number, tail: number): number {
  const [here, next] = [members[at], members[at + 1]];
  if (here === undefined || next === undefined) return tail;
  if (here.kind !== "fields" && next.kind !== "fields") return 2;
  const head = headOfType(next);
  return 3 + head.length + (head === flatType(next) ? behindOf(members, at + 1, tail) : 0);
}

/** Tells whether the only parameter stays beside its parentheses. */
function isHuggedParameter({ pattern, type }: Parameter): boolean {
  return pattern.kind === "object" || type?.kind === "fields";
}

/** Returns the part of a type before the first place where it may break. */
export function headOfType(of: TypeNode): string {
  switch (of.kind) {
    case "union":
      return isHugged(of.members) ? of.members.map(headOfType).join(" | ") : "";
    case "intersection":
      return headOfIntersection(of.members);
    case "fields":
      return of.members.length === 0 ? "{}" : "{";
    case "tuple":
      return of.members.length === 0 ? "[]" : "[";
    case "signature":
      return of.isNew ? "new (" : "(";
    case "operator":
      return `${of.operator} ${headOfOperand(of.of, 3)}`;
    case "arrayOf":
      return headOfOperand(of.items, 5) + (flatType(of.items) === headOfType(of.items) ? "[]" : "");
    case "reference":
      return headOfReference(of);
    default:
      return flatType(of) ?? "";
  }
}

function headOfOperand(of: TypeNode, least: number): string {
  return (typeLevels[of.kind] < least ? "(" : "") + headOfType(of);
}

function headOfIntersection([first, second]: readonly TypeNode[]): string {
  if (first === undefined) return "";
  const head = headOfType(first);
  if (first.kind === "fields" || second === undefined) return head;
  return second.kind === "fields" ? `${head} & ${headOfType(second)}` : `${head} &`;
}

function headOfReference({ name, args }: Of<TypeNode, "reference">): string {
  const [first, second] = args;
  if (first === undefined) return name;
  if (second !== undefined || !isHuggedArgument(first)) return `${name}<`;
  const head = headOfType(first);
  return `${name}<${head}${head === flatType(first) ? ">" : ""}`;
}
