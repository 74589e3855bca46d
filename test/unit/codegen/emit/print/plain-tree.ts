import type { Expr, Node, Of, Stmt } from "../../../../../src/codegen/emit/nodes/nodes.js";
import { isChain } from "../../../../../src/codegen/emit/nodes/nodes.js";

/** A tree as data, without what does not show in its text or may show in several ways. */
export type Plain = string | boolean | undefined | readonly Plain[] | { readonly [key: string]: Plain }; // prettier-ignore

/** Whether the types of a tree count. */
export type Language = "ts" | "js";

/** What counts of statements: not comments, empty lines, and how long chains lean. */
export function plainStatements(all: readonly Stmt[], language: Language): readonly Plain[] {
  return all.filter((one) => isCode(one, language)).map((one) => plain(one, language));
}

function isCode({ kind }: Stmt, language: Language): boolean {
  if (kind === "blank" || kind === "comment") return false;
  return language === "ts" || (kind !== "interface" && kind !== "alias");
}

const unseen = new Set(["flags", "flat", "broken", "doc", "use"]);
const typeKeys = new Set(["type", "types", "returns", "optional", "fields"]);

function plain(node: Node, language: Language): Plain {
  switch (node.kind) {
    case "local":
      return { kind: "name", text: node.local.name };
    case "imported":
      return { kind: "name", text: node.use.local };
    case "commented":
    case "closed":
      return plain(node.of, language);
    case "binary":
      if (!["&&", "||", "??"].includes(node.operator)) break;
      return { kind: node.operator, parts: operandsOf(node, node.operator, language).map((one) => plain(one, language)) }; // prettier-ignore
    case "sequence":
      return { kind: node.kind, parts: partsOf(node, language).map((one) => plain(one, language)) };
    case "block":
      return { kind: node.kind, body: plainStatements(node.body, language) };
    case "as":
    case "certain":
      if (language === "js") return plain(node.of, language);
      break;
    default:
  }
  return Object.fromEntries(Object.entries(node).filter(([key]) => isSeen(node, key, language)).map(([key, value]) => [key, plainPart(node, key, value, language)])); // prettier-ignore
}

function isSeen(node: Node, key: string, language: Language): boolean {
  if (unseen.has(key)) return false;
  if (language === "ts" || !typeKeys.has(key)) return true;
  // Calls have types, and members of chains are optional in all languages.
  return key === "optional" ? node.kind !== "parameter" : false;
}

const branches = new Set(["if then", "if otherwise", "forEach body", "for body", "while body"]);

function plainPart(node: Node, key: string, value: unknown, language: Language): Plain {
  if (Array.isArray(value)) {
    if (key === "body") return plainStatements(value as readonly Stmt[], language); // of clauses
    const nodes = value.filter((one): one is Node | string => !isNode(one) || !isSpace(one));
    const parts = key === "args" && isTypeReference(node) && language === "js" ? [] : nodes;
    return parts.map((one) => (isNode(one) ? plain(one, language) : one));
  }
  if (!isNode(value)) return value as Plain; // what is no node is a word
  if (branches.has(`${node.kind} ${key}`)) return plain(blockOf(value), language);
  if (isChainHead(node, key, value, language)) return { closed: plain(value, language) };
  return plain(value, language);
}

function isTypeReference({ kind }: Node): boolean {
  return kind === "reference";
}

function isSpace({ kind }: Node): boolean {
  return kind === "blank" || kind === "comment";
}

/** Whether an optional chain ends before what is called or read of it. */
function isChainHead(node: Node, key: string, value: Node, language: Language): boolean {
  const isHead = key === "object" || key === "callee" || (node.kind === "certain" && key === "of");
  if (!isHead) return false;
  let of = value;
  // What `new` makes is in parentheses anyway.
  let isClosed = node.kind === "call" && node.isNew;
  while (isAround(of, language)) {
    if (of.kind === "closed" || of.kind === "as") isClosed = true;
    of = of.of;
  }
  return isClosed && isExpression(of) && isChain(of);
}

/** Whether an expression shows as its only part. */
function isAround(
  of: Node,
  language: Language,
): of is Of<Expr, "as" | "certain" | "closed" | "commented"> {
  // prettier-ignore
  const isErased = language === "js" && (of.kind === "as" || of.kind === "certain");
  return isErased || of.kind === "closed" || of.kind === "commented";
}

/** Whatever is no chain is none. */
function isExpression(of: Node): of is Expr {
  return of.kind !== "block";
}

function blockOf(node: Node): Node {
  if (node.kind === "block") return node;
  const body = node.kind === "list" ? node.body : [node as Stmt]; // branches are statements
  return { kind: "block", flags: 0, flat: undefined, body };
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "kind" in value;
}

/** The operands of a chain of `&&`, `||` or `??`, which leans to the left in print. */
function operandsOf(whole: Expr, operator: string, language: Language): readonly Expr[] {
  const of = bare(whole, language);
  if (of.kind !== "binary" || of.operator !== operator) return [of];
  return [...operandsOf(of.left, operator, language), ...operandsOf(of.right, operator, language)];
}

function partsOf(whole: Expr, language: Language): readonly Expr[] {
  const of = bare(whole, language);
  if (of.kind !== "sequence") return [of];
  const [first, ...others] = of.parts;
  return first === undefined ? [] : [...partsOf(first, language), ...others];
}

/** An expression without what does not show. */
function bare(of: Expr, language: Language): Expr {
  return isAround(of, language) ? bare(of.of, language) : of;
}
