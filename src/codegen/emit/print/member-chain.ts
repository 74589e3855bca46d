import type { Expr, Of } from "../nodes/nodes.js";

/** A call, or an access to a member or an index. */
export type Link = Of<Expr, "call" | "member" | "index">;

/** A chain of members and calls, in the groups that prettier breaks lines between. */
export interface MemberChain {
  readonly start: Expr;
  /** The links that stay beside the start in any case, such as `.b` in `a.b.c()`. */
  readonly beside: readonly Link[];
  /** Members with their calls. */
  readonly groups: readonly [readonly Link[], ...(readonly Link[])[]];
  /** The first group stays beside the start, too: that is `this`, or named as classes are. */
  readonly isMerged: boolean;
  /** No place to keep it on one line: of many calls one has more than simple arguments. */
  readonly isBroken: boolean;
  /** A call before the last one takes a function. */
  readonly takesFunctions: boolean;
}

/**
 * The chain that a call ends, if it is one of several lines where it does not fit on one
 * (prettier's `member-chain.js`).
 */
export function memberChainOf(of: Expr, isStatement: boolean): MemberChain | undefined {
  if (of.kind !== "call" || of.isNew || !isMember(of.callee)) return undefined;
  const { start, links } = linksOf(of);
  let next = countBeside(start, links);
  const beside = links.slice(0, next);
  const groups: Link[][] = [];
  while (next < links.length) {
    const end = endOfGroup(links, next);
    groups.push(links.slice(next, end));
    next = end;
  }
  const [first, ...others] = groups;
  if (first === undefined) return undefined;
  const isMerged = staysBeside(start, beside, first, isStatement);
  if (groups.length <= (isMerged ? 2 : 1)) return undefined;
  const calls = links.filter((link) => link.kind === "call");
  return {
    start,
    beside,
    groups: [first, ...others],
    isMerged,
    isBroken: calls.length > 2 && !calls.every((call) => call.args.every(isSimpleArgument)),
    takesFunctions: calls.slice(0, -1).some((call) => call.args.some(isArrow)),
  };
}

function isArrow({ kind }: Expr): boolean {
  return kind === "arrow";
}

function isSimpleArgument(of: Expr): boolean {
  return isSimple(of, 2);
}

function isMember(of: Expr): boolean {
  return of.kind === "member" || of.kind === "index";
}

function linksOf(chain: Link): { readonly start: Expr; readonly links: readonly Link[] } {
  const links: Link[] = [];
  let current: Expr = chain;
  for (;;) {
    if (current.kind === "call" && isCalledInChain(current)) {
      links.unshift(current);
      current = current.callee;
    } else if (current.kind === "member" || current.kind === "index") {
      links.unshift(current);
      current = current.object;
    } else {
      return { start: current, links };
    }
  }
}

function isCalledInChain({ isNew, callee }: Of<Expr, "call">): boolean {
  return !isNew && (isMember(callee) || callee.kind === "call");
}

/** How many links stay beside the start. */
function countBeside(start: Expr, links: readonly Link[]): number {
  let count = 0;
  for (let link = links[count]; link?.kind === "call" || isPlainIndex(link); link = links[count]) {
    count++;
  }
  if (start.kind === "call") return count;
  while (isMemberAt(links, count) && isMemberAt(links, count + 1)) count++;
  return count;
}

function isPlainIndex(link: Link | undefined): boolean {
  return link?.kind === "index" && link.index.kind === "literal";
}

function isMemberAt(links: readonly Link[], at: number): boolean {
  const link = links[at];
  return link !== undefined && isMember(link);
}

/** A group ends before the first member behind a call. */
function endOfGroup(links: readonly Link[], from: number): number {
  let hasCall = false;
  let end = from;
  for (let link = links[end]; link !== undefined; link = links[++end]) {
    if (link.kind === "call") hasCall = true;
    else if (hasCall && !isPlainIndex(link)) return end;
  }
  return end;
}

function staysBeside(
  start: Expr,
  beside: readonly Link[],
  [first]: readonly Link[],
  isStatement: boolean,
): boolean {
  const isIndex = first?.kind === "index";
  const last = beside.at(-1);
  if (last !== undefined) return last.kind === "member" && (isFactory(last.name) || isIndex);
  const name = nameOf(start);
  if (name === undefined) return false;
  const isShortStatement = isStatement && name.length <= 2;
  return name === "this" || isFactory(name) || isShortStatement || isIndex;
}

function nameOf(of: Expr): string | undefined {
  switch (of.kind) {
    case "name":
      return of.text;
    case "local":
      return of.local.name;
    case "imported":
      return of.use.local;
    default:
      return undefined;
  }
}

/** Tells whether a name is that of a class or a library. */
function isFactory(name: string): boolean {
  return /^[A-Z]|^[$_]+$/.test(name);
}

/** Tells whether a chain is broken wherever it stands; most calls are none. */
export function isBrokenChain(of: Of<Expr, "call">): boolean {
  if (!isMember(of.callee) || callsIn(of) < 3) return false;
  return memberChainOf(of, false)?.isBroken === true;
}

/** How many calls stand in a chain of members and calls. */
function callsIn(of: Expr): number {
  if (of.kind === "call") return 1 + callsIn(of.callee);
  return of.kind === "member" || of.kind === "index" ? callsIn(of.object) : 0;
}

/** Tells whether an argument is simple, down to a depth. */
function isSimple(of: Expr, depth: number): boolean {
  if (depth <= 0) return false;
  const isSimpleWithin = (part: Expr): boolean => isSimple(part, depth - 1);
  switch (of.kind) {
    case "name":
    case "local":
    case "imported":
      return true;
    case "literal":
      return of.type !== "regexp" || of.text.lastIndexOf("/") <= 6;
    case "object":
      return of.members.every(
        (member) =>
          (member.kind === "shorthand" && member.initial === undefined) ||
          (member.kind === "property" && isSimpleWithin(member.value)),
      );
    case "array":
      return of.items.every(isSimpleWithin);
    case "call":
      return isSimple(of.callee, depth) && of.args.length <= depth && of.args.every(isSimpleWithin); // prettier-ignore
    case "member":
      return isSimple(of.object, depth);
    case "index":
      return isSimple(of.object, depth) && isSimple(of.index, depth);
    case "unary":
      return ["!", "-", "+", "~"].includes(of.operator) && isSimple(of.operand, depth);
    case "update":
      return isSimple(of.operand, depth);
    default:
      return false;
  }
}
