import { withFewestEscapes } from "../literal.js";
import type { Expr, Member, Of, Parameter, Property, Stmt, TypeNode } from "../nodes/nodes.js";
import { isBrokenChain } from "./member-chain.js";
import type { Place } from "./parentheses.js";
import { balanced, isMadeOfCall, isOperandInParentheses, isSignBeforeSign, isTakenForCall, needsParentheses, prefixText } from "./parentheses.js"; // prettier-ignore

/*
 * Text on one line. Each node's is made once, of the texts of its parts, and kept in the node;
 * `null`: in any case it stands on several lines.
 */

/** Longer texts stand on several lines wherever they begin. */
const longest = 120;

/** The text of an expression on one line, without parentheses around it. */
export function flatText(of: Expr): string | null {
  if (of.flat !== undefined) return of.flat;
  const text = findText(of);
  // Words cannot be broken, however long they are.
  return (of.flat = isTooLong(text) && !isWord(of) ? null : text);
}

/** The same, with the parentheses that it needs where it stands. */
export function flatAt(of: Expr, place: Place): string | null {
  const text = flatText(of);
  return text !== null && needsParentheses(of, place) ? `(${text})` : text;
}

function isTooLong(text: string | null): boolean {
  return text !== null && text.length > longest;
}

function bounded(text: string | null): string | null {
  return isTooLong(text) ? null : text;
}

function isWord({ kind }: Expr): boolean {
  return kind === "name" || kind === "local" || kind === "imported" || kind === "literal";
}

function around(before: string, text: string | null, behind: string): string | null {
  return text === null ? null : before + text + behind;
}

function joined(left: string | null, middle: string, right: string | null): string | null {
  return left === null || right === null ? null : left + middle + right;
}

function findText(of: Expr): string | null {
  switch (of.kind) {
    case "name":
      return of.text;
    case "local":
      return localText(of);
    case "imported":
      return of.use.local;
    case "literal":
      return of.type === "string" ? withFewestEscapes(of.text) : of.text;
    case "template":
      return templateText(of);
    case "array":
      return isTable(of.items) ? null : around("[", listText(of.items, "argument"), "]");
    case "object":
      return objectText(of);
    case "call":
      return callText(of);
    case "member":
      return around("", flatAt(of.object, "object"), (of.optional ? "?." : ".") + of.name);
    case "index": {
      const index = around(of.optional ? "?.[" : "[", flatAt(of.index, "value"), "]");
      return joined(flatAt(of.object, "object"), "", index);
    }
    case "unary":
      return around(prefixText(of.operator), operandOfUnary(of), "");
    case "update": {
      const operand = flatAt(of.operand, "unary");
      return of.prefix ? around(of.operator, operand, "") : around("", operand, of.operator);
    }
    case "binary":
      return binaryText(balanced(of));
    case "assign":
      return joined(flatAt(of.left, "assigned"), ` ${of.operator} `, flatAt(of.right, "value"));
    case "conditional": {
      const branches = joined(yesText(of.yes), " : ", flatAt(of.no, "branch"));
      return joined(flatAt(of.test, "test"), " ? ", branches);
    }
    case "arrow":
      return arrowText(of);
    case "spread":
      return around("...", flatAt(of.of, "spread"), "");
    case "sequence":
      return listText(of.parts, "value");
    case "as":
      return joined(flatAt(of.of, "as"), ` ${of.word} `, flatType(of.type));
    case "certain":
      return around("", flatAt(of.of, "object"), "!");
    case "commented":
      return around(`${of.comment} `, flatAt(of.of, "unary"), "");
    case "closed":
      return around("(", flatText(of.of), ")");
  }
}

function localText({ local }: Of<Expr, "local">): string {
  const { name } = local;
  if (name === undefined) throw new Error(`invariant: a variable without a name: ${local.key}`);
  return name;
}

function templateText({ parts, holes }: Of<Expr, "template">): string | null {
  let text = parts[0] ?? "";
  for (const [at, hole] of holes.entries()) {
    const value = flatAt(hole, "value");
    if (value === null) return null;
    text += `\${${value}}${parts[at + 1] ?? ""}`;
  }
  return `\`${text}\``;
}

function objectText({ members, broken }: Of<Expr, "object">): string | null {
  if (members.length === 0) return "{}";
  return broken ? null : around("{ ", propertiesText(members), " }");
}

function callText(of: Of<Expr, "call">): string | null {
  if (isBrokenChain(of)) return null;
  const callee = flatAt(of.callee, of.isNew ? "object" : "callee");
  if (callee === null) return null;
  const args = around("(", listText(of.args, "argument"), ")");
  if (args === null) return null;
  const types = of.types.length === 0 ? "" : flatTypeArguments(of.types);
  if (types === null) return null;
  if (of.isNew) return `new ${isMadeOfCall(of.callee) ? `(${callee})` : callee}${types}${args}`;
  return of.optional ? `${callee}?.${types}${args}` : callee + types + args;
}

