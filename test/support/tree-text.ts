import ts from "typescript";
import type { Block, Expression, Property, Statement } from "../../src/emit/tree/nodes.js";

/*
 * Trees as texts that can be compared: those of crdgen, and those that TypeScript parses. Comments
 * and parentheses are no part of them, unless the parentheses end an optional chain. Chains of one
 * logical operator are flat, as they mean the same however they lean.
 */

const logical = new Set(["&&", "||", "??"]);

/** A tree of crdgen. */
export function treeText(of: Expression | Block | Statement | undefined): string {
  if (of === undefined) return "_";
  switch (of.kind) {
    case "name":
      return of.text;
    case "literal":
      if (of.type === "number" && of.text.startsWith("-")) return `(- ${of.text.slice(1)})`;
      return of.type === "string" ? JSON.stringify(JSON.parse(of.text)) : of.text;
    case "array":
      return `[${all(of.items)}]`;
    case "object":
      return `{${of.members.map(propertyText).join(" ")}}`;
    case "call": {
      const callee = of.isNew && isChain(of.callee) ? `(closed ${treeText(of.callee)})` : objectText(of.callee); // prettier-ignore
      return `(${of.isNew ? "new" : "call"}${mark(of.optional)} ${callee} ${all(of.arguments)})`;
    }
    case "member":
      return `(.${mark(of.optional)} ${objectText(of.object)} ${of.name})`;
    case "index":
      return `(at${mark(of.optional)} ${objectText(of.object)} ${treeText(of.index)})`;
    case "unary":
      return `(${of.operator} ${treeText(of.operand)})`;
    case "update":
      return `(${of.prefix ? "pre" : "post"}${of.operator} ${treeText(of.operand)})`;
    case "binary":
      return `(${of.operator} ${operandsOf(of, of.operator).map(treeText).join(" ")})`;
    case "assign":
      return `(${of.operator} ${treeText(of.left)} ${treeText(of.right)})`;
    case "conditional":
      return `(? ${treeText(of.test)} ${treeText(of.yes)} ${treeText(of.no)})`;
    case "arrow": {
      const parameters = of.parameters.map((one) => `(${treeText(one.pattern)} ${treeText(one.initial)})`); // prettier-ignore
      return `(=> (${parameters.join(" ")}) ${treeText(of.body)})`;
    }
    case "spread":
      return `(... ${treeText(of.of)})`;
    case "sequence":
      return `(, ${commasOf(of).map(treeText).join(" ")})`;
    case "as":
      return `(${of.word} ${treeText(of.of)})`;
    case "commented":
    case "closed":
      return treeText(of.of);
    default:
      return statementText(of);
  }
}

function statementText(of: Statement): string {
  switch (of.kind) {
    case "block":
      return `(block ${of.body.map(treeText).join(" ")})`;
    case "variable":
      return `(${of.word} ${treeText(of.pattern)} ${treeText(of.value)})`;
    case "expression":
      return `(do ${treeText(of.of)})`;
    case "return":
    case "throw":
      return `(${of.kind} ${treeText(of.value)})`;
    case "if":
      return `(if ${treeText(of.test)} ${branch(of.then)} ${of.otherwise === undefined ? "_" : branch(of.otherwise)})`;
    case "forEach":
      return `(for ${of.word} ${treeText(of.pattern)} ${treeText(of.over)} ${branch(of.body)})`;
    case "for":
      return `(for ${treeText(of.begin)} ${treeText(of.test)} ${treeText(of.step)} ${branch(of.body)})`;
    case "while":
      return `(while ${treeText(of.test)} ${branch(of.body)})`;
    case "switch": {
      const cases = of.cases.map(({ test, body }) => `(case ${treeText(test)} ${body.map(treeText).join(" ")})`); // prettier-ignore
      return `(switch ${treeText(of.of)} ${cases.join(" ")})`;
    }
    case "comment":
    case "leave":
    case "labeled":
      throw new Error(`no text of a ${of.kind}`);
  }
}

function branch(of: Statement): string {
  return of.kind === "block" ? treeText(of) : `(block ${treeText(of)})`;
}

function all(of: readonly Expression[]): string {
  return of.map(treeText).join(" ");
}

