import ts from "typescript";
import * as make from "../../../../../src/codegen/emit/nodes/make.js";
import type { Block, Case, Expr, Member, Parameter, Property, Stmt, TypeNode } from "../../../../../src/codegen/emit/nodes/nodes.js"; // prettier-ignore
import { isChain } from "../../../../../src/codegen/emit/nodes/nodes.js";

/** Something that generated code never holds. */
export class NotGenerated extends Error {}

/** The statements of a text in TypeScript as nodes, with their comments and empty lines. */
export function nodesOf(text: string): readonly Stmt[] {
  const file = ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, true);
  return statementsOf(file.statements, file);
}

/** Each statement of a file on its own, with the text that it had. */
export function eachStatement(text: string): readonly (readonly [ts.Statement, ts.SourceFile])[] {
  const file = ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, true);
  return file.statements.map((one) => [one, file]);
}

function statementsOf(all: ts.NodeArray<ts.Statement>, file: ts.SourceFile): readonly Stmt[] {
  return all.flatMap((one, index) => {
    const before = file.text.slice(one.getFullStart(), one.getStart(file));
    const gap = index > 0 && /\n[ \t]*\n/.test(before) ? [make.blank] : [];
    return [...gap, ...documented(one, file)];
  });
}

/** A statement behind its comments. */
export function documented(one: ts.Statement, file: ts.SourceFile): readonly Stmt[] {
  return [...commentsOf(one, file).map(make.commentOf), statementOf(one, file)];
}

function commentsOf(node: ts.Node, file: ts.SourceFile): readonly string[] {
  const ranges = ts.getLeadingCommentRanges(file.text, node.getFullStart()) ?? [];
  return ranges.map(({ pos, end }) => file.text.slice(pos, end).replace(/\n[ \t]*\*/g, "\n *"));
}

type Modified = ts.Node & { readonly modifiers?: ts.NodeArray<ts.ModifierLike> };

function prefixOf(node: ts.Node): string {
  return ((node as Modified).modifiers ?? []).map((one) => `${one.getText()} `).join("");
}

function optional<A, B>(of: A | undefined, convert: (of: A) => B): B | undefined {
  return of === undefined ? undefined : convert(of);
}

function blockOf(node: ts.Block, file: ts.SourceFile): Block {
  return make.block(statementsOf(node.statements, file));
}

function statementOf(node: ts.Statement, file: ts.SourceFile): Stmt {
  if (ts.isBlock(node)) return blockOf(node, file);
  if (ts.isVariableStatement(node)) return variableOf(node.declarationList, file, prefixOf(node));
  if (ts.isExpressionStatement(node)) return make.expression(exprOf(node.expression, file));
  if (ts.isReturnStatement(node)) return make.returnOf(optional(node.expression, (of) => exprOf(of, file))); // prettier-ignore
  if (ts.isThrowStatement(node)) return make.throws(exprOf(node.expression, file));
  if (ts.isBreakStatement(node)) return make.leave("break", node.label?.text);
  if (ts.isContinueStatement(node)) return make.leave("continue", node.label?.text);
  if (ts.isLabeledStatement(node)) return make.labeled(node.label.text, statementOf(node.statement, file)); // prettier-ignore
  if (ts.isIfStatement(node)) {
    const otherwise = optional(node.elseStatement, (of) => statementOf(of, file));
    return make.plainIf(exprOf(node.expression, file), statementOf(node.thenStatement, file), otherwise); // prettier-ignore
  }
  if (ts.isWhileStatement(node)) return make.whileLoop(exprOf(node.expression, file), statementOf(node.statement, file)); // prettier-ignore
  if (ts.isForOfStatement(node) || ts.isForInStatement(node)) return loopOverOf(node, file);
  if (ts.isForStatement(node)) {
    const begin = optional(node.initializer, (of) => ts.isVariableDeclarationList(of) ? variableOf(of, file, "") : make.expression(exprOf(of, file))); // prettier-ignore
    const test = optional(node.condition, (of) => exprOf(of, file));
    const step = optional(node.incrementor, (of) => exprOf(of, file));
    return make.loop(begin, test, step, statementOf(node.statement, file));
  }
  if (ts.isSwitchStatement(node)) return make.switchOf(exprOf(node.expression, file), node.caseBlock.clauses.map((one) => caseOf(one, file))); // prettier-ignore
  if (ts.isTryStatement(node)) {
    const caught = node.catchClause?.variableDeclaration?.name.getText(file) ?? "";
    const handler = optional(node.catchClause, (of) => blockOf(of.block, file));
    const last = optional(node.finallyBlock, (of) => blockOf(of, file));
    return make.tryOf(blockOf(node.tryBlock, file), caught, handler, last);
  }
  return declarationOf(node, file);
}

