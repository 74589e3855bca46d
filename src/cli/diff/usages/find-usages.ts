import type { ts } from "ts-morph";
import type { Change } from "../../../tools/diff/change.js";
import type { ChangedNames } from "./changed-names.js";
import { partsOf } from "./changed-names.js";
import type { UserProgram } from "./user-program.js";

/** A place in the user's program that reads or writes what changes. */
export interface Usage {
  readonly file: ts.SourceFile;
  /** The name of the property, as it stands there. */
  readonly name: ts.Node;
  readonly access: "reads" | "writes" | "names";
  readonly changes: readonly Change[];
}

/**
 * Every place in the user's own files where the compiler finds a property that changes, or a name
 * that is gone.
 */
export function findUsages(
  { typeScript, program, own }: UserProgram,
  changed: ChangedNames,
): readonly Usage[] {
  const finder = new UsageFinder(typeScript, program.getTypeChecker(), changed);
  for (const file of own) finder.visit(file);
  return finder.usages;
}

/** A node that names a property, and the symbols that it may stand for. */
interface FoundProperty {
  readonly name?: ts.Node;
  readonly symbols: readonly ts.Symbol[];
  /** It may name a whole type, function or module. */
  readonly isExport?: boolean;
  /** The field that it selects by, if it is a key of a field selector. */
  readonly selector?: string;
}

class UsageFinder {
  readonly usages: Usage[] = [];
  readonly #ts: UserProgram["typeScript"];
  readonly #checker: ts.TypeChecker;
  readonly #changed: ChangedNames;

  constructor(
    typeScript: UserProgram["typeScript"],
    checker: ts.TypeChecker,
    changed: ChangedNames,
  ) {
    this.#ts = typeScript;
    this.#checker = checker;
    this.#changed = changed;
  }

  visit(node: ts.Node): void {
    this.#add(this.#exportAt(node) ?? this.#propertyAt(node), node);
    this.#ts.forEachChild(node, (child) => {
      this.visit(child);
    });
  }

  #add(found: FoundProperty, node: ts.Node): void {
    const { name, symbols, isExport = false, selector } = found;
    if (name === undefined) return;
    const { declarations, files, selectors } = this.#changed;
    const changes = new Set<Change>(selector === undefined ? [] : selectors.get(selector));
    for (const declaration of symbols.flatMap((symbol) => symbol.declarations ?? [])) {
      for (const change of declarations.get(declaration) ?? []) changes.add(change);
      if (!isExport && !this.#isTopLevel(declaration)) continue;
      for (const change of files.get(declaration.getSourceFile()) ?? []) changes.add(change);
    }
    if (changes.size === 0) return;
    const file = node.getSourceFile();
    const access = isExport ? "names" : this.#accessAt(node);
    this.usages.push({ file, name, access, changes: [...changes] });
  }

  /** Finds the name that a file imports, exports, or takes from a namespace. */
  #exportAt(node: ts.Node): FoundProperty | undefined {
    if (this.#ts.isImportSpecifier(node) || this.#ts.isExportSpecifier(node)) {
      return this.#exported(node.propertyName ?? node.name);
    }
    if (this.#ts.isQualifiedName(node)) return this.#exported(node.right);
    if (this.#ts.isStringLiteral(node) && this.#isModuleName(node)) {
      return { ...this.#at(node), isExport: true };
    }
    return undefined;
  }

  #exported(name: ts.Node): FoundProperty {
    return { ...this.#at(name), isExport: true };
  }

  #isModuleName({ parent }: ts.StringLiteral): boolean {
    if (this.#ts.isImportDeclaration(parent) || this.#ts.isExportDeclaration(parent)) return true;
    if (this.#ts.isLiteralTypeNode(parent)) return this.#ts.isImportTypeNode(parent.parent);
    return (
      this.#ts.isCallExpression(parent) &&
      parent.expression.kind === this.#ts.SyntaxKind.ImportKeyword
    );
  }

  #isTopLevel(declaration: ts.Declaration): boolean {
    const holder = this.#ts.isVariableDeclaration(declaration)
      ? declaration.parent.parent
      : declaration;
    return !this.#ts.isSourceFile(holder) && this.#ts.isSourceFile(holder.parent);
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
    if (symbol === undefined) return { name, symbols: [] };
    const isAlias = (symbol.flags & this.#ts.SymbolFlags.Alias) !== 0;
    return { name, symbols: [isAlias ? this.#checker.getAliasedSymbol(symbol) : symbol] };
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
    if (type === undefined) return { symbols: [] };
    const symbols = this.#ofType(type, text);
    // The names in a field selector are no declarations of their own.
    const isSelector = partsOf(type).some(
      ({ aliasSymbol }) => aliasSymbol?.name === "FieldSelector",
    );
    return { name, symbols, ...(isSelector && { selector: text }) };
  }

  #nameText(name: ts.Node): string | undefined {
    if (this.#ts.isIdentifier(name) || this.#ts.isStringLiteralLike(name)) return name.text;
    return undefined;
  }

  #ofType(type: ts.Type, name: string): readonly ts.Symbol[] {
    const parts = partsOf(this.#checker.getNonNullableType(type));
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

  /** Tells whether a value is assigned to an expression: `x = …`, `x += …`, `x++`, `[x] = …`. */
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
