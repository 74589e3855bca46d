import type { Block, Case, Expression, Property, Statement } from "../tree/nodes.js";
import type { Place } from "./expression-layout.js";
import { expressionLayout, isNumber, propertyLayout } from "./expression-layout.js";
import { flatText, flatType, keyText, mustQuote, propertyText } from "./flat-text.js";
import type { Layout } from "./layout.js";
import { group, lineWidth, maxIndentation, printLayout, textWidth } from "./layout.js";
import { blockLayout, blockOf, loneStatement, statementLayout, testLayout } from "./statement-layout.js"; // prettier-ignore

/**
 * Statements that are indented by some columns, each on lines of its own, without a line end behind
 * the last one.
 */
export function printStatements(statements: readonly Statement[], depth: number): string {
  const lines: string[] = [];
  addStatements(statements, depth, lines);
  return lines.join("\n");
}

function addStatements(statements: readonly Statement[], depth: number, lines: string[]): void {
  for (const [index, statement] of statements.entries()) {
    if (statement.blank === true && index > 0) lines.push("");
    addStatement(statement, depth, "", lines);
  }
}

type Of<Kind extends Statement["kind"]> = Extract<Statement, { readonly kind: Kind }>;

/**
 * One statement; what fits on its line is written at once, and the layout decides about everything
 * else.
 */
function addStatement(statement: Statement, depth: number, before: string, lines: string[]): void {
  const flat = lineText(statement);
  if (flat !== undefined && fits(depth, before + flat)) {
    lines.push(indented(depth, before + flat));
    return;
  }
  switch (statement.kind) {
    case "block":
      addBraced(`${before}{`, statement, depth, "}", lines);
      return;
    case "if":
      addIf(statement, depth, before, lines);
      return;
    case "forEach":
    case "while":
      if (addLoop(statement, depth, before, lines)) return;
      break;
    case "switch":
      if (addSwitch(statement, depth, before, lines)) return;
      break;
    case "labeled":
      addStatement(statement.body, depth, `${before}${statement.label}: `, lines);
      return;
    case "variable":
    case "return":
      if (addLiteral(statement, depth, before, lines)) return;
      break;
    default:
  }
  addLayout([before, statementLayout(statement)], depth, lines);
}

function addLayout(layout: Layout, depth: number, lines: string[]): void {
  lines.push(indented(depth, printLayout(layout, depth, Math.min(depth, maxIndentation), lineWidth))); // prettier-ignore
}

function indented(depth: number, text: string): string {
  return " ".repeat(Math.min(depth, maxIndentation)) + text;
}

function fits(depth: number, text: string): boolean {
  return Math.min(depth, maxIndentation) + textWidth(text) <= lineWidth;
}

/** A statement that may stand on one line. */
function lineText(statement: Statement): string | undefined {
  switch (statement.kind) {
    case "expression":
      return ended("", statement.of, "statement");
    case "return":
      return statement.value === undefined ? "return;" : ended("return ", statement.value, "return"); // prettier-ignore
    case "throw":
      return ended("throw ", statement.value, "return");
    case "leave":
      return `${statement.word}${statement.label === "" ? "" : ` ${statement.label}`};`;
    case "variable": {
      const { word, pattern, type, value } = statement;
      const name = flatText(pattern, "value");
      if (name === undefined) return undefined;
      const left = `${word} ${name}${type === undefined ? "" : `: ${flatType(type)}`}`;
      return value === undefined ? `${left};` : ended(`${left} = `, value, "value");
    }
    case "if": {
      const lone = statement.otherwise === undefined ? loneStatement(statement.then) : undefined;
      const body = lone === undefined ? undefined : lineText(lone);
      const test = body === undefined ? undefined : flatText(statement.test, "if");
      return test === undefined || body === undefined ? undefined : `if (${test}) ${body}`;
    }
    case "block":
      return statement.body.length === 0 ? "{}" : undefined;
    default:
      return undefined;
  }
}

function ended(before: string, of: Expression, place: Place): string | undefined {
  const text = flatText(of, place);
  return text === undefined ? undefined : `${before}${text};`;
}

function addBraced(
  open: string,
  { body }: Block,
  depth: number,
  close: string,
  lines: string[],
): void {
  if (body.length === 0) {
    lines.push(indented(depth, `${open}${close}`));
    return;
  }
  lines.push(indented(depth, open));
  addStatements(body, depth + 2, lines);
  lines.push(indented(depth, close));
}

/** Branches in braces, one behind the other. */
function addIf(statement: Of<"if">, depth: number, before: string, lines: string[]): void {
  let lead = before;
  for (let next: Statement | undefined = statement; next !== undefined;) {
    if (next.kind !== "if") {
      addBody(`${lead}{`, blockOf(next), depth, lines);
      break;
    }
    const test = flatText(next.test, "if");
    const head = `${lead}if (${test ?? ""}) {`;
    const block = blockOf(next.then);
    if (test !== undefined && fits(depth, head)) addBody(head, block, depth, lines);
    else {
      addLayout([group(lead, "if (", testLayout(next.test), ") "), "{"], depth, lines);
      addStatements(block.body, depth + 2, lines);
    }
    lead = "} else ";
    next = next.otherwise;
  }
  lines.push(indented(depth, "}"));
}