function caseOf(node: ts.CaseOrDefaultClause, file: ts.SourceFile): Case {
  const test = ts.isCaseClause(node) ? exprOf(node.expression, file) : undefined;
  return make.caseOf(test, statementsOf(node.statements, file));
}

function loopOverOf(node: ts.ForOfStatement | ts.ForInStatement, file: ts.SourceFile): Stmt {
  const { initializer } = node;
  const [only] = ts.isVariableDeclarationList(initializer) ? initializer.declarations : [];
  if (only === undefined) throw new NotGenerated(node.getText(file));
  const word = ts.isForOfStatement(node) ? "of" : "in";
  return make.forEach(word, patternOf(only.name, file), exprOf(node.expression, file), statementOf(node.statement, file)); // prettier-ignore
}

function variableOf(list: ts.VariableDeclarationList, file: ts.SourceFile, prefix: string): Stmt {
  const [only, second] = list.declarations;
  if (only === undefined || second !== undefined) throw new NotGenerated(list.getText(file));
  const type = optional(only.type, (of) => typeOf(of, file));
  const value = optional(only.initializer, (of) => exprOf(of, file));
  const word = (list.flags & ts.NodeFlags.Const) === 0 ? "let" : "const";
  return make.variable(word, patternOf(only.name, file), type, value, prefix);
}

function declarationOf(node: ts.Statement, file: ts.SourceFile): Stmt {
  const prefix = prefixOf(node);
  if (
    ts.isFunctionDeclaration(node) &&
    node.name !== undefined &&
    node.asteriskToken === undefined &&
    node.typeParameters === undefined
  ) {
    // prettier-ignore
    const returns = optional(node.type, (of) => typeOf(of, file));
    const body = optional(node.body, (of) => blockOf(of, file));
    return make.functionOf(node.name.text, node.parameters.map((one) => parameterOf(one, file)), returns, body, prefix); // prettier-ignore
  }
  if (ts.isInterfaceDeclaration(node) && node.typeParameters === undefined) {
    const bases = (node.heritageClauses?.[0]?.types ?? []).map((one) => typeOf(one, file));
    return make.interfaceOf(node.name.text, node.members.map((one) => memberOf(one, file)), bases, prefix); // prettier-ignore
  }
  if (ts.isTypeAliasDeclaration(node)) {
    const parameters = (node.typeParameters ?? []).map((one) => one.getText(file));
    return make.alias(node.name.text, typeOf(node.type, file), parameters, prefix);
  }
  if (ts.isClassDeclaration(node)) return classOf(node, file);
  throw new NotGenerated(node.getText(file));
}

function classOf(node: ts.ClassDeclaration, file: ts.SourceFile): Stmt {
  const base = optional(node.heritageClauses?.[0]?.types[0], (of) => typeOf(of, file));
  const fields: Member[] = [];
  let made: ts.ConstructorDeclaration | undefined;
  for (const member of node.members) {
    if (ts.isConstructorDeclaration(member)) made = member;
    else if (
      ts.isPropertyDeclaration(member) &&
      member.type !== undefined &&
      member.initializer === undefined
    ) {
      // prettier-ignore
      const mark = member.questionToken === undefined ? "" : "?";
      const key = prefixOf(member) + member.name.getText(file) + mark;
      fields.push(make.field(key, typeOf(member.type, file), docOf(member, file)));
    } else throw new NotGenerated(member.getText(file));
  }
  if (made?.body === undefined || node.name === undefined || node.typeParameters !== undefined) throw new NotGenerated(node.getText(file)); // prettier-ignore
  const parameters = made.parameters.map((one) => parameterOf(one, file));
  return make.classOf(node.name.text, base, fields, parameters, blockOf(made.body, file), prefixOf(node)); // prettier-ignore
}

