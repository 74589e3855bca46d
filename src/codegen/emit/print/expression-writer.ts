import type { Block, Expr, Of, Property } from "../nodes/nodes.js";
import { areNumbers, headOf, isInline, isPoorlyBreakable } from "./breaks.js";
import { CallWriter } from "./call-writer.js";
import { flatAt, flatOperand, flatProperty, flatText, keyText, mustQuote } from "./flat-text.js";
import type { Place } from "./parentheses.js";
import { balanced, beginsWithBrace, isFlattened, isLogical, isOperandInParentheses, isSignBeforeSign, isTight, needsParentheses, prefixText } from "./parentheses.js"; // prettier-ignore

/** Writes expressions, as prettier lays them out. */
export abstract class ExpressionWriter extends CallWriter {
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
        this.call(of, place, tail);
        return;
      case "member":
        this.member(of, place, tail);
        return;
      case "index":
        this.expression(of.object, "object", 1);
        this.index(of, tail);
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
        this.#branches(of, tail, 0);
        return;
      case "arrow":
        this.arrow(of, tail, false);
        return;
      default:
        this.#brokenWhole(of, tail);
    }
  }

  /** Writes a broken expression that breaks only where its only part does. */
  #brokenWhole(of: Expr, tail: number): void {
    switch (of.kind) {
      case "spread":
        this.write("...");
        this.expression(of.of, "spread", tail);
        return;
      case "sequence":
        for (const [at, part] of of.parts.entries()) {
          if (at > 0) this.line();
          this.item(of.parts, part, "value", at === of.parts.length - 1 ? tail : 1);
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
    } else if (this.#isBelow(value, tail, isShortKey)) {
      this.depth += 2;
      this.line();
      this.expression(value, "value", tail);
      this.depth -= 2;
    } else {
      this.write(" ");
      this.expression(value, "value", tail);
    }
  }

  /** Tells whether a value that does not fit beside its operator begins a line of its own. */
  #isBelow(value: Expr, tail: number, isShortKey: boolean): boolean {
    const of = value.kind === "commented" ? value.of : value;
    switch (of.kind) {
      case "binary":
        return !isInline(of);
      case "sequence":
        return true;
      case "conditional":
        if (of.test.kind === "binary" && !isInline(of.test)) return true;
        break;
      case "arrow":
      case "template":
        return false;
      case "literal":
        if (of.type === "string" && !isShortKey) return true;
        break;
      default:
        if (!isShortKey && isPoorlyBreakable(of, false)) return true;
    }
    if (isShortKey) return false;
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
      this.item(items, item, "argument", 1);
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

  /** Tells whether the right side of an operator stays on its line. */
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

  /** A condition; `testDepth`: how much further in lines of its test begin. */
  #branches({ test, yes, no }: Of<Expr, "conditional">, tail: number, testDepth: number): void {
    this.depth += testDepth;
    this.expression(test, "test", 0);
    this.depth += 2 - testDepth;
    this.line();
    this.write("? ");
    this.#branch(yes, 0, 2);
    this.line();
    this.write(": ");
    this.#branch(no, tail, 0);
    this.depth -= 2;
  }

  /** Of a chain of conditions all are broken if one of them is. */
  #branch(of: Expr, tail: number, testDepth: number): void {
    if (of.kind === "conditional") {
      this.#branches(of, tail, testDepth);
      return;
    }
    this.depth += 2;
    this.expression(of, "branch", tail);
    this.depth -= 2;
  }

  protected arrow(
    { parameters, returns, body }: Of<Expr, "arrow">,
    tail: number,
    isLast: boolean,
  ): void {
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
    if (body.kind === "sequence") {
      this.write(" ");
      this.inParentheses(body, "statement");
      return;
    }
    this.depth += 2;
    this.line();
    this.#arrowBody(body, isLast ? 1 : tail);
    this.depth -= 2;
    if (isLast) this.#lastLine();
  }

  /** On a line of its own a condition needs no parentheses. */
  #arrowBody(body: Expr, tail: number): void {
    const isBare = body.kind === "conditional" && !beginsWithBrace(body);
    this.expression(body, isBare ? "branch" : "arrowBody", tail);
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

/** Tells whether the lines of a chain of operators begin in the column where the chain begins. */
function isAligned(of: Of<Expr, "binary">, place: Place, isChain: boolean): boolean {
  if (alignedPlaces.has(place)) return true;
  return isInline(of) ? !isChain : place === "value";
}

/** Tells whether an operator has no other one of its kind beside it. */
function isAlone({ operator, left, right }: Of<Expr, "binary">, place: Place): boolean {
  const kind = isLogical(operator);
  if (kind && place === "if") return false;
  return !isOfKind(left, kind) && !isOfKind(right, kind);
}

function isOfKind(of: Expr, kind: boolean): boolean {
  return of.kind === "binary" && isLogical(of.operator) === kind;
}

/** Tells whether an expression in parentheses has lines of its own. */
function standsApart(of: Expr, place: Place): boolean {
  if (of.kind === "binary") return isTight(place);
  return of.kind === "as" && (place === "callee" || place === "object");
}

/** Tells whether the body of an arrow begins with a brace or bracket on the arrow's line. */
function isBegunBeside(body: Expr | Block): boolean {
  return body.kind === "block" || body.kind === "array" || body.kind === "object";
}
