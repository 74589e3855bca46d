import type { Block, Expression, ParameterNode, Property } from "../tree/nodes.js";
import { isOptionalChain, precedences } from "../tree/nodes.js";
import type { Layout } from "./layout.js";
import {
  breakOutside,
  brokenGroup,
  choice,
  fill,
  group,
  hang,
  hardLine,
  ifBroken,
  ifFlat,
  indent,
  line,
  separated,
  softLine,
  willBreak,
} from "./layout.js";
import type { Link, MemberChain } from "./member-chain.js";
import { memberChainOf } from "./member-chain.js";
import { typeArgumentsLayout, typeLayout } from "./type-layout.js";

/** How statements in braces are laid out: the body of an arrow. */
export type BlockLayout = (body: Block) => Layout;

type Of<Kind extends Expression["kind"]> = Extract<Expression, { readonly kind: Kind }>;

/** Where an expression stands, as far as its layout or its parentheses depend on it. */
export type Place =
  | "statement"
  | "value"
  | "if"
  | "return"
  | "argument"
  | "callee"
  | "object"
  | "unary"
  | "arrowBody"
  | "test"
  | "branch"
  | "operand"
  | "as"
  | "member"
  | "spread";

/** An expression as prettier lays it out. */
export function expressionLayout(of: Expression, place: Place, block: BlockLayout): Layout {
  const layout = plainLayout(of, place, block);
  return needsParentheses(of, place) ? ["(", layout, ")"] : layout;
}

function plainLayout(of: Expression, place: Place, block: BlockLayout): Layout {
  switch (of.kind) {
    case "name":
      return of.text;
    case "literal":
      return of.type === "string" ? quoted(of.text) : of.text;
    case "array":
      return arrayLayout(of, block);
    case "object":
      return objectLayout(of, block);
    case "call": {
      const chain = memberChainOf(of, place === "statement");
      return chain === undefined ? callLayout(of, block) : chainLayout(chain, block);
    }
    case "member":
      return memberLayout(of, place, block);
    case "index":
      return indexLayout(of, block);
    case "unary": {
      const operand = expressionLayout(of.operand, "unary", block);
      return [prefixText(of.operator), isSignBesideSign(of) ? ["(", operand, ")"] : operand];
    }
    case "update": {
      const operand = expressionLayout(of.operand, "unary", block);
      return of.prefix ? [of.operator, operand] : [operand, of.operator];
    }
    case "binary":
      return binaryLayout(of, place, block);
    case "assign":
      return assignmentLayout(
        expressionLayout(of.left, "value", block),
        ` ${of.operator}`,
        of.right,
        block,
      );
    case "conditional":
      return conditionalLayout(of, place, block);
    case "arrow":
      return arrowLayout(of, block, false);
    case "spread":
      return ["...", expressionLayout(of.of, "spread", block)];
    case "sequence":
      return group(separated(of.parts.map((part) => expressionLayout(part, "value", block)), ",", line)); // prettier-ignore
    case "as": {
      const parts = [expressionLayout(of.of, "as", block), ` ${of.word} `, typeLayout(of.type)];
      return place === "callee" || place === "object"
        ? group(indent(softLine, parts), softLine)
        : parts;
    }
    case "commented":
      return [of.comment, " ", expressionLayout(of.of, place, block)];
    case "closed":
      return ["(", expressionLayout(of.of, "value", block), ")"];
  }
}

/** Whether an expression needs parentheses where it stands. */
export function needsParentheses(of: Expression, place: Place): boolean {
  if ((place === "statement" || place === "arrowBody") && beginsWithBrace(of)) return true;
  switch (of.kind) {
    case "as":
      return isTight(place) || ["branch", "test", "spread"].includes(place);
    case "binary":
      return isTight(place) || place === "as";
    case "conditional":
    case "arrow":
      return isTight(place) || place === "as" || place === "test";
    case "assign":
      return place !== "statement" && place !== "operand";
    case "sequence":
      return place !== "statement" && place !== "operand";
    case "unary":
    case "update":
      return place === "callee" || place === "object";
    case "literal":
      return isNumber(of) && (place === "object" || (place === "callee" && isNegative(of)));
    case "commented":
      return isTight(place) && needsParentheses(of.of, place);
    default:
      return false;
  }
}

