import type { Imported } from "../code.js";
import type { Layout } from "../layout/layout.js";
import {
  group,
  hang,
  ifBroken,
  indent,
  line,
  lineWidth,
  printLayout,
  separated,
  softLine,
} from "../layout/layout.js";
import type { Member, TypeExpression } from "./type-expression.js";

/** A type on one line. */
function flatType(type: TypeExpression): string {
  switch (type.kind) {
    case "word":
      return type.text;
    case "reference":
      return type.arguments.length === 0
        ? type.name
        : `${type.name}<${type.arguments.map(flatType).join(", ")}>`;
    case "array":
      return isCompound(type.items) ? `(${flatType(type.items)})[]` : `${flatType(type.items)}[]`;
    case "union":
      return type.members.map(flatOperand).join(" | ");
    case "intersection":
      return type.members.map(flatOperand).join(" & ");
    case "object":
      return type.members.length === 0 ? "{}" : `{ ${type.members.map(flatMember).join("; ")} }`;
    case "tuple":
      return `readonly [${type.members.map(flatMember).join(", ")}]`;
  }
}

/** A member of an interface, indented, without its comment: `  name: type;`. */
export function printMember(member: Member): string {
  const text = `  ${member.key}: ${flatType(member.type)};`;
  if (text.length <= lineWidth && isNarrow(text)) return text;
  return "  " + printLayout([memberLayout(member), ";"], 2, 2, lineWidth);
}

/** `name<arguments>` after a text that ends at a column, with a tail that stays on its line. */
export function printReference(type: TypeExpression, column: number, tail: string): string {
  const text = flatType(type);
  if (column + text.length + tail.length <= lineWidth) return text + tail;
  return printLayout([typeLayout(type), tail], 0, column, lineWidth);
}

/** An alias from `head`, as `type Name =`, to the semicolon. */
export function printAliased(head: string, type: TypeExpression): string {
  const text = `${head} ${flatType(type)};`;
  if (text.length <= lineWidth && isNarrow(text)) return text;
  return printLayout([group(head, ...aliasedLayout(type)), ";"], 0, 0, lineWidth);
}

/** Records what a type imports. */
export function collectImports(type: TypeExpression, into: Set<Imported>): void {
  switch (type.kind) {
    case "word":
      return;
    case "reference":
      if (type.imported !== undefined) into.add(type.imported);
      for (const argument of type.arguments) collectImports(argument, into);
      return;
    case "array":
      collectImports(type.items, into);
      return;
    case "union":
    case "intersection":
      for (const member of type.members) collectImports(member, into);
      return;
    case "object":
    case "tuple":
      for (const member of type.members) collectImports(member.type, into);
  }
}

function flatMember(member: Member): string {
  return `${member.key}: ${flatType(member.type)}`;
}

function flatOperand(type: TypeExpression): string {
  return isCompound(type) ? `(${flatType(type)})` : flatType(type);
}

function isCompound(type: TypeExpression): boolean {
  return type.kind === "union" || type.kind === "intersection";
}

const ascii = /^[\0-\x7F]*$/;

function isNarrow(text: string): boolean {
  return ascii.test(text);
}

// From here on: the layouts of prettier 3.10 (`printer-estree`, `type-annotation.js`,
// `assignment.js`), for what does not fit on a line.

function typeLayout(type: TypeExpression): Layout {
  switch (type.kind) {
    case "word":
      return type.text;
    case "reference":
      return [type.name, argumentsLayout(type.arguments)];
    case "array":
      return isCompound(type.items)
        ? ["(", parenthesized(type.items), ")[]"]
        : [typeLayout(type.items), "[]"];
    case "union":
      return isHugged(type.members)
        ? separated(type.members.map(operandLayout), " | ")
        : group(indent(softLine, unionLayout(type.members)));
    case "intersection":
      return intersectionLayout(type.members);
    case "object":
      return objectLayout(type.members);
    case "tuple":
      return tupleLayout(type.members);
  }
}

/** A type inside parentheses that are printed around it. */
function parenthesized(type: TypeExpression): Layout {
  if (type.kind !== "union" || isHugged(type.members)) return typeLayout(type);
  return group(indent(softLine, unionLayout(type.members)), softLine);
}

function operandLayout(type: TypeExpression): Layout {
  return isCompound(type) ? ["(", parenthesized(type), ")"] : typeLayout(type);
}

function unionLayout(members: readonly TypeExpression[]): Layout {
  const parts = members.map((member): Layout => indent(operandLayout(member)));
  return group(ifBroken("| "), separated(parts, line, "| "));
}

/** Whether a union keeps to the line: one object or name, and null. */
function isHugged(members: readonly TypeExpression[]): boolean {
  const main = members.find(({ kind }) => kind === "object" || kind === "reference");
  return main !== undefined && members.every((member) => member === main || isNull(member));
}

function isNull(type: TypeExpression): boolean {
  return type.kind === "word" && type.text === "null";
}

function intersectionLayout(members: readonly TypeExpression[]): Layout {
  let broken = false;
  const parts = members.map((member, index): Layout => {
    const layout = operandLayout(member);
    const previous = members[index - 1];
    if (previous === undefined) return layout;
    const objects = [previous, member].filter(({ kind }) => kind === "object").length;
    if (objects === 0) return indent(" &", line, layout);
    if (objects === 2) return [" & ", broken ? indent(layout) : layout];
    if (index > 1) broken = true;
    return [" & ", index > 1 ? indent(layout) : layout];
  });
  return group(...parts);
}

function argumentsLayout(args: readonly TypeExpression[]): Layout {
  const [first, second] = args;
  if (first === undefined) return "";
  if (second === undefined && isHuggedArgument(first)) return ["<", typeLayout(first), ">"];
  return group(
    "<",
    indent(softLine, separated(args.map(argumentLayout), ",", line)),
    softLine,
    ">",
  );
}

function argumentLayout(type: TypeExpression): Layout {
  return type.kind === "union" && !isHugged(type.members)
    ? unionLayout(type.members)
    : typeLayout(type);
}

function isHuggedArgument(type: TypeExpression): boolean {
  if (type.kind === "union") return isHugged(type.members);
  if (type.kind === "word") return /^[a-z]+$/.test(type.text);
  return type.kind === "object" || (type.kind === "reference" && type.arguments.length === 0);
}

function objectLayout(members: readonly Member[]): Layout {
  if (members.length === 0) return "{}";
  const fields = members.map(memberLayout);
  return group("{", indent(line, separated(fields, ";", line)), ifBroken(";"), line, "}");
}

function tupleLayout(members: readonly Member[]): Layout {
  const items = separated(members.map(memberLayout), ",", line);
  return group("readonly [", indent(softLine, items), ifBroken(","), softLine, "]");
}

function memberLayout(member: Member): Layout {
  const key: Layout = member.key.startsWith("[")
    ? ["[", group(indent(softLine, member.key.slice(1, -1)), softLine), "]"]
    : member.key;
  return group(key, ": ", typeLayout(member.type));
}

function aliasedLayout(type: TypeExpression): readonly Layout[] {
  if (type.kind === "union" && !isHugged(type.members)) {
    return [group(indent(line, unionLayout(type.members)))];
  }
  const isText = type.kind === "word" && type.text.startsWith('"');
  const hangs = isText || type.kind === "reference" || type.kind === "intersection";
  return [hangs ? hang(typeLayout(type)) : [" ", typeLayout(type)]];
}
