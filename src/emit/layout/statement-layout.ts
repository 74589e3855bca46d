import type { Block, Case, Expression, Statement, Type } from "../tree/nodes.js";
import { assignmentLayout, expressionLayout } from "./expression-layout.js";
import type { Layout } from "./layout.js";
import {
  choice,
  group,
  hardLine,
  ifBroken,
  indent,
  line,
  blankLine,
  softLine,
  willBreak,
} from "./layout.js";
import { typeLayout } from "./type-layout.js";

/** Statements, each on lines of its own. */
export function statementsLayout(statements: readonly Statement[]): Layout {
  return statements.map((statement, index) => [
    index === 0 ? "" : statement.blank === true ? blankLine : hardLine,
    statementLayout(statement),
  ]);
}

/** Statements in braces, which stay together where there are none. */
export function blockLayout({ body }: Block): Layout {
  if (body.length === 0) return "{}";
  return ["{", indent(hardLine, statementsLayout(body)), hardLine, "}"];
}

/** One statement, as prettier lays it out. */
export function statementLayout(statement: Statement): Layout {
  switch (statement.kind) {
    case "block":
      return blockLayout(statement);
    case "comment":
      return statement.text;
    case "variable":
      return [variableLayout(statement), ";"];
    case "expression":
      return [layout(statement.of, "statement"), ";"];
    case "return":
      return statement.value === undefined ? "return;" : ["return ", leaving(statement.value), ";"];
    case "throw":
      return ["throw ", leaving(statement.value), ";"];
    case "leave":
      return `${statement.word}${statement.label === "" ? "" : ` ${statement.label}`};`;
    case "labeled":
      return [`${statement.label}: `, statementLayout(statement.body)];
    case "if":
      return ifLayout(statement);
    case "forEach":
      return group(
        "for (const ",
        layout(statement.pattern, "value"),
        ` ${statement.word} `,
        layout(statement.over, "value"),
        ")",
        bodyLayout(statement.body),
      );
    case "for":
      return forLayout(statement);
    case "while":
      return group("while (", testLayout(statement.test), ")", bodyLayout(statement.body));
    case "switch":
      return switchLayout(statement);
  }
}

type Of<Kind extends Statement["kind"]> = Extract<Statement, { readonly kind: Kind }>;

function layout(of: Expression, place: "statement" | "value" | "if" | "return"): Layout {
  return expressionLayout(of, place, blockLayout);
}

/** A declaration without its semicolon; `prefix` may be `export `. */
export function variableLayout(declaration: Of<"variable">, prefix = ""): Layout {
  const { word, pattern, type, value } = declaration;
  const name = [prefix, word, " ", layout(pattern, "value")];
  const left = type === undefined ? name : [name, ": ", typeLayout(type)];
  return value === undefined
    ? left
    : assignmentLayout(left, " =", value, blockLayout, { breaksLeft: hasManyTypes(type) });
}

/**
 * Whether a type takes several others of which one takes types itself: then the name is broken
 * before the value.
 */
function hasManyTypes(type: Type | undefined): boolean {
  if (type?.kind !== "reference" || type.arguments.length < 2) return false;
  return type.arguments.some((arg) => arg.kind === "reference" && arg.arguments.length > 0);
}

/** What is returned or thrown: a chain of operators gets parentheses where it is broken. */
function leaving(value: Expression): Layout {
  const inner = layout(value, "return");
  if (value.kind !== "binary") return inner;
  return group(ifBroken("("), indent(softLine, inner), softLine, ifBroken(")"));
}

/**
 * A test in the parentheses of a statement; a negated chain has its own, which stay beside them.
 */
export function testLayout(test: Expression): Layout {
  const isHugged = test.kind === "unary" && test.operator === "!" && test.operand.kind === "binary";
  if (isHugged) return layout(test, "if");
  return group(indent(softLine, layout(test, "if")), softLine);
}

function bodyLayout(body: Statement): Layout {
  const inner = statementLayout(body);
  return body.kind === "block" ? [" ", inner] : indent(line, inner);
}

/**
 * A lone statement stands behind its condition where the line has room for both; all others stand
 * in braces.
 */
function ifLayout({ test, then, otherwise }: Of<"if">): Layout {
  const condition = testLayout(test);
  const lone = otherwise === undefined ? loneStatement(then) : undefined;
  const inner = statementLayout(lone ?? then);
  const head = ["if (", condition, ") "];
  if (lone !== undefined) {
    const braced = [group(head), "{", indent(hardLine, inner), hardLine, "}"];
    return willBreak(inner) ? braced : choice([[head, inner], braced]);
  }
  const yes = [group(head), then.kind === "block" ? inner : blockLayout(blockOf(then))];
  if (otherwise === undefined) return yes;
  const no = otherwise.kind === "if" ? chainedLayout(otherwise) : blockLayout(blockOf(otherwise));
  return [yes, " else ", no];
}

/** A branch behind `else`: in braces, as the one before it is. */
function chainedLayout({ test, then, otherwise }: Of<"if">): Layout {
  const yes = [group("if (", testLayout(test), ") "), blockLayout(blockOf(then))];
  if (otherwise === undefined) return yes;
  const no = otherwise.kind === "if" ? chainedLayout(otherwise) : blockLayout(blockOf(otherwise));
  return [yes, " else ", no];
}

/** A branch as a block. */
export function blockOf(statement: Statement): Block {
  return statement.kind === "block" ? statement : { kind: "block", body: [statement] };
}

const shortKinds: ReadonlySet<Statement["kind"]> = new Set(["return", "throw", "leave", "expression"]); // prettier-ignore

/** The only statement of a branch, if it may stand behind its condition. */
export function loneStatement(body: Statement): Statement | undefined {
  const only = body.kind !== "block" ? body : body.body.length === 1 ? body.body[0] : undefined;
  return only !== undefined && shortKinds.has(only.kind) ? only : undefined;
}

function forLayout({ begin, test, step, body }: Of<"for">): Layout {
  const parts = [
    begin?.kind === "variable" ? variableLayout(closedAroundIn(begin)) : "",
    ";",
    line,
    test === undefined ? "" : layout(test, "value"),
    ";",
    line,
    step === undefined ? "" : layout(step, "statement"),
  ];
  return ["for (", group(indent(softLine, parts), softLine), ")", bodyLayout(body)];
}

/** In the head of a loop `in` stands in parentheses, wherever it is in the value. */
function closedAroundIn(begin: Of<"variable">): Of<"variable"> {
  const { value } = begin;
  if (value === undefined || !JSON.stringify(value).includes('"operator":"in"')) return begin;
  return { ...begin, value: { kind: "closed", of: value } };
}

function switchLayout({ of, cases }: Of<"switch">): Layout {
  const head = group("switch (", indent(softLine, layout(of, "value")), softLine, ")");
  const clauses = cases.map((clause) => [hardLine, caseLayout(clause)]);
  return [head, " {", indent(clauses), hardLine, "}"];
}

function caseLayout({ test, body }: Case): Layout {
  const label = test === undefined ? "default:" : ["case ", layout(test, "value"), ":"];
  if (body.length === 0) return label;
  const [only] = body;
  if (body.length === 1 && only?.kind === "block") return [label, " ", blockLayout(only)];
  return [label, indent(hardLine, statementsLayout(body))];
}