/** What a unary operator puts before its operand. */
export function prefixText(operator: string): string {
  return /[a-z]$/.test(operator) ? `${operator} ` : operator;
}

/** Whether two signs would become another operator: `--1` is no negated `-1`. */
export function isSignBesideSign({ operator, operand }: Of<"unary">): boolean {
  switch (operand.kind) {
    case "unary":
      return operand.operator === operator && (operator === "-" || operator === "+");
    case "update":
      return operand.prefix && operand.operator.startsWith(operator);
    default:
      return operator === "-" && isNegative(operand);
  }
}

/** Negative numbers of data are literals with their sign. */
function isNegative(of: Expression): boolean {
  return of.kind === "literal" && of.type === "number" && of.text.startsWith("-");
}

/** Whether the first token would begin a block. */
function beginsWithBrace(of: Expression): boolean {
  switch (of.kind) {
    case "object":
      return true;
    case "call":
      return !of.isNew && beginsWithBraceAt(of.callee, "callee");
    case "member":
    case "index":
      return beginsWithBraceAt(of.object, "object");
    case "update":
      return !of.prefix && beginsWithBraceAt(of.operand, "unary");
    case "binary":
      return beginsWithBrace(of.left) && !isOperandInParentheses(of.left, of.operator, false);
    case "assign":
      return beginsWithBrace(of.left);
    case "conditional":
      return beginsWithBraceAt(of.test, "test");
    case "as":
      return beginsWithBraceAt(of.of, "as");
    case "commented":
      return beginsWithBrace(of.of);
    case "sequence":
      return of.parts.slice(0, 1).some((part) => beginsWithBraceAt(part, "value"));
    default:
      return false;
  }
}

function beginsWithBraceAt(of: Expression, place: Place): boolean {
  return beginsWithBrace(of) && !needsParentheses(of, place);
}

/** Whether only what binds closest stands there without parentheses. */
function isTight(place: Place): boolean {
  return place === "callee" || place === "object" || place === "unary";
}

function arrayLayout({ items }: Of<"array">, block: BlockLayout): Layout {
  if (items.length === 0) return "[]";
  const parts = items.map((item) => expressionLayout(item, "argument", block));
  if (items.length > 1 && items.every(isNumber)) {
    const texts = parts.map(
      (part, index) => flatText(part) + (index < parts.length - 1 ? "," : ""),
    );
    return group("[", indent(softLine, fill(texts)), ifBroken(","), softLine, "]");
  }
  const inner = [indent(softLine, separated(parts, ",", line)), ifBroken(","), softLine];
  return isTable(items) ? brokenGroup("[", inner, "]") : group("[", inner, "]");
}

/** Whether a list has a line for each item: several objects or lists, each of several members. */
export function isTable(items: readonly Expression[]): boolean {
  const [first] = items;
  if (items.length < 2 || first === undefined) return false;
  if (first.kind !== "object" && first.kind !== "array") return false;
  return items.every((item) => item.kind === first.kind && sizeOf(item) > 1);
}

function sizeOf(of: Expression): number {
  return of.kind === "object" ? of.members.length : of.kind === "array" ? of.items.length : 0;
}

/** A literal of a number, with or without a sign. */
export function isNumber(of: Expression): boolean {
  if (of.kind === "unary") return (of.operator === "-" || of.operator === "+") && isNumber(of.operand); // prettier-ignore
  return of.kind === "literal" && of.type === "number";
}

function flatText(layout: Layout): string {
  if (typeof layout === "string") return layout;
  return Array.isArray(layout) ? (layout as readonly Layout[]).map(flatText).join("") : ""; // isArray does not narrow readonly arrays
}

function objectLayout({ members, broken }: Of<"object">, block: BlockLayout): Layout {
  if (members.length === 0) return "{}";
  const keys = members.map((member) => (member.kind === "property" ? member.key : ""));
  const areQuoted = areQuotesNeeded(keys);
  const parts = members.map((member) => propertyLayout(member, areQuoted, block));
  const inner = [indent(line, separated(parts, ",", line)), ifBroken(","), line];
  return broken ? brokenGroup("{", inner, "}") : group("{", inner, "}");
}

