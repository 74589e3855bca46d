import type { ts } from "ts-morph";
import type { OperatorProgram } from "./operator-program.js";
import { bareExpression } from "./operator-program.js";

/**
 * Where the values of a program come from: the expressions that variables, parameters and
 * properties get, wherever they do.
 */
export class ValueIndex {
  readonly #program: OperatorProgram;
  readonly #values = new Map<ts.Declaration, ts.Expression[]>();
  readonly #calls = new Map<ts.Node, (ts.CallExpression | ts.NewExpression)[]>();

  constructor(program: OperatorProgram) {
    this.#program = program;
    for (const file of program.own) this.#visit(file);
  }

  /** The expressions that a declaration may stand for; none where nobody knows any. */
  valuesOf(declaration: ts.Declaration): readonly ts.Expression[] {
    const { typeScript } = this.#program;
    const own =
      typeScript.isVariableDeclaration(declaration) ||
      typeScript.isPropertyDeclaration(declaration) ||
      typeScript.isPropertyAssignment(declaration) ||
      typeScript.isParameter(declaration)
        ? declaration.initializer
        : undefined;
    const assigned = this.#values.get(declaration) ?? [];
    const passed = typeScript.isParameter(declaration) ? this.#passedTo(declaration) : [];
    const bound = typeScript.isBindingElement(declaration) ? this.#boundTo(declaration) : [];
    return [...(own === undefined ? [] : [own]), ...assigned, ...passed, ...bound];
  }

  /** The declaration that a name, or a property, leads to. */
  declarationOf(node: ts.Node): ts.Declaration | undefined {
    const { checker, typeScript } = this.#program;
    const symbol = typeScript.isShorthandPropertyAssignment(node.parent)
      ? checker.getShorthandAssignmentValueSymbol(node.parent)
      : checker.getSymbolAtLocation(node);
    if (symbol === undefined) return undefined;
    const isAlias = (symbol.flags & typeScript.SymbolFlags.Alias) !== 0;
    return (isAlias ? checker.getAliasedSymbol(symbol) : symbol).declarations?.[0];
  }

  #visit(node: ts.Node): void {
    const { typeScript, checker } = this.#program;
    if (typeScript.isCallExpression(node) || typeScript.isNewExpression(node)) {
      const declaration = checker.getResolvedSignature(node)?.declaration;
      if (declaration !== undefined) add(this.#calls, declaration, node);
    } else if (typeScript.isObjectLiteralExpression(node)) {
      this.#visitLiteral(node);
    } else if (
      typeScript.isBinaryExpression(node) &&
      node.operatorToken.kind === typeScript.SyntaxKind.EqualsToken
    ) {
      const target = typeScript.isPropertyAccessExpression(node.left) ? node.left.name : node.left;
      const declaration = this.declarationOf(target);
      if (declaration !== undefined) add(this.#values, declaration, node.right);
    }
    typeScript.forEachChild(node, (child) => {
      this.#visit(child);
    });
  }

  /** Members of interfaces have no values of their own; literals of their type do. */
  #visitLiteral(literal: ts.ObjectLiteralExpression): void {
    const { typeScript, checker } = this.#program;
    const type = checker.getContextualType(literal);
    if (type === undefined) return;
    for (const property of literal.properties) {
      if (property.name === undefined || !typeScript.isIdentifier(property.name)) continue;
      const [declaration] = type.getProperty(property.name.text)?.declarations ?? [];
      if (declaration === undefined) continue;
      if (typeScript.isPropertyAssignment(property)) {
        add(this.#values, declaration, property.initializer);
      } else if (typeScript.isShorthandPropertyAssignment(property)) {
        add(this.#values, declaration, property.name);
      }
    }
  }

  #passedTo(parameter: ts.ParameterDeclaration): readonly ts.Expression[] {
    const index = parameter.parent.parameters.indexOf(parameter);
    return (this.#calls.get(parameter.parent) ?? []).flatMap(
      (call) => call.arguments?.[index] ?? [],
    );
  }

  /** `{ pages }` of a literal, wherever that comes from. */
  #boundTo(element: ts.BindingElement): readonly ts.Expression[] {
    const { typeScript } = this.#program;
    const name = element.propertyName ?? element.name;
    if (!typeScript.isIdentifier(name)) return [];
    return this.valuesOf(element.parent.parent).flatMap((value) => {
      const found = this.memberOf(value, name.text);
      return found === undefined || found === "unknown" ? [] : [found];
    });
  }

  /**
   * The value of a member of an object: `unknown` where it may have one that nobody can tell,
   * `undefined` where it has none.
   */
  memberOf(object: ts.Expression | undefined, name: string): Member {
    if (object === undefined) return undefined;
    const { typeScript } = this.#program;
    const value = bareExpression(typeScript, object);
    if (typeScript.isObjectLiteralExpression(value)) return this.#memberOfLiteral(value, name);
    if (typeScript.isIdentifier(value)) {
      const declaration = this.declarationOf(value);
      const [only, ...others] = declaration === undefined ? [] : this.valuesOf(declaration);
      if (only !== undefined && others.length === 0) return this.memberOf(only, name);
    }
    return this.#mayHave(value, name) ? "unknown" : undefined;
  }

  #memberOfLiteral(literal: ts.ObjectLiteralExpression, name: string): Member {
    const { typeScript } = this.#program;
    let found: Member;
    for (const property of literal.properties) {
      if (typeScript.isSpreadAssignment(property)) {
        found = this.memberOf(property.expression, name) ?? found;
        continue;
      }
      const key = property.name;
      const isNamed = typeScript.isIdentifier(key) || typeScript.isStringLiteralLike(key);
      if (!isNamed || key.text !== name) continue;
      if (typeScript.isPropertyAssignment(property)) found = property.initializer;
      else if (typeScript.isShorthandPropertyAssignment(property)) found = property.name;
      else found = "unknown";
    }
    return found;
  }

  #mayHave(value: ts.Expression, name: string): boolean {
    const { checker, typeScript } = this.#program;
    const type = checker.getNonNullableType(checker.getTypeAtLocation(value));
    if ((type.flags & typeScript.TypeFlags.Any) !== 0) return true;
    return type.getProperty(name) !== undefined;
  }

  /** The text that an expression always has, as far as its type says. */
  textOf(value: ts.Expression | undefined): string | undefined {
    if (value === undefined) return undefined;
    const { checker, typeScript } = this.#program;
    const bare = bareExpression(typeScript, value);
    // At the name itself the type is the one that is wanted there.
    const symbol = typeScript.isShorthandPropertyAssignment(bare.parent)
      ? checker.getShorthandAssignmentValueSymbol(bare.parent)
      : undefined;
    const type =
      symbol === undefined ? checker.getTypeAtLocation(bare) : checker.getTypeOfSymbol(symbol);
    return type.isStringLiteral() ? type.value : undefined;
  }
}

/** The value of a member of an object, as far as it is known. */
export type Member = ts.Expression | "unknown" | undefined;

function add<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