function docOf(node: ts.Node, file: ts.SourceFile): readonly string[] {
  return commentsOf(node, file).flatMap((one) => one.split("\n"));
}

function parameterOf(node: ts.ParameterDeclaration, file: ts.SourceFile): Parameter {
  const type = optional(node.type, (of) => typeOf(of, file));
  const initial = optional(node.initializer, (of) => exprOf(of, file));
  const name = patternOf(node.name, file);
  const pattern = node.dotDotDotToken === undefined ? name : make.spread(name);
  return make.parameter(pattern, type, node.questionToken !== undefined, initial);
}

function patternOf(node: ts.BindingName | ts.ArrayBindingElement, file: ts.SourceFile): Expr {
  if (ts.isIdentifier(node)) return make.nameOf(node.text);
  if (ts.isOmittedExpression(node)) return make.nameOf("");
  if (ts.isArrayBindingPattern(node)) return make.array(node.elements.map((one) => patternOf(one, file))); // prettier-ignore
  if (ts.isObjectBindingPattern(node)) return make.objectOf(node.elements.map((one) => elementOf(one, file))); // prettier-ignore
  const name = patternOf(node.name, file);
  if (node.dotDotDotToken !== undefined) return make.spread(name);
  return node.initializer === undefined ? name : make.assign("=", name, exprOf(node.initializer, file)); // prettier-ignore
}

function elementOf(node: ts.BindingElement, file: ts.SourceFile): Property {
  const name = patternOf(node.name, file);
  if (node.dotDotDotToken !== undefined) return make.rest(name);
  const initial = optional(node.initializer, (of) => exprOf(of, file));
  if (node.propertyName === undefined && (name.kind === "name" || name.kind === "imported")) return make.shorthand(name, initial); // prettier-ignore
  if (node.propertyName === undefined) throw new NotGenerated(node.getText(file));
  const value = initial === undefined ? name : make.assign("=", name, initial);
  return make.property(keyOf(node.propertyName, file), value);
}

function keyOf(node: ts.PropertyName, file: ts.SourceFile): string {
  return ts.isStringLiteral(node) ? stringText(node, file) : node.getText(file);
}

/** An expression as a node. */
export function exprOf(node: ts.Expression, file: ts.SourceFile): Expr {
  const of = plainExprOf(node, file);
  if (node.getFullStart() === node.parent.getFullStart()) return of;
  const comment = file.text.slice(node.getFullStart(), node.getStart(file)).trim();
  return comment.endsWith("__PURE__ */") ? make.commented(comment, of) : of;
}

function objectOf(node: ts.Expression, file: ts.SourceFile): Expr {
  const of = exprOf(node, file);
  const bare = of.kind === "commented" ? of.of : of;
  return ts.isParenthesizedExpression(node) && isChain(bare) ? make.closed(of) : of;
}

function plainExprOf(node: ts.Expression, file: ts.SourceFile): Expr {
  const operand = (of: ts.Expression): Expr => exprOf(of, file);
  if (ts.isIdentifier(node)) return make.nameOf(node.text);
  if (ts.isParenthesizedExpression(node)) return operand(node.expression);
  if (ts.isStringLiteral(node)) return make.literal("string", stringText(node, file));
  if (ts.isNumericLiteral(node) || ts.isBigIntLiteral(node)) return make.literal("number", node.getText(file)); // prettier-ignore
  if (ts.isRegularExpressionLiteral(node)) return make.literal("regexp", node.getText(file));
  if (ts.isNoSubstitutionTemplateLiteral(node)) return make.template([node.getText(file).slice(1, -1)], []); // prettier-ignore
  if (ts.isTemplateExpression(node)) return templateOf(node, file);
  if (ts.isArrayLiteralExpression(node)) return make.array(node.elements.map(operand));
  if (ts.isOmittedExpression(node)) return make.nameOf("");
  if (ts.isObjectLiteralExpression(node)) {
    const [first] = node.properties;
    const isBroken = first !== undefined && file.text.slice(node.getStart(file), first.getStart(file)).includes("\n"); // prettier-ignore
    return make.objectOf(
      node.properties.map((one) => propertyOf(one, file)),
      isBroken,
    );
  }
  if (ts.isSpreadElement(node)) return make.spread(operand(node.expression));
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) return callOf(node, file);
  if (ts.isPropertyAccessExpression(node)) return make.member(objectOf(node.expression, file), node.name.text, node.questionDotToken !== undefined); // prettier-ignore
  if (ts.isElementAccessExpression(node)) return make.indexOf(objectOf(node.expression, file), operand(node.argumentExpression), node.questionDotToken !== undefined); // prettier-ignore
  if (ts.isNonNullExpression(node)) return make.certain(objectOf(node.expression, file));
  if (ts.isAsExpression(node)) return make.as(operand(node.expression), typeOf(node.type, file));
  if (ts.isSatisfiesExpression(node)) return make.as(operand(node.expression), typeOf(node.type, file), "satisfies"); // prettier-ignore
  if (ts.isConditionalExpression(node)) return make.plainConditional(operand(node.condition), operand(node.whenTrue), operand(node.whenFalse)); // prettier-ignore
  if (ts.isArrowFunction(node)) return arrowOf(node, file);
  return operationOf(node, file);
}

