import type { Imported, ModuleReference } from "./imports.js";
import type { DocComment } from "./jsdoc.js";
import { collectImports } from "./nodes/kinds.js";
import * as make from "./nodes/make.js";
import type { Expr, Node, Stmt, TypeNode } from "./nodes/nodes.js";
import { has } from "./nodes/nodes.js";

/** A parameter of a generated function. */
export interface Parameter {
  readonly name: string;
  readonly type: TypeNode;
  /** Prints `name?: type`. */
  readonly optional?: boolean;
}

/** One of the ways to call a function. */
export interface Signature {
  readonly parameters: readonly Parameter[];
  readonly returns: TypeNode;
}

/**
 * The export of a declaration: to everybody, or to its siblings alone, so that index files leave it
 * out.
 */
export type Exported = boolean | "to siblings";

/** A top-level declaration. */
export type Declaration =
  | {
      readonly kind: "function";
      readonly name: string;
      readonly exported: Exported;
      readonly doc: DocComment;
      readonly parameters: readonly Parameter[];
      readonly returns: TypeNode;
      /** The ways to call it, where there are several; what is above is then how it is written. */
      readonly overloads?: readonly Signature[];
      readonly body: Stmt;
    }
  | {
      readonly kind: "const";
      readonly name: string;
      readonly exported: Exported;
      readonly doc: DocComment;
      /** Required where exported, since every export has an explicit type. */
      readonly type: TypeNode | undefined;
      readonly value: Expr;
    }
  | TypeDeclarationCode
  /**
   * Exports of another module: all of them, all under one name, or some; types stand in `.ts` and
   * `.d.ts` only.
   */
  | {
      readonly kind: "reexport";
      readonly from: ModuleReference;
      readonly names: "*" | { readonly namespace: string } | readonly string[];
      readonly typeOnly: boolean;
    }
  | ClassDeclaration;

/** An interface or an alias: it stands in `.ts` and `.d.ts` only. */
export interface TypeDeclarationCode {
  readonly kind: "type";
  /** As exported; undefined: it is the file's own. */
  readonly name?: string;
  readonly doc: DocComment;
  readonly of: Stmt;
}

/** An exported class on top of another one. */
export interface ClassDeclaration {
  readonly kind: "class";
  readonly name: string;
  readonly doc: DocComment;
  /** The class that it extends, and the types that it takes. */
  readonly extends: { readonly name: Imported; readonly types: readonly TypeNode[] };
  readonly fields: readonly ClassField[];
  readonly parameters: readonly ClassParameter[];
  /** The statements of its constructor. */
  readonly body: Stmt;
}

/** A readonly field, which the constructor sets. */
export interface ClassField {
  readonly name: string;
  readonly doc: DocComment;
  readonly type: TypeNode;
}

/** A parameter of a constructor. */
export interface ClassParameter {
  readonly name: string;
  readonly type: TypeNode;
  /** The value where none is given. */
  readonly initial?: Expr;
}

/** A function or constant of the file's own. */
export type PrivateDeclaration = Extract<Declaration, { kind: "function" | "const" }> & {
  readonly exported: false;
};

/** A name that a file exports itself. */
export interface ExportedName {
  readonly name: string;
  readonly typeOnly: boolean;
  /** Index files leave it out. */
  readonly siblingsOnly?: boolean;
}

/** Which of the files that a module is printed to. */
export type Extension = ".ts" | ".js" | ".d.ts";

/** Returns the imports of a declaration in one of the files. */
export function importsIn(declaration: Declaration, extension: Extension): ReadonlySet<Imported> {
  const pieces = piecesOf(declaration, extension).filter(({ flags }) => flags & has.imports);
  if (pieces.length === 0) return none;
  const found = new Set<Imported>();
  for (const piece of pieces) collectImports(piece, found);
  return found;
}

const none: ReadonlySet<Imported> = new Set();

function piecesOf(declaration: Declaration, extension: Extension): readonly Node[] {
  switch (declaration.kind) {
    case "function": {
      if (extension === ".d.ts" && declaration.exported === false) return [];
      if (extension === ".js") return [declaration.body];
      const overloads = (declaration.overloads ?? []).flatMap(typesOf);
      if (extension === ".d.ts") return overloads.length > 0 ? overloads : typesOf(declaration);
      return [...overloads, ...typesOf(declaration), declaration.body];
    }
    case "const": {
      if (extension === ".d.ts" && declaration.exported === false) return [];
      const types = declaration.type === undefined ? [] : [declaration.type];
      if (extension === ".d.ts") return types;
      return extension === ".ts" ? [...types, declaration.value] : [declaration.value];
    }
    case "type":
      return extension === ".js" ? [] : [declaration.of];
    case "reexport":
      return [];
    case "class":
      return classPieces(declaration, extension);
  }
}

function classPieces(
  { extends: base, fields, parameters, body }: ClassDeclaration,
  extension: Extension,
): readonly Node[] {
  const initials = parameters.flatMap(({ initial }) => initial ?? []);
  if (extension === ".js") return [make.imported(base.name), ...initials, body];
  const types = [...base.types, ...[...fields, ...parameters].map(({ type }) => type)];
  return [make.imported(base.name), ...types, ...(extension === ".ts" ? [...initials, body] : [])];
}

function typesOf({ returns, parameters }: Signature): readonly Node[] {
  return [returns, ...parameters.map(({ type }) => type)];
}

/** Returns the names that a declaration exports, apart from those that it passes on. */
export function exportsOf(declaration: Declaration): readonly ExportedName[] {
  switch (declaration.kind) {
    case "const":
    case "function":
      return exportOf(declaration.name, declaration.exported);
    case "type":
      return declaration.name === undefined ? [] : [{ name: declaration.name, typeOnly: true }];
    case "class":
      return [{ name: declaration.name, typeOnly: false }];
    case "reexport":
      return [];
  }
}

function exportOf(name: string, exported: Exported): readonly ExportedName[] {
  if (exported === false) return [];
  return [{ name, typeOnly: false, ...(exported === "to siblings" ? { siblingsOnly: true } : {}) }];
}
