import type { Expression, ParameterNode, Property, Type } from "../tree/nodes.js";
import type { Place } from "./expression-layout.js";
import { areQuotesNeeded, balanced, callsIn, isMadeOfCall, isOperandInParentheses, isSignBesideSign, isTable, needsParentheses, prefixText, quoted } from "./expression-layout.js"; // prettier-ignore
import type { Layout } from "./layout.js";
import { memberChainOf } from "./member-chain.js";
import { typeArgumentsLayout, typeLayout } from "./type-layout.js";

/*
 * Most code fits on its line. Its text is made of the tree at once, without a layout; the layout of
 * the same tree has that text where nothing in it is broken.
 */

/** An expression on one line; undefined where something in it stands on several in any case. */
export function flatText(of: Expression, place: Place): string | undefined {
  const text = plainText(of, place);
  return text !== undefined && needsParentheses(of, place) ? `(${text})` : text;
}

function plainText(of: Expression, place: Place): string | undefined {
  switch (of.kind) {
    case "name":
      return of.text;
    case "literal":
      return of.type === "string" ? quoted(of.text) : of.text;
    case "array":
      if (isTable(of.items)) return undefined;
      return between("[", listText(of.items, "argument"), "]");
    case "object":
      return objectText(of.members, of.broken);
    case "call":
      return callText(of);
    case "member": {
      const object = flatText(of.object, "object");
      return object === undefined ? undefined : `${object}${of.optional ? "?." : "."}${of.name}`;
    }
    case "index": {
      const [object, index] = [flatText(of.object, "object"), flatText(of.index, "value")];
      if (object === undefined || index === undefined) return undefined;
      return `${object}${of.optional ? "?.[" : "["}${index}]`;
    }
    case "unary": {
      const [open, close] = isSignBesideSign(of) ? ["(", ")"] : ["", ""];
      return between(prefixText(of.operator) + open, flatText(of.operand, "unary"), close);
    }
    case "update": {
      const operand = flatText(of.operand, "unary");
      return of.prefix ? between(of.operator, operand, "") : between("", operand, of.operator);
    }
    case "binary":
      return binaryText(of);
    case "assign":
      return joined(flatText(of.left, "value"), ` ${of.operator} `, flatText(of.right, "value"));
    case "conditional":
      return conditionalText(of);
    case "arrow":
      return arrowText(of);
    case "spread":
      return between("...", flatText(of.of, "spread"), "");
    case "sequence":
      return listText(of.parts, "value");
    case "as":
      return joined(flatText(of.of, "as"), ` ${of.word} `, flatType(of.type));
    case "commented":
      return between(`${of.comment} `, flatText(of.of, place), "");
    case "closed":
      return between("(", flatText(of.of, "value"), ")");
  }
}

type Of<Kind extends Expression["kind"]> = Extract<Expression, { readonly kind: Kind }>;

function between(before: string, text: string | undefined, behind: string): string | undefined {
  return text === undefined ? undefined : before + text + behind;
}

function joined(
  left: string | undefined,
  middle: string,
  right: string | undefined,
): string | undefined {
  return left === undefined || right === undefined ? undefined : left + middle + right;
}

function listText(items: readonly Expression[], place: Place): string | undefined {
  let text = "";
  for (const [index, item] of items.entries()) {
    const next = flatText(item, place);
    if (next === undefined) return undefined;
    text += index === 0 ? next : `, ${next}`;
  }
  return text;
}

function objectText(members: readonly Property[], broken: boolean): string | undefined {
  if (members.length === 0) return "{}";
  if (broken) return undefined;
  const areQuoted = mustQuote(members);
  let text = "";
  for (const [index, member] of members.entries()) {
    const next = propertyText(member, areQuoted);
    if (next === undefined) return undefined;
    text += index === 0 ? next : `, ${next}`;
  }
  return `{ ${text} }`;
}

/** Whether prettier quotes all keys of an object. */
export function mustQuote(members: readonly Property[]): boolean {
  return areQuotesNeeded(members.map((member) => (member.kind === "property" ? member.key : "")));
}