function operandOfUnary(of: Of<Expr, "unary">): string | null {
  if (isSignBeforeSign(of)) return around("(", flatText(of.operand), ")");
  return flatAt(of.operand, "unary");
}

function binaryText({ operator, left, right }: Of<Expr, "binary">): string | null {
  const leftText = flatOperand(left, operator, false);
  return joined(leftText, ` ${operator} `, flatOperand(right, operator, true));
}

/** An operand of an operator, with the parentheses that it needs there. */
export function flatOperand(of: Expr, outer: string, isRight: boolean): string | null {
  const text = flatText(of);
  return text !== null && isOperandInParentheses(of, outer, isRight) ? `(${text})` : text;
}

function yesText(of: Expr): string | null {
  return of.kind === "conditional" ? around("(", flatText(of), ")") : flatAt(of, "branch");
}

function arrowText({ parameters, returns, body }: Of<Expr, "arrow">): string | null {
  const head = flatSignature(parameters, returns);
  if (body.kind !== "block") return joined(head, " => ", flatAt(body, "arrowBody"));
  return body.body.length === 0 ? around("", head, " => {}") : null;
}

/** Expressions with commas between them. */
export function listText(items: readonly Expr[], place: Place): string | null {
  let all = "";
  for (const [at, item] of items.entries()) {
    const text = isTakenForCall(items, item)
      ? around("(", flatText(item), ")")
      : flatAt(item, place);
    if (text === null || all.length > longest) return null;
    // Nothing stands before the first comma of `[, second]`.
    all += at === 0 ? text : `, ${text}`;
  }
  return all;
}

function propertiesText(members: readonly Property[]): string | null {
  const areQuoted = mustQuote(members);
  let all = "";
  for (const member of members) {
    const text = flatProperty(member, areQuoted);
    if (text === null || all.length > longest) return null;
    all = all === "" ? text : `${all}, ${text}`;
  }
  return all;
}

/** A member of an object on one line. */
export function flatProperty(of: Property, areQuoted: boolean): string | null {
  switch (of.kind) {
    case "shorthand":
      if (of.initial === undefined) return flatText(of.of);
      return joined(flatText(of.of), " = ", flatAt(of.initial, "value"));
    case "rest":
      return around("...", flatAt(of.of, "spread"), "");
    case "computed":
      return joined(around("[", flatAt(of.key, "value"), "]: "), "", flatAt(of.value, "value"));
    case "property":
      return around(`${keyText(of.key, areQuoted)}: `, flatAt(of.value, "value"), "");
  }
}

/** Prettier quotes all keys where one of them needs quotes, if one number is among them. */
export function mustQuote(members: readonly Property[]): boolean {
  let [hasNumber, hasQuotes] = [false, false];
  for (const member of members) {
    if (member.kind !== "property") continue;
    if (isDigit(member.key)) hasNumber = true;
    else if (member.key.startsWith('"')) hasQuotes = true;
  }
  return hasNumber && hasQuotes;
}

function isDigit(text: string): boolean {
  const code = text.charCodeAt(0);
  return code >= 48 && code <= 57;
}

/** A key as prettier writes it. */
export function keyText(key: string, areQuoted: boolean): string {
  return areQuoted && isDigit(key) ? `"${key}"` : withFewestEscapes(key);
}

/**
 * Tells whether a list has a line for each item: several objects or lists of several members each.
 */
export function isTable(items: readonly Expr[]): boolean {
  const [first] = items;
  if (first === undefined || items.length < 2) return false;
  if (first.kind !== "object" && first.kind !== "array") return false;
  return items.every((item) => item.kind === first.kind && sizeOf(item) > 1);
}

/** How many members an object or a list has; none for all else. */
export function sizeOf(of: Expr): number {
  return of.kind === "object" ? of.members.length : of.kind === "array" ? of.items.length : 0;
}

/** Parameters in parentheses, and the type behind them. */
export function flatSignature(
  parameters: readonly Parameter[],
  returns: TypeNode | undefined,
): string | null {
  let all = "";
  for (const parameter of parameters) {
    const text = flatParameter(parameter);
    if (text === null) return null;
    all += all === "" ? text : `, ${text}`;
  }
  return returns === undefined ? `(${all})` : around(`(${all}): `, flatType(returns), "");
}

/** A parameter on one line. */
export function flatParameter(of: Parameter): string | null {
  if (of.flat !== undefined) return of.flat;
  let text = around("", flatAt(of.pattern, "value"), of.optional ? "?" : "");
  if (of.type !== undefined) text = joined(text, ": ", flatType(of.type));
  if (of.initial !== undefined) text = joined(text, " = ", flatAt(of.initial, "value"));
  return (of.flat = bounded(text));
}

// Statements.

