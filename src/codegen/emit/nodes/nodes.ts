import type { Imported } from "../imports.js";

/**
 * The part of TypeScript that crdgen writes, as trees. Parentheses are no nodes: the printer adds
 * those that a tree needs, so a node may stand wherever a node of its type is asked for.
 *
 * Nodes are made by the functions of `make.ts` and never change afterwards, but for `flat`: the
 * printer keeps there what it found of a node's text on one line, so that no subtree is laid out
 * twice.
 */

/** Flags for what a node contains at any depth; parts of trees without it need no visit. */
export const has = { types: 1, imports: 2, locals: 4, wide: 8 } as const;

/** The fields that all nodes have. */
export interface Base {
  /** Of `has`, the sum. */
  readonly flags: number;
  /** Its text on one line; `null` if it never has one. Kept by the printer. */
  flat: string | null | undefined;
}

/**
 * The type of a literal, since prettier breaks lists of numbers and lines before strings in ways of
 * their own.
 */
export type LiteralType = "string" | "number" | "regexp";

/** An expression. */
export type Expr = Base &
  (
    | { readonly kind: "name"; readonly text: string }
    | { readonly kind: "local"; readonly local: Local }
    | { readonly kind: "imported"; readonly use: Imported }
    | { readonly kind: "literal"; readonly type: LiteralType; readonly text: string }
    /** `parts` are as written between the holes. */
    | {
        readonly kind: "template";
        readonly parts: readonly string[];
        readonly holes: readonly Expr[];
      }
    | { readonly kind: "array"; readonly items: readonly Expr[] }
    | { readonly kind: "object"; readonly members: readonly Property[]; readonly broken: boolean }
    | Call
    | {
        readonly kind: "member";
        readonly object: Expr;
        readonly name: string;
        readonly optional: boolean;
      }
    | {
        readonly kind: "index";
        readonly object: Expr;
        readonly index: Expr;
        readonly optional: boolean;
      }
    | { readonly kind: "unary"; readonly operator: string; readonly operand: Expr }
    | {
        readonly kind: "update";
        readonly operator: string;
        readonly operand: Expr;
        readonly prefix: boolean;
      }
    | {
        readonly kind: "binary";
        readonly operator: string;
        readonly left: Expr;
        readonly right: Expr;
      }
    | {
        readonly kind: "assign";
        readonly operator: string;
        readonly left: Expr;
        readonly right: Expr;
      }
    | { readonly kind: "conditional"; readonly test: Expr; readonly yes: Expr; readonly no: Expr }
    | {
        readonly kind: "arrow";
        readonly parameters: readonly Parameter[];
        readonly returns: TypeNode | undefined;
        readonly body: Expr | Block;
      }
    | { readonly kind: "spread"; readonly of: Expr }
    | { readonly kind: "sequence"; readonly parts: readonly Expr[] }
    | {
        readonly kind: "as";
        readonly word: "as" | "satisfies";
        readonly of: Expr;
        readonly type: TypeNode;
      }
    /** `of!` */
    | { readonly kind: "certain"; readonly of: Expr }
    /** A comment such as `@__PURE__` before an expression. */
    | { readonly kind: "commented"; readonly comment: string; readonly of: Expr }
    /** An optional chain that ends here: `(a?.b).c`. */
    | { readonly kind: "closed"; readonly of: Expr }
  );

/** A call; `isNew`: of a constructor. */
interface Call {
  readonly kind: "call";
  readonly isNew: boolean;
  readonly callee: Expr;
  readonly types: readonly TypeNode[];
  readonly args: readonly Expr[];
  readonly optional: boolean;
}

/** A member of an object literal, or of a pattern; `key` as printed. */
export type Property = Base &
  (
    | { readonly kind: "property"; readonly key: string; readonly value: Expr }
    | { readonly kind: "computed"; readonly key: Expr; readonly value: Expr }
    /** A member that is called as its value; `initial`: in a pattern, where none is given. */
    | { readonly kind: "shorthand"; readonly of: Expr; readonly initial: Expr | undefined }
    | { readonly kind: "rest"; readonly of: Expr }
  );

/** A parameter of a function. */
export interface Parameter extends Base {
  readonly kind: "parameter";
  readonly pattern: Expr;
  readonly optional: boolean;
  readonly type: TypeNode | undefined;
  readonly initial: Expr | undefined;
}

/** Statements in braces. */
export interface Block extends Base {
  readonly kind: "block";
  readonly body: readonly Stmt[];
}

/** The words before a top-level declaration: `export `, `export declare `, … or nothing. */
type Prefix = string;