/** Prettier quotes all keys where one of them needs quotes, if one number is among them. */
export function areQuotesNeeded(keys: readonly string[]): boolean {
  return keys.some((key) => key.startsWith('"')) && keys.some((key) => /^\d/.test(key));
}

/** A member of an object literal. */
export function propertyLayout(member: Property, areQuoted: boolean, block: BlockLayout): Layout {
  switch (member.kind) {
    case "shorthand":
      return member.name;
    case "spread":
      return ["...", expressionLayout(member.of, "spread", block)];
    case "property": {
      const key = areQuoted && /^\d/.test(member.key) ? `"${member.key}"` : quoted(member.key);
      return assignmentLayout(key, ":", member.value, block, { isShortKey: key.length < shortKey });
    }
  }
}

/** The width below which a key keeps its value beside it. */
const shortKey = 5;

/** A left side, an operator and a value, as prettier's `assignment.js` lays them out. */
export function assignmentLayout(
  left: Layout,
  operator: string,
  value: Expression,
  block: BlockLayout,
  { isShortKey = false, breaksLeft = false } = {},
): Layout {
  const right = expressionLayout(value, "value", block);
  const bare = withoutComment(value);
  const head = [group(left), operator];
  if (!breaksLeft && isBrokenAfterOperator(bare, isShortKey)) {
    return group(head, group(indent(line, right)));
  }
  if (breaksLeft || bare.kind === "arrow") return group(left, operator, " ", group(right));
  return isShortKey ? group(head, " ", right) : group(head, hang(right));
}

function withoutComment(of: Expression): Expression {
  return of.kind === "commented" ? of.of : of;
}

function isBrokenAfterOperator(value: Expression, isShortKey: boolean): boolean {
  if (isBinaryNotInline(value) || value.kind === "sequence") return true;
  if (value.kind === "conditional" && isBinaryNotInline(value.test)) return true;
  if (isShortKey) return false;
  let of: Expression = value;
  while (of.kind === "unary") of = of.operand;
  return (of.kind === "literal" && of.type === "string") || isPoorlyBreakable(of, false);
}

function isBinaryNotInline(of: Expression): boolean {
  return of.kind === "binary" && !isInline(of);
}

/** Chains of members and calls that have no good place to break. */
function isPoorlyBreakable(of: Expression, isNested: boolean): boolean {
  switch (of.kind) {
    case "call": {
      const [only] = of.arguments;
      if (of.isNew || memberChainOf(of, false) !== undefined) return false;
      const isLone = of.arguments.length === 0 || (of.arguments.length === 1 && isShort(only));
      return isLone && of.types.length === 0 && isPoorlyBreakable(of.callee, true);
    }
    case "member":
    case "index":
      return isPoorlyBreakable(of.object, true);
    case "name":
      return isNested;
    default:
      return false;
  }
}

/** Whether `new` would take the parentheses of a call in what it is to make. */
export function isMadeOfCall(callee: Expression): boolean {
  if (callee.kind === "commented") return isMadeOfCall(callee.of);
  return callsIn(callee) > 0 || isOptionalChain(callee);
}

/** How many calls stand in a chain of members and calls. */
export function callsIn(of: Expression): number {
  if (of.kind === "call") return 1 + callsIn(of.callee);
  return of.kind === "member" || of.kind === "index" ? callsIn(of.object) : 0;
}

/** Whether an argument is so short that a break before it gains nothing. */
function isShort(of: Expression | undefined): boolean {
  if (of === undefined) return false;
  if (of.kind === "name") return of.text.length <= 20 || of.text === "this";
  if (of.kind === "unary") return isShort(of.operand);
  if (of.kind === "literal") return of.type === "number" || of.text.length <= 20;
  return of.kind === "call" && of.arguments.length === 0 && of.callee.kind === "name" && of.callee.text.length <= 18; // prettier-ignore
}