/** A short statement on one line. */
export function flatStatement(of: Stmt): string | null {
  switch (of.kind) {
    case "return":
      return of.value === undefined ? "return;" : around("return ", flatAt(of.value, "return"), ";"); // prettier-ignore
    case "throw":
      return around("throw ", flatAt(of.value, "return"), ";");
    case "leave":
      return `${of.word}${of.label === "" ? "" : ` ${of.label}`};`;
    case "expression":
      return around("", flatAt(of.of, "statement"), ";");
    case "variable":
      return around(`${of.prefix}${of.word} `, variableText(of), ";");
    default:
      return null;
  }
}

function variableText({ pattern, type, value }: Of<Stmt, "variable">): string | null {
  let text = flatAt(pattern, "value");
  if (type !== undefined) text = joined(text, ": ", flatType(type));
  return value === undefined ? text : joined(text, " = ", flatAt(value, "value"));
}

// Types.

/** A type on one line. */
export function flatType(of: TypeNode): string | null {
  if (of.flat !== undefined) return of.flat;
  const text = findType(of);
  return (of.flat = isTooLong(text) && !isTypeWord(of) ? null : text);
}

function isTypeWord(of: TypeNode): boolean {
  return of.kind === "word" || (of.kind === "reference" && of.args.length === 0);
}

function findType(of: TypeNode): string | null {
  switch (of.kind) {
    case "word":
      return of.text;
    case "reference":
      return of.args.length === 0 ? of.name : around(of.name, flatTypeArguments(of.args), "");
    case "arrayOf":
      return around("", flatOperandType(of.items, 5), "[]");
    case "operator":
      return around(`${of.operator} `, flatOperandType(of.of, 3), "");
    case "union":
      return typesText(of.members, " | ");
    case "intersection":
      return typesText(of.members, " & ");
    case "fields":
      return of.members.length === 0 ? "{}" : around("{ ", membersText(of.members, "; "), " }");
    case "tuple":
      return around("[", membersText(of.members, ", "), "]");
    case "lookup":
      return joined(flatOperandType(of.of, 5), "[", around("", flatType(of.index), "]"));
    case "choice": {
      if (of.no.kind === "choice") return null;
      const test = joined(flatOperandType(of.of, 1), " extends ", flatOperandType(of.extends, 1));
      return joined(test, " ? ", joined(flatType(of.yes), " : ", flatType(of.no)));
    }
    case "signature": {
      const head = around(of.isNew ? "new " : "", flatSignature(of.parameters, undefined), "");
      return joined(head, " => ", flatType(of.returns));
    }
    case "predicate":
      return around(`${of.asserts ? "asserts " : ""}${of.name} is `, flatType(of.type), "");
  }
}

/** How closely types bind; a higher number binds closer. */
export const typeLevels: Readonly<Record<TypeNode["kind"], number>> = {
  choice: 0,
  signature: 0,
  predicate: 0,
  union: 1,
  intersection: 2,
  operator: 3,
  arrayOf: 5,
  lookup: 5,
  word: 6,
  reference: 6,
  fields: 6,
  tuple: 6,
};

function flatOperandType(of: TypeNode, least: number): string | null {
  const text = flatType(of);
  return typeLevels[of.kind] < least ? around("(", text, ")") : text;
}

function typesText(members: readonly TypeNode[], separator: string): string | null {
  let all = "";
  for (const member of members) {
    const text = flatOperandType(member, 3);
    if (text === null || all.length > longest) return null;
    all = all === "" ? text : all + separator + text;
  }
  return all;
}

/** `<A, B>` */
export function flatTypeArguments(args: readonly TypeNode[]): string | null {
  let all = "";
  for (const arg of args) {
    const text = flatType(arg);
    if (text === null || all.length > longest) return null;
    all = all === "" ? text : `${all}, ${text}`;
  }
  return `<${all}>`;
}

function membersText(members: readonly Member[], separator: string): string | null {
  let all = "";
  for (const member of members) {
    const text = flatMember(member);
    if (text === null || all.length > longest) return null;
    all = all === "" ? text : all + separator + text;
  }
  return all;
}

/** A member of an object type on one line; it has none with a comment. */
export function flatMember(of: Member): string | null {
  if (of.flat === undefined) of.flat = of.doc.length > 0 ? null : memberText(of);
  return of.flat;
}

/** The same without its comment. */
export function memberText(of: Member): string | null {
  if (of.isMethod === true) return null;
  return bounded(around(of.key === "" ? "" : `${of.key}: `, flatType(of.type), ""));
}

/** Tells whether a union stays on the line: one object or name, and null. */
export function isHugged(members: readonly TypeNode[]): boolean {
  const main = members.find(({ kind }) => kind === "fields" || kind === "reference");
  if (main === undefined) return false;
  return members.every((one) => one === main || (one.kind === "word" && one.text === "null"));
}

/** Tells whether the only type argument stays beside its brackets. */
export function isHuggedArgument(of: TypeNode): boolean {
  if (of.kind === "union") return isHugged(of.members);
  if (of.kind === "reference") return of.args.length === 0;
  return of.kind === "fields" || of.kind === "word";
}