function mark(optional: boolean): string {
  return optional ? "?" : "";
}

function propertyText(of: Property): string {
  switch (of.kind) {
    case "property":
      return `(: ${of.key} ${treeText(of.value)})`;
    case "shorthand":
      return `(: ${of.name})`;
    case "spread":
      return `(... ${treeText(of.of)})`;
  }
}

/** What a chain goes on from: parentheses around an optional chain end it. */
function objectText(of: Expression): string {
  if (of.kind === "commented") return objectText(of.of);
  const isClosed = of.kind === "closed" && isChain(of.of);
  return isClosed ? `(closed ${treeText(of.of)})` : treeText(of);
}

function isChain(of: Expression): boolean {
  switch (of.kind) {
    case "member":
    case "index":
      return of.optional || isChain(of.object);
    case "call":
      return of.optional || (!of.isNew && isChain(of.callee));
    case "commented":
      return isChain(of.of);
    default:
      return false;
  }
}

function operandsOf(of: Expression, operator: string): readonly Expression[] {
  if (of.kind === "commented" || of.kind === "closed") return operandsOf(of.of, operator);
  if (of.kind !== "binary" || of.operator !== operator) return [of];
  if (!logical.has(operator)) return [of.left, of.right];
  return [...operandsOf(of.left, operator), ...operandsOf(of.right, operator)];
}

function commasOf(of: Expression): readonly Expression[] {
  if (of.kind === "commented" || of.kind === "closed") return commasOf(of.of);
  return of.kind === "sequence" ? of.parts.flatMap(commasOf) : [of];
}

/** What TypeScript parses of a text; throws on errors of syntax. */
export function parsedText(text: string): string {
  const file = ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, true);
  const { parseDiagnostics } = file as unknown as {
    readonly parseDiagnostics: readonly ts.Diagnostic[];
  }; // no part of its public type
  const [fault] = parseDiagnostics;
  if (fault !== undefined)
    throw new Error(ts.flattenDiagnosticMessageText(fault.messageText, "\n"));
  return file.statements.map(nodeText).join(" ");
}

function nodeText(of: ts.Node | undefined): string {
  if (of === undefined) return "_";
  if (ts.isParenthesizedExpression(of)) return nodeText(of.expression);
  if (ts.isStringLiteral(of)) return JSON.stringify(of.text);
  if (ts.isArrayLiteralExpression(of)) return `[${nodes(of.elements)}]`;
  if (ts.isObjectLiteralExpression(of)) return `{${nodes(of.properties)}}`;
  if (ts.isPropertyAssignment(of)) return `(: ${of.name.getText()} ${nodeText(of.initializer)})`;
  if (ts.isShorthandPropertyAssignment(of)) return `(: ${of.name.text})`;
  if (ts.isSpreadElement(of) || ts.isSpreadAssignment(of))
    return `(... ${nodeText(of.expression)})`;
  if (ts.isCallExpression(of))
    return `(call${optionalOf(of)} ${chained(of.expression)} ${nodes(of.arguments)})`;
  if (ts.isNewExpression(of)) return `(new ${chained(of.expression)} ${nodes(of.arguments ?? [])})`;
  if (ts.isPropertyAccessExpression(of))
    return `(.${optionalOf(of)} ${chained(of.expression)} ${of.name.text})`;
  if (ts.isElementAccessExpression(of))
    return `(at${optionalOf(of)} ${chained(of.expression)} ${nodeText(of.argumentExpression)})`;
  if (ts.isTypeOfExpression(of)) return `(typeof ${nodeText(of.expression)})`;
  if (ts.isVoidExpression(of)) return `(void ${nodeText(of.expression)})`;
  if (ts.isPrefixUnaryExpression(of)) {
    const operator = ts.tokenToString(of.operator) ?? "";
    return `(${operator.length === 2 ? "pre" : ""}${operator} ${nodeText(of.operand)})`;
  }
  if (ts.isPostfixUnaryExpression(of))
    return `(post${ts.tokenToString(of.operator) ?? ""} ${nodeText(of.operand)})`;
  if (ts.isBinaryExpression(of))
    return `(${of.operatorToken.getText()} ${parsedOperands(of, of.operatorToken.kind).map(nodeText).join(" ")})`;
  if (ts.isConditionalExpression(of))
    return `(? ${nodeText(of.condition)} ${nodeText(of.whenTrue)} ${nodeText(of.whenFalse)})`;
  if (ts.isArrowFunction(of)) return `(=> (${nodes(of.parameters)}) ${nodeText(of.body)})`;
  if (ts.isParameter(of)) return `(${nodeText(of.name)} ${nodeText(of.initializer)})`;
  if (ts.isAsExpression(of)) return `(as ${nodeText(of.expression)})`;
  if (ts.isSatisfiesExpression(of)) return `(satisfies ${nodeText(of.expression)})`;
  return parsedStatement(of);
}