function callLayout(of: Of<"call">, block: BlockLayout): Layout {
  const callee = expressionLayout(of.callee, of.isNew ? "object" : "callee", block);
  const parts = [
    of.isNew ? "new " : "",
    of.isNew && isMadeOfCall(of.callee) ? ["(", callee, ")"] : callee,
    of.optional ? "?." : "",
    typeArgumentsLayout(of.types),
    argumentsLayout(of.arguments, block),
  ];
  return of.isNew || of.callee.kind === "call" || of.callee.kind === "member"
    ? group(parts)
    : parts;
}

/** On one line, or with a line for each member that is called. */
function chainLayout(
  { start, beside, groups, isMerged, isBroken, takesFunctions }: MemberChain,
  block: BlockLayout,
): Layout {
  const [first, ...others] = groups.map((links) => links.map((link) => linkLayout(link, block)));
  const besides = beside.map((link) => linkLayout(link, block));
  const head = [expressionLayout(start, "object", block), besides, isMerged ? (first ?? "") : ""];
  const rest = isMerged ? others : [first ?? "", ...others];
  const expanded = [head, indent(hardLine, separated(rest, hardLine))];
  const flat = [head, rest];
  const breaksEarly = willBreak(head) || rest.slice(0, -1).some(willBreak);
  if (isBroken || breaksEarly || (takesFunctions && willBreak(rest.at(-1) ?? ""))) {
    return group(expanded);
  }
  return [willBreak(flat) ? breakOutside : "", choice([flat, expanded])];
}

function linkLayout(of: Link, block: BlockLayout): Layout {
  switch (of.kind) {
    case "member":
      return `${of.optional ? "?." : "."}${of.name}`;
    case "index":
      return indexPart(of, block);
    case "call":
      return [
        of.optional ? "?." : "",
        typeArgumentsLayout(of.types),
        argumentsLayout(of.arguments, block),
      ];
  }
}

/** As prettier's `call-arguments.js`: the last argument may stay beside the parenthesis. */
function argumentsLayout(args: readonly Expression[], block: BlockLayout): Layout {
  if (args.length === 0) return "()";
  const parts = args.map((arg) => expressionLayout(arg, "argument", block));
  const allBroken = (): Layout =>
    brokenGroup("(", indent(line, separated(parts, ",", line)), ",", line, ")");
  if (!isLastHugged(args)) {
    const all = ["(", indent(softLine, separated(parts, ",", line)), ifBroken(","), softLine, ")"];
    return parts.some(willBreak) ? brokenGroup(all) : group(all);
  }
  const before = parts.slice(0, -1);
  if (before.some(willBreak)) return allBroken();
  const lastArgument = args.at(-1);
  const last =
    lastArgument?.kind === "arrow" ? arrowLayout(lastArgument, block, true) : (parts.at(-1) ?? "");
  const lead = before.map((part) => [part, ", "]);
  if (willBreak(last)) {
    return [breakOutside, choice([["(", lead, brokenGroup(last), ")"], allBroken()])];
  }
  return choice([["(", lead, last, ")"], ["(", lead, brokenGroup(last), ")"], allBroken()]);
}

function isLastHugged(args: readonly Expression[]): boolean {
  const last = args.at(-1);
  const previous = args.at(-2);
  if (last === undefined || !isExpandable(last) || previous?.kind === last.kind) return false;
  if (args.length === 2 && previous?.kind === "arrow" && last.kind === "array") return false;
  return !(
    args.length > 1 &&
    last.kind === "array" &&
    last.items.length > 1 &&
    last.items.every(isNumber)
  );
}

function isExpandable(of: Expression): boolean {
  switch (of.kind) {
    case "object":
    case "array":
      return sizeOf(of) > 0;
    case "as":
      return isExpandable(of.of);
    case "arrow":
      return ["block", "arrow", "object", "array", "conditional", "call"].includes(of.body.kind);
    default:
      return false;
  }
}

function memberLayout(of: Of<"member">, place: Place, block: BlockLayout): Layout {
  const object = expressionLayout(of.object, "object", block);
  const name = `${of.optional ? "?." : "."}${of.name}`;
  const isBehind =
    (of.object.kind === "name" && place !== "object") ||
    place === "callee" ||
    (place === "value" && of.object.kind === "call" && of.object.arguments.length > 0);
  return isBehind ? [object, name] : [object, group(indent(softLine, name))];
}