/** A block without its last brace. */
function addBody(open: string, { body }: Block, depth: number, lines: string[]): void {
  lines.push(indented(depth, open));
  addStatements(body, depth + 2, lines);
}

function addLoop(
  statement: Of<"forEach" | "while">,
  depth: number,
  before: string,
  lines: string[],
): boolean {
  const { body } = statement;
  const head = loopHead(statement);
  if (head === undefined || body.kind !== "block") return false;
  const open = `${before}${head} {`;
  if (!fits(depth, open)) return false;
  addBraced(open, body, depth, "}", lines);
  return true;
}

function loopHead(statement: Of<"forEach" | "while">): string | undefined {
  if (statement.kind === "while") {
    const test = flatText(statement.test, "if");
    return test === undefined ? undefined : `while (${test})`;
  }
  const pattern = flatText(statement.pattern, "value");
  const over = flatText(statement.over, "value");
  if (pattern === undefined || over === undefined) return undefined;
  return `for (const ${pattern} ${statement.word} ${over})`;
}

function addSwitch(
  { of, cases }: Of<"switch">,
  depth: number,
  before: string,
  lines: string[],
): boolean {
  const tested = flatText(of, "value");
  const head = `${before}switch (${tested ?? ""}) {`;
  const labels = cases.map(({ test }) => labelText(test));
  const areShort = labels.every((label) => label !== undefined && fits(depth + 2, `${label} {`));
  if (tested === undefined || !fits(depth, head) || !areShort) return false;
  lines.push(indented(depth, head));
  for (const [index, clause] of cases.entries()) addCase(labels[index] ?? "", clause, depth, lines);
  lines.push(indented(depth, "}"));
  return true;
}

function labelText(test: Expression | undefined): string | undefined {
  if (test === undefined) return "default:";
  const text = flatText(test, "value");
  return text === undefined ? undefined : `case ${text}:`;
}

function addCase(label: string, { body }: Case, depth: number, lines: string[]): void {
  const [only] = body;
  if (body.length === 1 && only?.kind === "block") {
    addBraced(`${label} {`, only, depth + 2, "}", lines);
    return;
  }
  lines.push(indented(depth + 2, label));
  addStatements(body, depth + 4, lines);
}

/** A constant or result that is a literal with a line for each of its members. */
function addLiteral(
  statement: Of<"variable" | "return">,
  depth: number,
  before: string,
  lines: string[],
): boolean {
  const { value } = statement;
  const head = literalHead(statement);
  if (value === undefined || head === undefined || !isLineByLine(value)) return false;
  if (!fits(depth, `${before}${head}{`)) return false;
  addMembers(value, depth, before + head, ";", lines);
  return true;
}

function literalHead(statement: Of<"variable" | "return">): string | undefined {
  if (statement.kind === "return") return "return ";
  const { word, pattern, type } = statement;
  if (pattern.kind !== "name") return undefined;
  if (type !== undefined && (type.kind !== "reference" || type.arguments.length > 0)) return undefined; // prettier-ignore
  return `${word} ${pattern.text}${type === undefined ? "" : `: ${type.name}`} = `;
}

type Literal = Extract<Expression, { readonly kind: "object" | "array" }>;

/** Whether a literal that does not fit on its line has a line for each member. */
function isLineByLine(of: Expression): of is Literal {
  if (of.kind === "object") return of.members.length > 0;
  return of.kind === "array" && of.items.length > 0 && !of.items.every(isNumber);
}

function addMembers(
  of: Literal,
  depth: number,
  before: string,
  behind: string,
  lines: string[],
): void {
  const [open, close] = of.kind === "object" ? ["{", "}"] : ["[", "]"];
  lines.push(indented(depth, before + open));
  if (of.kind === "object") {
    const areQuoted = mustQuote(of.members);
    for (const member of of.members) addProperty(member, areQuoted, depth + 2, lines);
  } else {
    for (const item of of.items) addItem(item, depth + 2, lines);
  }
  lines.push(indented(depth, close + behind));
}

function addProperty(member: Property, areQuoted: boolean, depth: number, lines: string[]): void {
  const text = propertyText(member, areQuoted);
  if (text !== undefined && fits(depth, `${text},`)) lines.push(indented(depth, `${text},`));
  else if (member.kind === "property" && isLineByLine(member.value)) {
    const head = `${keyText(member.key, areQuoted)}: `;
    if (fits(depth, `${head}{`)) addMembers(member.value, depth, head, ",", lines);
    else addLayout([propertyLayout(member, areQuoted, blockLayout), ","], depth, lines);
  } else addLayout([propertyLayout(member, areQuoted, blockLayout), ","], depth, lines);
}

function addItem(item: Expression, depth: number, lines: string[]): void {
  const text = flatText(item, "argument");
  if (text !== undefined && fits(depth, `${text},`)) lines.push(indented(depth, `${text},`));
  else if (isLineByLine(item)) addMembers(item, depth, "", ",", lines);
  else addLayout([expressionLayout(item, "argument", blockLayout), ","], depth, lines);
}
