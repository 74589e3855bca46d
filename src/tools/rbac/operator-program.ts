import type { ts } from "ts-morph";
import { isGenerated } from "../../codegen/emit/jsdoc.js";

/** TypeScript, of whatever package it comes from. */
export type TypeScript = typeof ts;

/** The program of an operator, as the compiler sees it. */
export interface OperatorProgram {
  readonly typeScript: TypeScript;
  readonly checker: ts.TypeChecker;
  /** What people wrote of it: neither generated code nor packages nor tests. */
  readonly own: readonly ts.SourceFile[];
  /** A file of the program, by its path. */
  fileAt(path: string): ts.SourceFile | undefined;
}

/** Tells whether a declaration is one of the runtime, copied or imported. */
export function isOfRuntime(declaration: ts.Declaration | undefined): boolean {
  if (declaration === undefined) return false;
  const { fileName, text } = declaration.getSourceFile();
  return isGenerated(text) || /\/(?:crdgen-runtime|crdgen)\/|\/src\/runtime\/v1\//.test(fileName);
}

/** The expression without parentheses and assertions around it. */
export function bareExpression(typeScript: TypeScript, node: ts.Expression): ts.Expression {
  let at = node;
  while (
    typeScript.isParenthesizedExpression(at) ||
    typeScript.isAsExpression(at) ||
    typeScript.isSatisfiesExpression(at) ||
    typeScript.isNonNullExpression(at) ||
    typeScript.isAwaitExpression(at)
  ) {
    at = at.expression;
  }
  return at;
}
