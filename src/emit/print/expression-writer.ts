import type { Block, Expr, Of, Property } from "../nodes/nodes.js";
import {
  areNumbers,
  headOf,
  headOfArguments,
  isInline,
  isLastHugged,
  isPoorlyBreakable,
  mustBreak,
} from "./breaks.js";
import { flatAt, flatOperand, flatProperty, flatText, flatTypeArguments, keyText, listText, mustQuote } from "./flat-text.js"; // prettier-ignore
import type { Link, MemberChain } from "./member-chain.js";
import { memberChainOf } from "./member-chain.js";
import type { Place } from "./parentheses.js";
import { balanced, isFlattened, isLogical, isMadeOfCall, isOperandInParentheses, isSignBeforeSign, isTight, needsParentheses, prefixText } from "./parentheses.js"; // prettier-ignore
import { TypeWriter } from "./type-writer.js";

/** Writes expressions, as prettier lays them out. */
export abstract class ExpressionWriter extends TypeWriter {
  /** Statements in braces. */
  abstract braced(of: Block): void;

  /** `tail`: how many columns behind it belong to its line. */
  expression(of: Expr, place: Place, tail: number): void {
    const text = flatAt(of, place);
    if (text !== null && this.fits(text, tail, of.flags)) this.write(text);
    else if (!needsParentheses(of, place)) this.broken(of, place, tail);
    else if (standsApart(of, place)) this.inParentheses(of, place);
    else {
      this.write("(");
      this.broken(of, place, tail + 1);
      if (of.kind === "conditional" && place === "object") this.line();
      this.write(")");
    }
  }

  /** On lines of its own between parentheses. */
  protected inParentheses(of: Expr, place: Place): void {
    this.write("(");
    this.depth += 2;
    this.line();
    if (of.kind === "binary" && place !== "return") this.broken(of, place, 0);
    else this.expression(of, "value", 0);
    this.depth -= 2;
    this.line();
    this.write(")");
  }

  /** An expression on several lines. */
  protected broken(of: Expr, place: Place, tail: number): void {
    switch (of.kind) {
      case "array":
        this.#array(of.items);
        return;
      case "object":
        this.#object(of.members);
        return;
      case "call":
        this.#call(of, place, tail);
        return;
      case "member":
        this.#member(of, place, tail);
        return;
      case "index":
        this.expression(of.object, "object", 1);
        this.#index(of, tail);
        return;
      case "unary":
        this.#unary(of, tail);
        return;
      case "update":
        if (of.prefix) this.write(of.operator);
        this.expression(of.operand, "unary", tail);
        if (!of.prefix) this.write(of.operator);
        return;
      case "binary":
        this.#binary(balanced(of), place, tail);
        return;
      case "assign":
        this.expression(of.left, "assigned", of.operator.length + 1);
        this.assigned(` ${of.operator}`, of.right, tail);
        return;
      case "conditional":
        this.#conditional(of, tail);
        return;
      case "arrow":
        this.#arrow(of, tail, false);
        return;
      default:
        this.#brokenWhole(of, tail);
    }
  }

