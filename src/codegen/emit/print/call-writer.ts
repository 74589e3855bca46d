import type { Expr, Of } from "../nodes/nodes.js";
import { headOfArguments, isLastHugged, mustBreak } from "./breaks.js";
import { flatAt, flatText, flatTypeArguments, listText } from "./flat-text.js";
import type { Link, MemberChain } from "./member-chain.js";
import { memberChainOf } from "./member-chain.js";
import type { Place } from "./parentheses.js";
import { isMadeOfCall, isTakenForCall } from "./parentheses.js";
import { TypeWriter } from "./type-writer.js";

/** Writes calls, members and chains of them. */
export abstract class CallWriter extends TypeWriter {
  /** `isLast`: as the last argument, beside the parenthesis. */
  protected abstract arrow(of: Of<Expr, "arrow">, tail: number, isLast: boolean): void;

  /** An item of a list. */
  protected item(items: readonly Expr[], item: Expr, place: Place, tail: number): void {
    const isTaken = isTakenForCall(items, item);
    if (isTaken) this.write("(");
    this.expression(item, place, isTaken ? tail + 1 : tail);
    if (isTaken) this.write(")");
  }

  /** A name that does not fit behind its object may begin a line. */
  protected member(of: Of<Expr, "member">, place: Place, tail: number): void {
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

  protected index({ index, optional }: Of<Expr, "index">, tail: number): void {
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

  protected call(of: Of<Expr, "call">, place: Place, tail: number): void {
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

  /** Tells whether a chain that does not fit on its line has a line for each of its members. */
  #isChainBroken(of: Of<Expr, "call">, chain: MemberChain): boolean {
    const { groups, isBroken, takesFunctions } = chain;
    if (isBroken || !mustBreak(of) || groups.slice(0, -1).flat().some(mustBreakLink)) return true;
    if (takesFunctions && (groups.at(-1) ?? []).some(mustBreakLink)) return true;
    const callee = flatAt(of.callee, "callee");
    return callee === null || !this.fits(callee + headOfArguments(of.args), 0);
  }

  #chain({ start, beside, groups, isMerged }: MemberChain, tail: number): void {
    const [first, ...others] = groups;
    const head = isMerged ? [...beside, ...first] : beside;
    this.expression(start, "object", head.length > 0 ? 1 : 0);
    this.#links(head, 0);
    this.depth += 2;
    const below = isMerged ? others : groups;
    for (const links of below) {
      this.line();
      this.#links(links, links === below.at(-1) ? tail : 0);
    }
    this.depth -= 2;
  }

  #links(links: readonly Link[], tail: number): void {
    for (const link of links) this.#link(link, link === links.at(-1) ? tail : 1);
  }

  #link(of: Link, tail: number): void {
    switch (of.kind) {
      case "member":
        this.write((of.optional ? "?." : ".") + of.name);
        return;
      case "index":
        this.index(of, tail);
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
      // One frame less for what is nested deeply.
      if (isTakenForCall(args, one)) this.item(args, one, "argument", 1);
      else this.expression(one, "argument", 1);
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
      if (one !== last) this.item(args, one, "argument", 0);
    }
    if (last.kind === "arrow") this.arrow(last, tail + 1, true);
    else this.broken(last, "argument", tail + 1);
    this.write(")");
    return true;
  }
}

/** Tells whether a name stays behind its object. */
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
