import type { ParameterNode, Type, TypeMember } from "../tree/nodes.js";
import type { Layout } from "./layout.js";
import { group, ifBroken, indent, line, separated, softLine } from "./layout.js";

/** A type in an annotation, as prettier lays it out. */
export function typeLayout(type: Type): Layout {
  switch (type.kind) {
    case "word":
      return type.text;
    case "reference":
      return [type.name, typeArgumentsLayout(type.arguments)];
    case "array":
      return needsParentheses(type.items)
        ? ["(", inParentheses(type.items), ")[]"]
        : [typeLayout(type.items), "[]"];
    case "readonly":
      return ["readonly ", typeLayout(type.of)];
    case "union":
      return isHugged(type)
        ? separated(type.members.map(operandLayout), " | ")
        : group(indent(softLine, unionLayout(type.members)));
    case "intersection":
      return group(indent(separated(type.members.map(operandLayout), " &", line)));
    case "object":
      return type.members.length === 0
        ? "{}"
        : group("{", indent(line, separated(type.members.map(memberLayout), ";", line)), ifBroken(";"), line, "}"); // prettier-ignore
    case "tuple":
      return group("[", indent(softLine, separated(type.items.map(typeLayout), ",", line)), ifBroken(","), softLine, "]"); // prettier-ignore
    case "function":
      return group(
        group("(", indent(softLine, separated(type.parameters.map(typeParameter), ",", line)), ifBroken(","), softLine, ")"), // prettier-ignore
        " => ",
        typeLayout(type.returns),
      );
    case "predicate":
      return [type.asserts ? "asserts " : "", type.name, " is ", typeLayout(type.type)];
  }
}

function typeParameter({ pattern, optional, type }: ParameterNode): Layout {
  const name = pattern.kind === "name" ? pattern.text : "";
  return [name, optional ? "?" : "", type === undefined ? "" : [": ", typeLayout(type)]];
}

/** `<A, B>`, or nothing. */
export function typeArgumentsLayout(args: readonly Type[]): Layout {
  const [first, second] = args;
  if (first === undefined) return "";
  if (second === undefined && isHuggedArgument(first)) return ["<", typeLayout(first), ">"];
  const parts = args.map((type) =>
    type.kind === "union" && !isHugged(type) ? unionLayout(type.members) : typeLayout(type),
  );
  return group("<", indent(softLine, separated(parts, ",", line)), softLine, ">");
}

const keywords = /^[a-z]+$/;

function isHuggedArgument(type: Type): boolean {
  if (type.kind === "union") return isHugged(type);
  if (type.kind === "word") return keywords.test(type.text);
  return type.kind === "object" || (type.kind === "reference" && type.arguments.length === 0);
}

function memberLayout({ key, type }: TypeMember): Layout {
  return group(key, ": ", typeLayout(type));
}

function unionLayout(members: readonly Type[]): Layout {
  const parts = members.map((member): Layout => indent(operandLayout(member)));
  return group(ifBroken("| "), separated(parts, line, "| "));
}

function operandLayout(type: Type): Layout {
  return needsParentheses(type) ? ["(", inParentheses(type), ")"] : typeLayout(type);
}

function inParentheses(type: Type): Layout {
  if (type.kind !== "union" || isHugged(type)) return typeLayout(type);
  return group(indent(softLine, unionLayout(type.members)), softLine);
}

function needsParentheses({ kind }: Type): boolean {
  return kind === "union" || kind === "intersection" || kind === "function" || kind === "readonly";
}

/** Whether a union keeps to the line: one object or name, and null. */
function isHugged({ members }: Extract<Type, { kind: "union" | "intersection" }>): boolean {
  const main = members.find(
    (member) => member.kind === "object" || (member.kind === "reference" && !isKeyword(member)),
  );
  return main !== undefined && members.every((member) => member === main || isNull(member));
}

function isNull(type: Type): boolean {
  return type.kind === "reference" && type.name === "null";
}

/** The parser takes keywords for names. */
function isKeyword({ name }: Extract<Type, { kind: "reference" }>): boolean {
  return keywords.test(name);
}