  /** What is broken where its only part is. */
  #brokenWhole(of: Expr, tail: number): void {
    switch (of.kind) {
      case "spread":
        this.write("...");
        this.expression(of.of, "spread", tail);
        return;
      case "sequence":
        for (const [at, part] of of.parts.entries()) {
          if (at > 0) this.line();
          this.expression(part, "value", at === of.parts.length - 1 ? tail : 1);
          if (at < of.parts.length - 1) this.write(",");
        }
        return;
      case "as":
        this.expression(of.of, "as", of.word.length + 2);
        this.write(` ${of.word} `);
        this.type(of.type, tail);
        return;
      case "certain":
        this.expression(of.of, "object", tail + 1);
        this.write("!");
        return;
      case "commented":
        this.write(`${of.comment} `);
        this.expression(of.of, "unary", tail);
        return;
      case "closed":
        this.write("(");
        this.expression(of.of, "value", tail + 1);
        this.write(")");
        return;
      case "template":
        this.#template(of);
        return;
      default:
        this.write(flatText(of) ?? "");
    }
  }

  /** Lines are not broken in templates but where they must be. */
  #template({ parts, holes }: Of<Expr, "template">): void {
    const { width } = this;
    this.width = Infinity;
    this.write(`\`${parts[0] ?? ""}`);
    for (const [at, hole] of holes.entries()) {
      this.write("${");
      this.expression(hole, "value", 0);
      this.write(`}${parts[at + 1] ?? ""}`);
    }
    this.write("`");
    this.width = width;
  }

  /** A value behind an operator, or on the next line (prettier's `assignment.js`). */
  protected assigned(operator: string, value: Expr, tail: number, isShortKey = false): void {
    this.write(operator);
    const text = flatAt(value, "value");
    if (text !== null && this.fits(text, tail + 1, value.flags)) {
      this.write(` ${text}`);
    } else if (!isShortKey && this.#isBelow(value, tail)) {
      this.depth += 2;
      this.line();
      this.expression(value, "value", tail);
      this.depth -= 2;
    } else {
      this.write(" ");
      this.expression(value, "value", tail);
    }
  }

  /** Whether a value that does not fit beside its operator begins a line of its own. */
  #isBelow(value: Expr, tail: number): boolean {
    const of = value.kind === "commented" ? value.of : value;
    switch (of.kind) {
      case "binary":
        return !isInline(of);
      case "sequence":
        return true;
      case "conditional":
        if (of.test.kind === "binary") return true;
        break;
      case "arrow":
        return false;
      case "literal":
        return of.type === "string" || !this.fits(of.text, 2);
      default:
        if (isPoorlyBreakable(of, false)) return true;
    }
    const head = headOf(value);
    return !this.fits(head, head === flatText(value) ? tail + 1 : 1);
  }

  #unary(of: Of<Expr, "unary">, tail: number): void {
    this.write(prefixText(of.operator));
    if (!isSignBeforeSign(of)) {
      this.expression(of.operand, "unary", tail);
      return;
    }
    this.write("(");
    this.expression(of.operand, "value", tail + 1);
    this.write(")");
  }

  #array(items: readonly Expr[]): void {
    const isFilled = areNumbers(items);
    this.write("[");
    this.depth += 2;
    for (const [at, item] of items.entries()) {
      if (isFilled && at > 0 && this.fits(flatText(item) ?? "", 2)) this.write(" ");
      else this.line();
      this.expression(item, "argument", 1);
      this.write(",");
    }
    this.depth -= 2;
    this.line();
    this.write("]");
  }

  #object(members: readonly Property[]): void {
    if (members.length === 0) {
      this.write("{}");
      return;
    }
    const areQuoted = mustQuote(members);
    this.write("{");
    this.depth += 2;
    for (const member of members) {
      this.line();
      this.#property(member, areQuoted);
      this.write(",");
    }
    this.depth -= 2;
    this.line();
    this.write("}");
  }

  #property(of: Property, areQuoted: boolean): void {
    const text = flatProperty(of, areQuoted);
    if (text !== null && this.fits(text, 1, of.flags)) {
      this.write(text);
      return;
    }
    switch (of.kind) {
      case "shorthand":
        this.expression(of.of, "value", 0);
        if (of.initial === undefined) return;
        this.write(" = ");
        this.expression(of.initial, "value", 1);
        return;
      case "rest":
        this.write("...");
        this.expression(of.of, "spread", 1);
        return;
      case "computed":
        this.write("[");
        this.expression(of.key, "value", 3);
        this.write("]");
        this.assigned(":", of.value, 1);
        return;
      case "property": {
        const key = keyText(of.key, areQuoted);
        this.write(key);
        this.assigned(":", of.value, 1, key.length < 5);
      }
    }
  }

  /** A name that does not fit behind its object may begin a line. */
  #member(of: Of<Expr, "member">, place: Place, tail: number): void {
    const name = (of.optional ? "?." : ".") + of.name;
    const isBehind = isNameBehind(of, place);
    this.expression(of.object, "object", isBehind ? name.length + tail : 0);
    if (isBehind || this.fits(name, tail)) {
      this.write(name);
      return;
    }
    this.depth += 2;
    this.line();
    this.write(name);
    this.depth -= 2;
  }

  #index({ index, optional }: Of<Expr, "index">, tail: number): void {
    this.write(optional ? "?.[" : "[");
    const text = flatText(index);
    const isNumber = index.kind === "literal" && index.type === "number";
    if (isNumber || (text !== null && this.fits(text, tail + 1, index.flags))) {
      this.expression(index, "value", 1);
    } else {
      this.depth += 2;
      this.line();
      this.expression(index, "value", 0);
      this.depth -= 2;
      this.line();
    }
    this.write("]");
  }

  #call(of: Of<Expr, "call">, place: Place, tail: number): void {
    const chain = memberChainOf(of, place === "statement");
    if (chain !== undefined && this.#isChainBroken(of, chain)) {
      this.#chain(chain, tail);
      return;
    }
    if (of.isNew) this.write("new ");
    const isInParentheses = of.isNew && isMadeOfCall(of.callee);
    if (isInParentheses) this.write("(");
    this.expression(of.callee, of.isNew ? "object" : "callee", 1);
    if (isInParentheses) this.write(")");
    this.#called(of, tail);
  }

  /** Types and arguments of a call. */
  #called({ optional, types, args }: Of<Expr, "call">, tail: number): void {
    if (optional) this.write("?.");
    if (types.length > 0) {
      const text = flatTypeArguments(types);
      if (text !== null && this.fits(text, 1)) this.write(text);
      else this.typeArguments(types, 1);
    }
    this.#arguments(args, tail);
  }

  /** Whether a chain that does not fit on its line has a line for each of its members. */
  #isChainBroken(of: Of<Expr, "call">, chain: MemberChain): boolean {
    const { groups, isBroken, takesFunctions } = chain;
    if (isBroken || !mustBreak(of) || groups.slice(0, -1).flat().some(mustBreakLink)) return true;
    if (takesFunctions && (groups.at(-1) ?? []).some(mustBreakLink)) return true;
    const callee = flatAt(of.callee, "callee");
    return callee === null || !this.fits(callee + headOfArguments(of.args), 0);
  }

  #chain({ start, beside, groups, isMerged }: MemberChain, tail: number): void {
    const [first, ...others] = groups;
    this.expression(start, "object", 1);
    for (const link of beside) this.#link(link, 1);
    if (isMerged) for (const link of first) this.#link(link, 1);
    this.depth += 2;
    const below = isMerged ? others : groups;
    for (const links of below) {
      this.line();
      for (const link of links) this.#link(link, links === below.at(-1) && link === links.at(-1) ? tail : 0); // prettier-ignore
    }
    this.depth -= 2;
  }

  #link(of: Link, tail: number): void {
    switch (of.kind) {
      case "member":
        this.write((of.optional ? "?." : ".") + of.name);
        return;
      case "index":
        this.#index(of, tail);
        return;
      case "call":
        this.#called(of, tail);
    }
  }

  /** As prettier's `call-arguments.js`: the last argument may stay beside the parenthesis. */
  #arguments(args: readonly Expr[], tail: number): void {
    const all = listText(args, "argument");
    if (args.length === 0 || (all !== null && this.fits(all, tail + 2))) {
      this.write(`(${all ?? ""})`);
      return;
    }
    if (this.#hugLast(args, tail)) return;
    this.write("(");
    this.depth += 2;
    for (const one of args) {
      this.line();
      this.expression(one, "argument", 1);
      this.write(",");
    }
    this.depth -= 2;
    this.line();
    this.write(")");
  }

  /** Writes arguments of which only the last one is broken, if there is room for the others. */
  #hugLast(args: readonly Expr[], tail: number): boolean {
    const last = args.at(-1);
    if (last === undefined || !isLastHugged(args)) return false;
    const head = headOfArguments(args);
    if (head === "(" || !this.fits(head, 0)) return false;
    for (const [at, one] of args.entries()) {
      this.write(at === 0 ? "(" : ", ");
      if (one !== last) this.expression(one, "argument", 0);
    }
    if (last.kind === "arrow") this.#arrow(last, tail + 1, true);
    else this.broken(last, "argument", tail + 1);
    this.write(")");
    return true;
  }

  #binary(of: Of<Expr, "binary">, place: Place, tail: number): void {
    const operands: Expr[] = [of.right];
    const operators: string[] = [of.operator];
    let first: Expr = of.left;
    let operator = of.operator;
    while (first.kind === "binary" && isFlattened(operator, first.operator)) {
      first = balanced(first);
      operator = first.operator;
      operands.unshift(first.right);
      operators.unshift(operator);
      first = first.left;
    }
    this.#operand(first, operator, false, operator.length + 1);
    const isChain = operands.length > 1;
    const isIndented = !isAligned(of, place, isChain);
    if (isIndented) this.depth += 2;
    const mayStay = !isChain && isAlone(of, place);
    for (const [at, operand] of operands.entries()) {
      const isLast = at === operands.length - 1;
      const here = operators[at] ?? "";
      this.write(` ${here}`);
      if (isLast && isInline(of)) this.write(" ");
      else if (mayStay && this.#isBeside(operand, here, tail)) this.write(" ");
      else this.line();
      this.#operand(operand, here, true, isLast ? tail : (operators[at + 1] ?? "").length + 1);
    }
    if (isIndented) this.depth -= 2;
  }

  /** Whether the right side of an operator stays on its line. */
  #isBeside(operand: Expr, operator: string, tail: number): boolean {
    const text = flatOperand(operand, operator, true);
    return text !== null && this.fits(text, tail + 1, operand.flags);
  }

  #operand(of: Expr, outer: string, isRight: boolean, tail: number): void {
    if (!isOperandInParentheses(of, outer, isRight)) {
      this.expression(of, "operand", tail);
      return;
    }
    this.write("(");
    this.expression(of, "operand", tail + 1);
    this.write(")");
  }

  #conditional({ test, yes, no }: Of<Expr, "conditional">, tail: number): void {
    this.expression(test, "test", 0);
    this.depth += 2;
    this.line();
    this.write("? ");
    this.#branch(yes, 0);
    this.line();
    this.write(": ");
    // Of a chain of conditions all are broken if one of them is.
    if (no.kind === "conditional") this.#conditional(no, tail);
    else this.#branch(no, tail);
    this.depth -= 2;
  }

  #branch(of: Expr, tail: number): void {
    this.depth += 2;
    if (of.kind === "conditional") this.#conditional(of, tail);
    else this.expression(of, "branch", tail);
    this.depth -= 2;
  }

  /** `isLast`: as the last argument, beside the parenthesis. */
  #arrow({ parameters, returns, body }: Of<Expr, "arrow">, tail: number, isLast: boolean): void {
    this.signature(parameters, returns, isBegunBeside(body) ? 5 : 3);
    this.write(" =>");
    if (body.kind === "block") {
      this.write(" ");
      this.braced(body);
      return;
    }
    if (this.#isBodyBeside(body, tail)) {
      this.write(" ");
      this.expression(body, "arrowBody", tail);
      return;
    }
    if (body.kind === "conditional" || body.kind === "sequence") {
      this.write(" ");
      this.inParentheses(body, "statement");
      if (isLast && body.kind === "conditional") this.#lastLine();
      return;
    }
    this.depth += 2;
    this.line();
    this.expression(body, "arrowBody", isLast ? 1 : tail);
    this.depth -= 2;
    if (isLast) this.#lastLine();
  }

  #lastLine(): void {
    this.write(",");
    this.line();
  }

  #isBodyBeside(body: Expr, tail: number): boolean {
    if (body.kind === "array" || body.kind === "object" || body.kind === "arrow") return true;
    const text = flatAt(body, "arrowBody");
    return text !== null && this.fits(text, tail + 1, body.flags);
  }
}