function indexLayout(of: Of<"index">, block: BlockLayout): Layout {
  return [expressionLayout(of.object, "object", block), indexPart(of, block)];
}

function indexPart(of: Of<"index">, block: BlockLayout): Layout {
  const open = of.optional ? "?.[" : "[";
  const index = expressionLayout(of.index, "value", block);
  if (of.index.kind === "literal" && of.index.type === "number") return [open, index, "]"];
  return group(open, indent(softLine, index), softLine, "]");
}

const logical = new Set(["&&", "||", "??"]);

/** Whether a chain ends in an object or list that stays on the line of its operator. */
function isInline({ operator, right }: Of<"binary">): boolean {
  return logical.has(operator) && (right.kind === "object" || right.kind === "array") && sizeOf(right) > 0; // prettier-ignore
}

/** Whether a chain of two operators stands side by side. */
function isFlattened(outer: string, inner: string): boolean {
  if (precedences[outer] !== precedences[inner] || outer === "**") return false;
  if (precedences[outer] === precedences["==="]) return false;
  // `a < b > (c)` would call `a` with the type `b`.
  if (precedences[outer] === precedences["<"]) return false;
  if ((outer === "%" && inner !== "%") || (inner === "%" && outer !== "%")) return false;
  if (outer !== inner && precedences[outer] === precedences["*"]) return false;
  return precedences[outer] !== precedences["<<"];
}

function binaryLayout(of: Of<"binary">, place: Place, block: BlockLayout): Layout {
  const parts = binaryParts(balanced(of), place === "if", undefined, block);
  if (place === "if") return parts;
  if (isTight(place)) return group(indent(softLine, parts), softLine);
  const isAligned = place === "return" || place === "arrowBody" || place === "test" || place === "branch"; // prettier-ignore
  const isChain = of.left.kind === "binary" && isFlattened(of.operator, of.left.operator);
  if (isAligned || (isInline(of) && !isChain) || (!isInline(of) && place === "value")) {
    return group(parts);
  }
  const [head = "", ...rest] = parts;
  return group(head, indent(rest));
}

/** `a || (b || c)` means the same as `a || b || c`. */
export function balanced(of: Of<"binary">): Of<"binary"> {
  const { operator, left, right } = of;
  if (!logical.has(operator) || right.kind !== "binary" || right.operator !== operator) return of;
  const inner = balanced({ kind: "binary", operator, left, right: right.left });
  return balanced({ kind: "binary", operator, left: inner, right: right.right });
}

function binaryParts(
  of: Of<"binary">,
  isInIf: boolean,
  outer: string | undefined,
  block: BlockLayout,
): Layout[] {
  const { operator, left, right } = of;
  const isFlat = left.kind === "binary" && isFlattened(operator, left.operator);
  const parts: Layout[] = isFlat
    ? binaryParts(balanced(left), isInIf, operator, block)
    : [group(operandLayout(left, operator, false, block))];
  const rest: Layout = [
    operator,
    isInline(of) ? " " : line,
    operandLayout(right, operator, true, block),
  ];
  const kind = kindOf(operator);
  const isAlone =
    !(isInIf && kind === "logical") &&
    (outer === undefined || kindOf(outer) !== kind) &&
    !(left.kind === "binary" && kindOf(left.operator) === kind) &&
    !(right.kind === "binary" && kindOf(right.operator) === kind);
  parts.push([" ", isAlone ? group(rest) : rest]);
  return parts;
}

function kindOf(operator: string): "logical" | "other" {
  return logical.has(operator) ? "logical" : "other";
}

function operandLayout(
  of: Expression,
  outer: string,
  isRight: boolean,
  block: BlockLayout,
): Layout {
  const layout = expressionLayout(of, "operand", block);
  return isOperandInParentheses(of, outer, isRight) ? ["(", layout, ")"] : layout;
}

