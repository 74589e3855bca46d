import type { ts } from "ts-morph";
import type { Change } from "../../../diff/change.js";
import type { ChangedProperties } from "./changed-properties.js";
import type { UserProgram } from "./user-program.js";

/** A place in the user's program that reads or writes what changes. */
export interface Usage {
  readonly file: ts.SourceFile;
  /** The name of the property, as it stands there. */
  readonly name: ts.Node;
  readonly access: "reads" | "writes" | "names";
  readonly changes: readonly Change[];
}

/** Every place in the user's own files where the compiler finds a property that changes. */
export function findUsages(
  { typeScript, program, own }: UserProgram,
  changed: ChangedProperties,
): readonly Usage[] {
  const finder = new UsageFinder(typeScript, program.getTypeChecker(), changed);
  for (const file of own) finder.visit(file);
  return finder.usages;
}

/** A node that names a property, and the symbols that it may stand for. */
interface FoundProperty {
  readonly name?: ts.Node;
  readonly symbols: readonly ts.Symbol[];
}

class UsageFinder {
  readonly usages: Usage[] = [];
  readonly #ts: UserProgram["typeScript"];
  readonly #checker: ts.TypeChecker;
  readonly #changed: ChangedProperties;

  constructor(
    typeScript: UserProgram["typeScript"],
    checker: ts.TypeChecker,
    changed: ChangedProperties,
  ) {
    this.#ts = typeScript;
    this.#checker = checker;
    this.#changed = changed;
  }

  visit(node: ts.Node): void {
    const { name, symbols } = this.#propertyAt(node);
    if (name !== undefined) this.#add(name, symbols, node);
    this.#ts.forEachChild(node, (child) => {
      this.visit(child);
    });
  }

  #add(name: ts.Node, symbols: readonly ts.Symbol[], node: ts.Node): void {
    const changes = new Set(
      symbols
        .flatMap((symbol) => symbol.declarations ?? [])
        .flatMap((declaration) => this.#changed.get(declaration) ?? []),
    );
    if (changes.size === 0) return;
    const file = node.getSourceFile();
    this.usages.push({ file, name, access: this.#accessAt(node), changes: [...changes] });
  }

  /** The property that a node names, by all the types that it may be one of. */
  #propertyAt(node: ts.Node): FoundProperty {
    const { isPropertyAccessExpression, isElementAccessExpression, isStringLiteralLike } = this.#ts;
    if (isPropertyAccessExpression(node)) return this.#at(node.name);
    if (isElementAccessExpression(node) && isStringLiteralLike(node.argumentExpression)) {
      const { argumentExpression: name, expression } = node;
      return {
        name,
        symbols: this.#ofType(this.#checker.getTypeAtLocation(expression), name.text),
      };
    }
    if (this.#ts.isIndexedAccessTypeNode(node)) return this.#ofIndexedType(node);
    if (this.#ts.isBindingElement(node)) return this.#ofBinding(node);
    if (
      this.#ts.isPropertyAssignment(node) ||
      this.#ts.isShorthandPropertyAssignment(node) ||
      this.#ts.isMethodDeclaration(node)
    ) {
      return this.#ofLiteral(node);
    }
    return { symbols: [] };
  }

  #at(name: ts.Node): FoundProperty {
    const symbol = this.#checker.getSymbolAtLocation(name);
    return { name, symbols: symbol === undefined ? [] : [symbol] };
  }

  #ofIndexedType({ objectType, indexType }: ts.IndexedAccessTypeNode): FoundProperty {
    const names = this.#ts.isUnionTypeNode(indexType) ? indexType.types : [indexType];
    const type = this.#checker.getTypeFromTypeNode(objectType);
    const literals = names.flatMap((name) =>
      this.#ts.isLiteralTypeNode(name) && this.#ts.isStringLiteral(name.literal)
        ? [name.literal]
        : [],
    );
    const symbols = literals.flatMap(({ text }) => this.#ofType(type, text));
    return { name: literals[0] ?? indexType, symbols };
  }

  /** `{ a }`, `{ a: b }` where something is taken apart. */
  #ofBinding(node: ts.BindingElement): FoundProperty {
    const name = node.propertyName ?? node.name;
    const text = this.#nameText(name);
    if (!this.#ts.isObjectBindingPattern(node.parent) || text === undefined) return { symbols: [] };
    if (node.dotDotDotToken !== undefined) return { symbols: [] };
    const type = this.#checker.getTypeAtLocation(node.parent);
    return { name, symbols: this.#ofType(type, text) };
  }

  /** A member of an object that is made for a type, or of a pattern that is assigned to. */
  #ofLiteral(
    node: ts.PropertyAssignment | ts.ShorthandPropertyAssignment | ts.MethodDeclaration,
  ): FoundProperty {
    const { parent, name } = node;
    const text = this.#nameText(name);
    if (!this.#ts.isObjectLiteralExpression(parent) || text === undefined) return { symbols: [] };
    const type = this.#isAssignedTo(parent)
      ? this.#checker.getTypeAtLocation(parent)
      : this.#checker.getContextualType(parent);
    return { name, symbols: type === undefined ? [] : this.#ofType(type, text) };
  }

  #nameText(name: ts.Node): string | undefined {
    if (this.#ts.isIdentifier(name) || this.#ts.isStringLiteralLike(name)) return name.text;
    return undefined;
  }

  #ofType(type: ts.Type, name: string): readonly ts.Symbol[] {
    const whole = this.#checker.getNonNullableType(type);
    const parts = whole.isUnion() ? whole.types : [whole];
    return parts.flatMap((part) => this.#checker.getPropertyOfType(part, name) ?? []);
  }

  #accessAt(node: ts.Node): Usage["access"] {
    if (this.#ts.isIndexedAccessTypeNode(node)) return "names";
    if (this.#ts.isBindingElement(node)) return "reads";
    if (this.#ts.isPropertyAssignment(node) || this.#ts.isShorthandPropertyAssignment(node)) {
      const { parent } = node;
      const isPattern = this.#ts.isObjectLiteralExpression(parent) && this.#isAssignedTo(parent);
      return isPattern ? "reads" : "writes";
    }
    return this.#isAssignedTo(node) || this.#isDeleted(node) ? "writes" : "reads";
  }

  /** Whether a value goes to an expression: `x = …`, `x += …`, `x++`, `[x] = …`. */
  #isAssignedTo(node: ts.Node): boolean {
    const { parent } = node;
    if (this.#ts.isBinaryExpression(parent)) {
      const { kind } = parent.operatorToken;
      const { FirstAssignment, LastAssignment } = this.#ts.SyntaxKind;
      return parent.left === node && kind >= FirstAssignment && kind <= LastAssignment;
    }
    if (this.#ts.isPrefixUnaryExpression(parent) || this.#ts.isPostfixUnaryExpression(parent)) {
      const { PlusPlusToken, MinusMinusToken } = this.#ts.SyntaxKind;
      return parent.operator === PlusPlusToken || parent.operator === MinusMinusToken;
    }
    if (this.#ts.isParenthesizedExpression(parent) || this.#ts.isArrayLiteralExpression(parent)) {
      return this.#isAssignedTo(parent);
    }
    if (this.#ts.isPropertyAssignment(parent)) {
      return parent.initializer === node && this.#isAssignedTo(parent.parent);
    }
    return this.#ts.isForOfStatement(parent) && parent.initializer === node;
  }

  #isDeleted({ parent }: ts.Node): boolean {
    return this.#ts.isDeleteExpression(parent);
  }
}