const alignedPlaces: ReadonlySet<Place> = new Set<Place>(["return", "arrowBody", "test", "branch", "if", "callee", "object", "unary"]); // prettier-ignore

/** Whether the lines of a chain of operators begin where it begins. */
function isAligned(of: Of<Expr, "binary">, place: Place, isChain: boolean): boolean {
  if (alignedPlaces.has(place)) return true;
  return isInline(of) ? !isChain : place === "value";
}

/** Whether an operator has no other one of its kind beside it. */
function isAlone({ operator, left, right }: Of<Expr, "binary">, place: Place): boolean {
  const kind = isLogical(operator);
  if (kind && place === "if") return false;
  return !isOfKind(left, kind) && !isOfKind(right, kind);
}

function isOfKind(of: Expr, kind: boolean): boolean {
  return of.kind === "binary" && isLogical(of.operator) === kind;
}

/** Whether an expression in parentheses has lines of its own. */
function standsApart(of: Expr, place: Place): boolean {
  if (of.kind === "binary") return isTight(place);
  return of.kind === "as" && (place === "callee" || place === "object");
}

/** Whether a name stays behind its object. */
function isNameBehind({ object }: Of<Expr, "member">, place: Place): boolean {
  switch (object.kind) {
    case "name":
    case "local":
    case "imported":
      return place !== "object";
    case "call":
      return place === "callee" || (place === "value" && object.args.length > 0);
    default:
      return place === "callee";
  }
}

function mustBreakLink(link: Link): boolean {
  switch (link.kind) {
    case "member":
      return false;
    case "index":
      return mustBreak(link.index);
    case "call":
      return link.args.some(mustBreak);
  }
}

/** Whether a brace or bracket begins the body of an arrow on its line. */
function isBegunBeside(body: Expr | Block): boolean {
  return body.kind === "block" || body.kind === "array" || body.kind === "object";
}