function parsedStatement(of: ts.Node): string {
  if (ts.isBlock(of)) return `(block ${nodes(of.statements)})`;
  if (ts.isVariableStatement(of)) return nodeText(of.declarationList);
  if (ts.isVariableDeclarationList(of)) {
    const word = (of.flags & ts.NodeFlags.Const) !== 0 ? "const" : "let";
    return `(${word} ${of.declarations.map(({ name, initializer }) => `${nodeText(name)} ${nodeText(initializer)}`).join(" ")})`;
  }
  if (ts.isExpressionStatement(of)) return `(do ${nodeText(of.expression)})`;
  if (ts.isReturnStatement(of)) return `(return ${nodeText(of.expression)})`;
  if (ts.isThrowStatement(of)) return `(throw ${nodeText(of.expression)})`;
  if (ts.isIfStatement(of))
    return `(if ${nodeText(of.expression)} ${parsedBranch(of.thenStatement)} ${of.elseStatement === undefined ? "_" : parsedBranch(of.elseStatement)})`;
  if (ts.isForOfStatement(of) || ts.isForInStatement(of)) {
    const name = ts.isVariableDeclarationList(of.initializer)
      ? of.initializer.declarations[0]?.name
      : undefined;
    return `(for ${ts.isForOfStatement(of) ? "of" : "in"} ${nodeText(name)} ${nodeText(of.expression)} ${parsedBranch(of.statement)})`;
  }
  if (ts.isForStatement(of))
    return `(for ${nodeText(of.initializer)} ${nodeText(of.condition)} ${nodeText(of.incrementor)} ${parsedBranch(of.statement)})`;
  if (ts.isWhileStatement(of))
    return `(while ${nodeText(of.expression)} ${parsedBranch(of.statement)})`;
  if (ts.isSwitchStatement(of))
    return `(switch ${nodeText(of.expression)} ${nodes(of.caseBlock.clauses)})`;
  if (ts.isCaseClause(of)) return `(case ${nodeText(of.expression)} ${nodes(of.statements)})`;
  return of.getText();
}

function nodes(of: readonly ts.Node[]): string {
  return of.map(nodeText).join(" ");
}

function optionalOf(
  of: ts.CallExpression | ts.PropertyAccessExpression | ts.ElementAccessExpression,
): string {
  return of.questionDotToken === undefined ? "" : "?";
}

function chained(of: ts.Expression): string {
  const inner = ts.isParenthesizedExpression(of) ? withoutParentheses(of) : undefined;
  const isClosed = inner !== undefined && (inner.flags & ts.NodeFlags.OptionalChain) !== 0;
  return isClosed ? `(closed ${nodeText(of)})` : nodeText(of);
}

function withoutParentheses(of: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(of) ? withoutParentheses(of.expression) : of;
}

function parsedBranch(of: ts.Statement): string {
  return ts.isBlock(of) ? nodeText(of) : `(block ${nodeText(of)})`;
}

const flat = new Set([ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.CommaToken]); // prettier-ignore

function parsedOperands(of: ts.Expression, operator: ts.SyntaxKind): readonly ts.Expression[] {
  const inner = withoutParentheses(of);
  if (!ts.isBinaryExpression(inner) || inner.operatorToken.kind !== operator) return [of];
  if (!flat.has(operator)) return [inner.left, inner.right];
  return [...parsedOperands(inner.left, operator), ...parsedOperands(inner.right, operator)];
}