/** Whether an operand of an operator needs parentheses, or gets them from prettier. */
export function isOperandInParentheses(of: Expression, outer: string, isRight: boolean): boolean {
  switch (of.kind) {
    case "conditional":
    case "arrow":
    case "assign":
    case "as":
    case "sequence":
      return true;
    case "unary":
      return outer === "**" && !isRight;
    case "literal":
      return outer === "**" && !isRight && isNegative(of);
    case "commented":
      return isOperandInParentheses(of.of, outer, isRight);
    case "binary": {
      const here = precedences[outer] ?? 0;
      const inner = precedences[of.operator] ?? 0;
      if (logical.has(outer) && logical.has(of.operator)) return outer !== of.operator || isRight;
      if (here > inner || (here === inner && isRight)) return true;
      if (here === inner && !isFlattened(outer, of.operator)) return true;
      if (here < inner && of.operator === "%") return outer === "+" || outer === "-";
      return ["|", "&", "^", "<<", ">>", ">>>"].includes(outer);
    }
    default:
      return false;
  }
}

function conditionalLayout(of: Of<"conditional">, place: Place, block: BlockLayout): Layout {
  const test = expressionLayout(of.test, "test", block);
  const yes = branchLayout(of.yes, block);
  const no = branchLayout(of.no, block);
  const isNested = of.yes.kind === "conditional";
  const parts = [
    test,
    indent(
      line,
      "? ",
      isNested ? [ifFlat("("), indent(yes), ifFlat(")")] : indent(yes),
      line,
      ": ",
      of.no.kind === "conditional" ? no : indent(no),
    ),
  ];
  if (place === "branch") return parts;
  return place === "object" ? group(parts, softLine) : group(parts);
}

function branchLayout(of: Expression, block: BlockLayout): Layout {
  return expressionLayout(of, "branch", block);
}

/** An arrow; `isLast`: as the last argument, which may stay beside the parenthesis. */
function arrowLayout(of: Of<"arrow">, block: BlockLayout, isLast: boolean): Layout {
  const head = [parametersLayout(of.parameters, block, isLast), " =>"];
  const { body } = of;
  if (body.kind === "block") return group(head, " ", block(body));
  const layout = expressionLayout(body, "arrowBody", block);
  if (body.kind === "array" || body.kind === "object" || body.kind === "arrow") {
    return group(head, " ", layout);
  }
  if (body.kind === "sequence") {
    const inner = expressionLayout(body, "statement", block);
    return group(head, group(" (", indent(softLine, inner), softLine, ")"));
  }
  const end = isLast ? [ifBroken(","), softLine] : "";
  if (body.kind === "conditional") {
    return group(head, group(" ", group(ifBroken("("), indent(softLine, layout), softLine, ifBroken(")")), end)); // prettier-ignore
  }
  return group(head, group(indent(line, layout), end));
}

/** Parameters in parentheses; `isFlat`: on one line in any case. */
export function parametersLayout(
  parameters: readonly ParameterNode[],
  block: BlockLayout,
  isFlat = false,
): Layout {
  if (parameters.length === 0) return "()";
  const parts = parameters.map((parameter) => parameterLayout(parameter, block));
  const [only] = parameters;
  const isHugged = parameters.length === 1 && (only?.pattern.kind === "object" || only?.type?.kind === "object"); // prettier-ignore
  if (isFlat || isHugged) return ["(", separated(parts, ", "), ")"];
  return group("(", indent(softLine, separated(parts, ",", line)), ifBroken(","), softLine, ")");
}

function parameterLayout(of: ParameterNode, block: BlockLayout): Layout {
  const { pattern, optional, type, initial } = of;
  return [
    expressionLayout(pattern, "value", block),
    optional ? "?" : "",
    type === undefined ? "" : [": ", typeLayout(type)],
    initial === undefined ? "" : [" = ", expressionLayout(initial, "value", block)],
  ];
}

/**
 * A string with the quotes that prettier chooses: double, unless that needs more escapes than
 * single ones.
 */
export function quoted(text: string): string {
  if (!text.includes('\\"')) return text;
  const inner = text.slice(1, -1);
  if (inner.split('"').length <= inner.split("'").length) return text;
  const single = inner.replace(/\\[^]|'/g, (found) => (found === '\\"' ? '"' : found === "'" ? "\\'" : found)); // prettier-ignore
  return `'${single}'`;
}
