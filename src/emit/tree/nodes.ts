/**
 * The part of TypeScript that crdgen writes, as a tree. Parentheses are no nodes: printing adds
 * those that the tree needs.
 */
export type Expression =
  /** A variable, or a word such as `this` or `null`. */
  | { readonly kind: "name"; readonly text: string }
  | { readonly kind: "literal"; readonly type: LiteralType; readonly text: string }
  | { readonly kind: "array"; readonly items: readonly Expression[] }
  | { readonly kind: "object"; readonly members: readonly Property[]; readonly broken: boolean }
  | {
      readonly kind: "call";
      readonly isNew: boolean;
      readonly callee: Expression;
      readonly types: readonly Type[];
      readonly arguments: readonly Expression[];
      readonly optional: boolean;
    }
  | {
      readonly kind: "member";
      readonly object: Expression;
      readonly name: string;
      readonly optional: boolean;
    }
  | {
      readonly kind: "index";
      readonly object: Expression;
      readonly index: Expression;
      readonly optional: boolean;
    }
  | { readonly kind: "unary"; readonly operator: string; readonly operand: Expression }
  /** `++` and `--`. */
  | {
      readonly kind: "update";
      readonly operator: string;
      readonly operand: Expression;
      readonly prefix: boolean;
    }
  | {
      readonly kind: "binary";
      readonly operator: string;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: "assign";
      readonly operator: string;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: "conditional";
      readonly test: Expression;
      readonly yes: Expression;
      readonly no: Expression;
    }
  | {
      readonly kind: "arrow";
      readonly parameters: readonly ParameterNode[];
      readonly returns: Type | undefined;
      readonly body: Expression | Block;
    }
  | { readonly kind: "spread"; readonly of: Expression }
  | { readonly kind: "sequence"; readonly parts: readonly Expression[] }
  /** `as` and `satisfies`, which stand in TypeScript alone. */
  | {
      readonly kind: "as";
      readonly word: "as" | "satisfies";
      readonly of: Expression;
      readonly type: Type;
    }
  /** A comment such as `@__PURE__` before an expression. */
  | { readonly kind: "commented"; readonly comment: string; readonly of: Expression }
  /** An optional chain that ends at its parentheses: `(a?.b).c`. */
  | { readonly kind: "closed"; readonly of: Expression };

/**
 * What a literal is, since prettier breaks lists of numbers and lines before strings in ways of
 * their own.
 */
export type LiteralType = "string" | "number" | "regexp";

/** A member of an object literal. */
export type Property =
  | { readonly kind: "property"; readonly key: string; readonly value: Expression }
  | { readonly kind: "shorthand"; readonly name: string }
  | { readonly kind: "spread"; readonly of: Expression };

/** A parameter; its type stands in TypeScript alone. */
export interface ParameterNode {
  readonly pattern: Expression;
  readonly optional: boolean;
  readonly type: Type | undefined;
  readonly initial: Expression | undefined;
}

/** Statements in braces. */
export interface Block {
  readonly kind: "block";
  readonly body: readonly Statement[];
}

/** A statement; `blank`: an empty line stands before it. */
export type Statement = StatementNode & { readonly blank?: boolean };

type StatementNode =
  | Block
  | { readonly kind: "comment"; readonly text: string }
  | {
      readonly kind: "variable";
      readonly word: "const" | "let";
      readonly pattern: Expression;
      readonly type: Type | undefined;
      readonly value: Expression | undefined;
    }
  | { readonly kind: "expression"; readonly of: Expression }
  | { readonly kind: "return"; readonly value: Expression | undefined }
  | { readonly kind: "throw"; readonly value: Expression }
  | { readonly kind: "leave"; readonly word: "break" | "continue"; readonly label: string }
  | { readonly kind: "labeled"; readonly label: string; readonly body: Statement }
  | {
      readonly kind: "if";
      readonly test: Expression;
      readonly then: Statement;
      readonly otherwise: Statement | undefined;
    }
  | {
      readonly kind: "forEach";
      readonly word: "of" | "in";
      readonly pattern: Expression;
      readonly over: Expression;
      readonly body: Statement;
    }
  | {
      readonly kind: "for";
      readonly begin: Statement | undefined;
      readonly test: Expression | undefined;
      readonly step: Expression | undefined;
      readonly body: Statement;
    }
  | { readonly kind: "while"; readonly test: Expression; readonly body: Statement }
  | { readonly kind: "switch"; readonly of: Expression; readonly cases: readonly Case[] };

/** A clause of a switch; without a test it is the default. */
export interface Case {
  readonly test: Expression | undefined;
  readonly body: readonly Statement[];
}

/** A type as it stands in an annotation. */
export type Type =
  | { readonly kind: "word"; readonly text: string }
  | { readonly kind: "reference"; readonly name: string; readonly arguments: readonly Type[] }
  | { readonly kind: "array"; readonly items: Type }
  | { readonly kind: "readonly"; readonly of: Type }
  | { readonly kind: "union" | "intersection"; readonly members: readonly Type[] }
  | { readonly kind: "object"; readonly members: readonly TypeMember[] }
  | { readonly kind: "tuple"; readonly items: readonly Type[] }
  | {
      readonly kind: "function";
      readonly parameters: readonly ParameterNode[];
      readonly returns: Type;
    }
  /** `value is T`, `asserts value is T`. */
  | {
      readonly kind: "predicate";
      readonly asserts: boolean;
      readonly name: string;
      readonly type: Type;
    };

/** A field or an index signature: its key as printed. */
export interface TypeMember {
  readonly key: string;
  readonly type: Type;
}

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

/** Whether members behind it would belong to an optional chain. */
export function isOptionalChain(of: Expression): boolean {
  switch (of.kind) {
    case "member":
    case "index":
      return of.optional || isOptionalChain(of.object);
    case "call":
      return of.optional || (!of.isNew && isOptionalChain(of.callee));
    default:
      return false;
  }
}