function stringText(node: ts.StringLiteral, file: ts.SourceFile): string {
  const text = node.getText(file);
  if (text.startsWith('"')) return text;
  return `"${text.slice(1, -1).replace(/\\'/g, "'").replace(/"/g, '\\"')}"`;
}

function templateOf(node: ts.TemplateExpression, file: ts.SourceFile): Expr {
  const parts = [node.head, ...node.templateSpans.map(({ literal }) => literal)];
  const texts = parts.map((part) => part.getText(file).slice(1, ts.isTemplateTail(part) ? -1 : -2));
  return make.template(
    texts,
    node.templateSpans.map((span) => exprOf(span.expression, file)),
  );
}

function callOf(node: ts.CallExpression | ts.NewExpression, file: ts.SourceFile): Expr {
  const args = (node.arguments ?? []).map((one) => exprOf(one, file));
  const types = (node.typeArguments ?? []).map((one) => typeOf(one, file));
  const isOptional = ts.isCallExpression(node) && node.questionDotToken !== undefined;
  return make.call(
    objectOf(node.expression, file),
    args,
    ts.isNewExpression(node),
    isOptional,
    types,
  );
}

function arrowOf(node: ts.ArrowFunction, file: ts.SourceFile): Expr {
  if (node.modifiers !== undefined || node.typeParameters !== undefined) throw new NotGenerated(node.getText(file)); // prettier-ignore
  const body = ts.isBlock(node.body) ? blockOf(node.body, file) : exprOf(node.body, file);
  const returns = optional(node.type, (of) => typeOf(of, file));
  return make.arrow(
    node.parameters.map((one) => parameterOf(one, file)),
    body,
    returns,
  );
}

function propertyOf(node: ts.ObjectLiteralElementLike, file: ts.SourceFile): Property {
  if (ts.isShorthandPropertyAssignment(node)) {
    return make.shorthand(nameNode(node.name.text), optional(node.objectAssignmentInitializer, (of) => exprOf(of, file))); // prettier-ignore
  }
  if (ts.isSpreadAssignment(node)) return make.rest(exprOf(node.expression, file));
  if (!ts.isPropertyAssignment(node)) throw new NotGenerated(node.getText(file));
  const value = exprOf(node.initializer, file);
  if (ts.isComputedPropertyName(node.name)) return make.computed(exprOf(node.name.expression, file), value); // prettier-ignore
  return make.property(keyOf(node.name, file), value);
}

function nameNode(text: string): Extract<Expr, { readonly kind: "name" }> {
  const name = make.nameOf(text);
  if (name.kind !== "name") throw new Error("invariant: a name is a name");
  return name;
}

const assignments = /^(?:[-+*/%&|^]|\*\*|<<|>>>?|&&|\|\||\?\?)?=$/;

