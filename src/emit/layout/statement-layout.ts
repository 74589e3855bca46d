import type { Block, Case, Expression, Statement } from "../tree/nodes.js";
import { assignmentLayout, expressionLayout } from "./expression-layout.js";
import type { Layout } from "./layout.js";
import { group, hardLine, ifBroken, indent, line, blankLine, softLine } from "./layout.js";
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
      return [
        "for (const ",
        layout(statement.pattern, "value"),
        ` ${statement.word} `,
        layout(statement.over, "value"),
        ")",
        bodyLayout(statement.body),
      ];
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

/** A declaration without its semicolon. */
export function variableLayout({ word, pattern, type, value }: Of<"variable">): Layout {
  const name = layout(pattern, "value");
  const left = type === undefined ? [word, " ", name] : [word, " ", name, ": ", typeLayout(type)];
  return value === undefined ? left : assignmentLayout(left, " =", value, blockLayout);
}

/** What is returned or thrown: a chain of operators gets parentheses where it is broken. */
function leaving(value: Expression): Layout {
  const inner = layout(value, "return");
  if (value.kind !== "binary") return inner;
  return group(ifBroken("("), indent(softLine, inner), softLine, ifBroken(")"));
}

/** A test in the parentheses of a statement; a negated chain has its own, which stay beside them. */
function testLayout(test: Expression): Layout {
  const isHugged = test.kind === "unary" && test.operator === "!" && test.operand.kind === "binary";
  if (isHugged) return layout(test, "if");
  return group(indent(softLine, layout(test, "if")), softLine);
}

function bodyLayout(body: Statement): Layout {
  const inner = statementLayout(body);
  return body.kind === "block" ? [" ", inner] : indent(line, inner);
}

function ifLayout({ test, then, otherwise }: Of<"if">): Layout {
  const head = group("if (", testLayout(test), ")", bodyLayout(then));
  if (otherwise === undefined) return head;
  const rest = otherwise.kind === "if" ? [" ", statementLayout(otherwise)] : bodyLayout(otherwise);
  return [head, then.kind === "block" ? " " : hardLine, "else", group(rest)];
}

function forLayout({ begin, test, step, body }: Of<"for">): Layout {
  const parts = [
    begin?.kind === "variable" ? variableLayout(begin) : "",
    ";",
    line,
    test === undefined ? "" : layout(test, "value"),
    ";",
    line,
    step === undefined ? "" : layout(step, "statement"),
  ];
  return ["for (", group(indent(softLine, parts), softLine), ")", bodyLayout(body)];
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