/** A statement, or a declaration of a file. */
export type Stmt =
  | Block
  | (Base &
      (
        | { readonly kind: "comment"; readonly text: string }
        /** An empty line. */
        | { readonly kind: "blank" }
        /** Several statements where one is asked for; never within other lists. */
        | { readonly kind: "list"; readonly body: readonly Stmt[] }
        | {
            readonly kind: "variable";
            readonly prefix: Prefix;
            readonly word: "const" | "let";
            readonly pattern: Expr;
            readonly type: TypeNode | undefined;
            readonly value: Expr | undefined;
          }
        | { readonly kind: "expression"; readonly of: Expr }
        | { readonly kind: "return"; readonly value: Expr | undefined }
        | { readonly kind: "throw"; readonly value: Expr }
        | { readonly kind: "leave"; readonly word: "break" | "continue"; readonly label: string }
        | { readonly kind: "labeled"; readonly label: string; readonly body: Stmt }
        | {
            readonly kind: "if";
            readonly test: Expr;
            readonly then: Stmt;
            readonly otherwise: Stmt | undefined;
          }
        | {
            readonly kind: "forEach";
            readonly word: "of" | "in";
            readonly pattern: Expr;
            readonly over: Expr;
            readonly body: Stmt;
          }
        | {
            readonly kind: "for";
            readonly begin: Stmt | undefined;
            readonly test: Expr | undefined;
            readonly step: Expr | undefined;
            readonly body: Stmt;
          }
        | { readonly kind: "while"; readonly test: Expr; readonly body: Stmt }
        | { readonly kind: "switch"; readonly of: Expr; readonly cases: readonly Case[] }
        | {
            readonly kind: "try";
            readonly body: Block;
            readonly caught: string;
            readonly handler: Block | undefined;
            readonly last: Block | undefined;
          }
        /** Without a body it is a signature. */
        | {
            readonly kind: "function";
            readonly prefix: Prefix;
            readonly name: string;
            readonly parameters: readonly Parameter[];
            readonly returns: TypeNode | undefined;
            readonly body: Block | undefined;
          }
        | {
            readonly kind: "interface";
            readonly prefix: Prefix;
            readonly name: string;
            readonly extends: readonly TypeNode[];
            readonly parameters: readonly string[];
            readonly members: readonly Member[];
          }
        | {
            readonly kind: "alias";
            readonly prefix: Prefix;
            readonly name: string;
            readonly parameters: readonly string[];
            readonly type: TypeNode;
          }
        | {
            readonly kind: "class";
            readonly prefix: Prefix;
            readonly name: string;
            readonly extends: TypeNode | undefined;
            readonly fields: readonly Member[];
            readonly parameters: readonly Parameter[];
            /** Of the constructor; undefined: it is only declared. */
            readonly body: Block | undefined;
          }
      ));

/** A clause of a switch; without a test it is the default. */
export interface Case extends Base {
  readonly kind: "case";
  readonly test: Expr | undefined;
  readonly body: readonly Stmt[];
}

/** A type as it is written. */
export type TypeNode = Base &
  /** A keyword or a literal. */
  (
    | { readonly kind: "word"; readonly text: string }
    | {
        readonly kind: "reference";
        readonly name: string;
        readonly use: Imported | undefined;
        readonly args: readonly TypeNode[];
      }
    | { readonly kind: "arrayOf"; readonly items: TypeNode }
    /** `keyof T`, `readonly T`. */
    | { readonly kind: "operator"; readonly operator: string; readonly of: TypeNode }
    | { readonly kind: "union"; readonly members: readonly TypeNode[] }
    | { readonly kind: "intersection"; readonly members: readonly TypeNode[] }
    | { readonly kind: "fields"; readonly members: readonly Member[] }
    | { readonly kind: "tuple"; readonly members: readonly Member[] }
    | { readonly kind: "lookup"; readonly of: TypeNode; readonly index: TypeNode }
    | {
        readonly kind: "choice";
        readonly of: TypeNode;
        readonly extends: TypeNode;
        readonly yes: TypeNode;
        readonly no: TypeNode;
      }
    | {
        readonly kind: "signature";
        readonly isNew: boolean;
        readonly parameters: readonly Parameter[];
        readonly returns: TypeNode;
      }
    /** `name is T`, `asserts name is T`. */
    | {
        readonly kind: "predicate";
        readonly asserts: boolean;
        readonly name: string;
        readonly type: TypeNode;
      }
  );

/** A field or index signature: `key` as printed, with `readonly ` and `?`; `""` in bare tuples. */
export interface Member extends Base {
  readonly kind: "field";
  readonly key: string;
  readonly type: TypeNode;
  /** The lines of a comment; none: no comment. */
  readonly doc: readonly string[];
  /** It is a method, whose type is a signature; its type parameters stand behind its name. */
  readonly isMethod?: true;
}

/** Any node. */
export type Node = Expr | Property | Parameter | Stmt | Case | TypeNode | Member;
/** The nodes of a kind. */
export type Of<N extends { kind: string }, K extends N["kind"]> = Extract<N, { readonly kind: K }>;

/** How closely the operators of two operands bind; a higher number binds closer. */
export const precedences: Readonly<Record<string, number>> = {
  "??": 1,
  "||": 2,
  "&&": 3,
  "|": 4,
  "^": 5,
  "&": 6,
  "==": 7,
  "!=": 7,
  "===": 7,
  "!==": 7,
  "<": 8,
  "<=": 8,
  ">": 8,
  ">=": 8,
  in: 8,
  instanceof: 8,
  "<<": 9,
  ">>": 9,
  ">>>": 9,
  "+": 10,
  "-": 10,
  "*": 11,
  "/": 11,
  "%": 11,
  "**": 12,
};

/**
 * Tells whether members behind an expression would belong to its optional chain: `a?.b` before
 * `.c`.
 */
export function isChain(of: Expr): boolean {
  switch (of.kind) {
    case "member":
    case "index":
      return of.optional || isChain(of.object);
    case "call":
      return of.optional || (!of.isNew && isChain(of.callee));
    case "certain":
      return isChain(of.of);
    default:
      return false;
  }
}

/** A local variable of generated code, which gets its name once its function is complete. */
export class Local {
  /** The name that the variable should get. */
  readonly base: string;
  /** Tells it from others of the same function. */
  readonly id: number;
  #name: string | undefined;

  /** `name`: of a variable that has its name already, such as a parameter. */
  constructor(base: string, id: number, name?: string) {
    this.base = base;
    this.id = id;
    this.#name = name;
  }

  /** Its name in the text, once it has one. */
  get name(): string | undefined {
    return this.#name;
  }

  /** Gives it its name. */
  settleName(name: string): void {
    this.#name = name;
  }

  /** Its name; until it has one, what tells it from all other code of its function. */
  get key(): string {
    return this.#name ?? `${this.base}#${this.id}`;
  }
}