/** A member of an object literal on one line. */
export function propertyText(member: Property, areQuoted: boolean): string | undefined {
  switch (member.kind) {
    case "shorthand":
      return member.name;
    case "spread":
      return between("...", flatText(member.of, "spread"), "");
    case "property":
      return between(`${keyText(member.key, areQuoted)}: `, flatText(member.value, "value"), "");
  }
}

/** A key as prettier writes it. */
export function keyText(key: string, areQuoted: boolean): string {
  return areQuoted && /^\d/.test(key) ? `"${key}"` : quoted(key);
}

function callText(of: Of<"call">): string | undefined {
  if (callsIn(of) > 2 && memberChainOf(of, false)?.isBroken === true) return undefined;
  const callee = flatText(of.callee, of.isNew ? "object" : "callee");
  const args = listText(of.arguments, "argument");
  if (callee === undefined || args === undefined) return undefined;
  const called = of.isNew && isMadeOfCall(of.callee) ? `(${callee})` : callee;
  const types = textOfLayout(typeArgumentsLayout(of.types));
  return `${of.isNew ? "new " : ""}${called}${of.optional ? "?." : ""}${types}(${args})`;
}

function binaryText(of: Of<"binary">): string | undefined {
  const { operator, left, right } = balanced(of);
  return joined(
    operandText(left, operator, false),
    ` ${operator} `,
    operandText(right, operator, true),
  );
}

function operandText(of: Expression, outer: string, isRight: boolean): string | undefined {
  const text = flatText(of, "operand");
  return isOperandInParentheses(of, outer, isRight) ? between("(", text, ")") : text;
}

function conditionalText(of: Of<"conditional">): string | undefined {
  const test = flatText(of.test, "test");
  const yes = flatText(of.yes, "branch");
  const no = flatText(of.no, "branch");
  if (test === undefined || yes === undefined || no === undefined) return undefined;
  return `${test} ? ${of.yes.kind === "conditional" ? `(${yes})` : yes} : ${no}`;
}

function arrowText(of: Of<"arrow">): string | undefined {
  const { body } = of;
  const parameters = parametersText(of.parameters);
  if (parameters === undefined) return undefined;
  if (body.kind === "block") return body.body.length === 0 ? `${parameters} => {}` : undefined;
  if (body.kind === "sequence") {
    return between(`${parameters} => (`, flatText(body, "statement"), ")");
  }
  return between(`${parameters} => `, flatText(body, "arrowBody"), "");
}

function parametersText(parameters: readonly ParameterNode[]): string | undefined {
  const texts: string[] = [];
  for (const { pattern, optional, type, initial } of parameters) {
    const name = flatText(pattern, "value");
    const value = initial === undefined ? "" : between(" = ", flatText(initial, "value"), "");
    if (name === undefined || value === undefined) return undefined;
    const annotation = type === undefined ? "" : `: ${flatType(type)}`;
    texts.push(`${name}${optional ? "?" : ""}${annotation}${value}`);
  }
  return `(${texts.join(", ")})`;
}

/** A type on one line. */
export function flatType(type: Type): string {
  if (type.kind === "word") return type.text;
  if (type.kind === "reference" && type.arguments.length === 0) return type.name;
  return textOfLayout(typeLayout(type));
}

function textOfLayout(layout: Layout): string {
  if (typeof layout === "string") return layout;
  if (isList(layout)) {
    let text = "";
    for (const part of layout) text += textOfLayout(part);
    return text;
  }
  switch (layout.kind) {
    case "group":
    case "indent":
      return textOfLayout(layout.content);
    case "line":
      return layout.flat;
    case "ifFlat":
      return layout.text;
    case "ifBroken":
      return "";
    default:
      throw new Error(`invariant: a type has no ${layout.kind}`);
  }
}

// Array.isArray does not narrow readonly arrays.
function isList(layout: Exclude<Layout, string>): layout is readonly Layout[] {
  return Array.isArray(layout);
}