function operationOf(node: ts.Expression, file: ts.SourceFile): Expr {
  const operand = (of: ts.Expression): Expr => exprOf(of, file);
  if (ts.isPrefixUnaryExpression(node)) {
    const operator = ts.tokenToString(node.operator) ?? "";
    return operator.length === 2 ? make.update(operator, operand(node.operand), true) : make.unary(operator, operand(node.operand)); // prettier-ignore
  }
  if (ts.isPostfixUnaryExpression(node)) return make.update(ts.tokenToString(node.operator) ?? "", operand(node.operand), false); // prettier-ignore
  if (ts.isTypeOfExpression(node)) return make.unary("typeof", operand(node.expression));
  if (ts.isVoidExpression(node)) return make.unary("void", operand(node.expression));
  if (ts.isDeleteExpression(node)) return make.unary("delete", operand(node.expression));
  if (ts.isAwaitExpression(node)) return make.unary("await", operand(node.expression));
  if (ts.isBinaryExpression(node)) {
    const operator = node.operatorToken.getText(file);
    if (operator === ",") return make.sequence([operand(node.left), operand(node.right)]);
    if (assignments.test(operator)) return make.assign(operator, operand(node.left), operand(node.right)); // prettier-ignore
    return make.plainBinary(operator, operand(node.left), operand(node.right));
  }
  const text = node.getText(file);
  if (/^(?:null|true|false|this|super)$/.test(text)) return make.nameOf(text);
  throw new NotGenerated(text);
}

/** A type as a node. */
export function typeOf(node: ts.TypeNode, file: ts.SourceFile): TypeNode {
  const of = (part: ts.TypeNode): TypeNode => typeOf(part, file);
  if (ts.isParenthesizedTypeNode(node)) return of(node.type);
  if (ts.isTypeReferenceNode(node)) return make.reference(node.typeName.getText(file), (node.typeArguments ?? []).map(of)); // prettier-ignore
  if (ts.isExpressionWithTypeArguments(node)) return make.reference(node.expression.getText(file), (node.typeArguments ?? []).map(of)); // prettier-ignore
  if (ts.isArrayTypeNode(node)) return make.arrayOf(of(node.elementType));
  if (ts.isTypeOperatorNode(node)) return make.typeOperator(ts.tokenToString(node.operator) ?? "", of(node.type)); // prettier-ignore
  if (ts.isTypeQueryNode(node)) return make.typeOperator("typeof", make.reference(node.exprName.getText(file))); // prettier-ignore
  if (ts.isUnionTypeNode(node)) return make.union(node.types.map(of));
  if (ts.isIntersectionTypeNode(node)) return make.intersection(node.types.map(of));
  if (ts.isTypeLiteralNode(node))
    return make.fieldsOf(node.members.map((one) => memberOf(one, file)));
  if (ts.isTupleTypeNode(node))
    return make.tuple(node.elements.map((one) => tupleMember(one, file)));
  if (ts.isIndexedAccessTypeNode(node)) return make.lookup(of(node.objectType), of(node.indexType));
  if (ts.isConditionalTypeNode(node)) return make.choice(of(node.checkType), of(node.extendsType), of(node.trueType), of(node.falseType)); // prettier-ignore
  if (ts.isFunctionTypeNode(node) || ts.isConstructorTypeNode(node)) return make.signature(node.parameters.map((one) => parameterOf(one, file)), of(node.type), ts.isConstructorTypeNode(node)); // prettier-ignore
  if (ts.isTypePredicateNode(node) && node.type !== undefined) return make.predicate(node.parameterName.getText(file), of(node.type), node.assertsModifier !== undefined); // prettier-ignore
  if (ts.isMappedTypeNode(node) || ts.isInferTypeNode(node) || ts.isImportTypeNode(node) || ts.isTemplateLiteralTypeNode(node)) throw new NotGenerated(node.getText(file)); // prettier-ignore
  return make.typeWord(node.getText(file));
}

function tupleMember(node: ts.TypeNode | ts.NamedTupleMember, file: ts.SourceFile): Member {
  if (ts.isNamedTupleMember(node)) return make.field(node.name.text, typeOf(node.type, file));
  return make.field("", typeOf(node, file));
}

function memberOf(node: ts.TypeElement, file: ts.SourceFile): Member {
  const doc = docOf(node, file);
  if (ts.isIndexSignatureDeclaration(node)) {
    return make.field(`${prefixOf(node)}[${node.parameters.map((one) => one.getText(file)).join("")}]`, typeOf(node.type, file), doc); // prettier-ignore
  }
  if (!ts.isPropertySignature(node) || node.type === undefined) throw new NotGenerated(node.getText(file)); // prettier-ignore
  const key =
    prefixOf(node) + keyOf(node.name, file) + (node.questionToken === undefined ? "" : "?");
  return make.field(key, typeOf(node.type, file), doc);
}
