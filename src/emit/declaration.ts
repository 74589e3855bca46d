import type { Code, Imported, ModuleReference } from "./code.js";
import { empty } from "./code.js";

/** A parameter of a generated function. */
export interface Parameter {
  readonly name: string;
  readonly type: Code;
  /** Prints `name?: type`. */
  readonly optional?: boolean;
}

/** One of the ways to call a function. */
export interface Signature {
  readonly parameters: readonly Parameter[];
  readonly returns: Code;
}

/**
 * Whether a file exports a declaration: to everybody, or to its siblings alone, so that index files
 * leave it out.
 */
export type Exported = boolean | "to siblings";

/** A top-level declaration. `doc` is a whole comment made by `jsDoc`, or `empty`. */
export type Declaration =
  | {
      readonly kind: "function";
      readonly name: string;
      readonly exported: Exported;
      readonly doc: Code;
      readonly parameters: readonly Parameter[];
      readonly returns: Code;
      /** The ways to call it, where there are several; what is above is then how it is written. */
      readonly overloads?: readonly Signature[];
      /** Statements, not indented. */
      readonly body: Code;
    }
  | {
      readonly kind: "const";
      readonly name: string;
      readonly exported: Exported;
      readonly doc: Code;
      /** Required where exported, since every export has an explicit type. */
      readonly type: Code | undefined;
      readonly value: Code;
    }
  /** Interfaces and aliases, whole: they stand in `.ts` and `.d.ts` only. */
  | {
      readonly kind: "type";
      readonly text: Code;
      readonly name?: string;
    }
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

/** An exported class on top of another one. */
export interface ClassDeclaration {
  readonly kind: "class";
  readonly name: string;
  readonly doc: Code;
  /** The class that it extends, and the types that it takes. */
  readonly extends: { readonly name: Code; readonly types: readonly Code[] };
  readonly fields: readonly ClassField[];
  readonly parameters: readonly ClassParameter[];
  /** The statements of its constructor. */
  readonly body: Code;
}

/** A readonly field, which the constructor sets. */
export interface ClassField {
  readonly name: string;
  readonly doc: Code;
  readonly type: Code;
}

/** A parameter of a constructor. */
export interface ClassParameter {
  readonly name: string;
  readonly type: Code;
  /** The value where none is given. */
  readonly initial?: Code;
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

/** Adds what a declaration imports in one of the files to a set. */
export function collectImports(
  declaration: Declaration,
  extension: Extension,
  into: Set<Imported>,
): void {
  for (const piece of piecesOf(declaration, extension)) piece.collectImports(into);
}

function piecesOf(declaration: Declaration, extension: Extension): readonly Code[] {
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
      const type = declaration.type ?? empty;
      if (extension === ".d.ts") return [type];
      return extension === ".ts" ? [type, declaration.value] : [declaration.value];
    }
    case "type":
      return extension === ".js" ? [] : [declaration.text];
    case "reexport":
      return [];
    case "class":
      return classPieces(declaration, extension);
  }
}

function classPieces(
  { extends: base, fields, parameters, body }: ClassDeclaration,
  extension: Extension,
): readonly Code[] {
  const initials = parameters.flatMap(({ initial }) => initial ?? []);
  if (extension === ".js") return [base.name, ...initials, body];
  const types = [...base.types, ...[...fields, ...parameters].map(({ type }) => type)];
  return [base.name, ...types, ...(extension === ".ts" ? [...initials, body] : [])];
}

function typesOf({ returns, parameters }: Signature): readonly Code[] {
  return [returns, ...parameters.map(({ type }) => type)];
}

/** What a declaration exports, apart from what it passes on. */
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
