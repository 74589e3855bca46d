/**
 * The syntax tree of a CEL expression after macro expansion, as cel-go builds it (`common/ast`).
 *
 * Operators are calls with cel-go's internal names (`_&&_`, `_?_:_`, `_[_]`, `_?._`, `@in` …). Ids
 * are small positive integers, unique within a tree; types, references and sizes lie beside the
 * tree in maps by id.
 */
export type Expr =
  Literal | Ident | Select | Call | ListLiteral | MapLiteral | StructLiteral | Comprehension;

interface Node {
  readonly id: number;
  /**
   * Where cel-go would point a caret, as an index into the expression's UTF-16 text: for an
   * operator the operator, for a call its parenthesis, for a selection its dot. What a macro
   * expands to lies where the macro call lies. -1: nowhere.
   */
  readonly offset: number;
}

/** `1u`, `'a'`, `null`; a minus before a number is part of its literal. */
export interface Literal extends Node {
  readonly kind: "literal";
  readonly value: Constant;
}

/** A constant of the language. Integers are bigints within their 64 bits, bytes are decoded. */
export type Constant =
  | { readonly type: "null" }
  | { readonly type: "bool"; readonly value: boolean }
  | { readonly type: "int"; readonly value: bigint }
  | { readonly type: "uint"; readonly value: bigint }
  | { readonly type: "double"; readonly value: number }
  | { readonly type: "string"; readonly value: string }
  | { readonly type: "bytes"; readonly value: Uint8Array };

/**
 * A name on its own, or the first one of a chain of selections: a variable, a type, or the
 * beginning of a qualified name.
 */
export interface Ident extends Node {
  readonly kind: "ident";
  /** As written, with the leading dot of an absolute name. */
  readonly name: string;
}

/** `operand.field`; with `testOnly`, what `has(operand.field)` expands to. */
export interface Select extends Node {
  readonly kind: "select";
  readonly operand: Expr;
  readonly field: string;
  readonly testOnly: boolean;
  /** The `has` call that a test came from. */
  readonly macro: MacroCall | undefined;
}

/**
 * `function(args)`, `target.function(args)`, or an operator (`operators`) with its operands as
 * `args`.
 */
export interface Call extends Node {
  readonly kind: "call";
  readonly function: string;
  /** The receiver of `target.function(args)`; `undefined` for global calls and operators. */
  readonly target: Expr | undefined;
  readonly args: readonly Expr[];
  /** The `optMap` or `optFlatMap` call that this one is the expansion of. */
  readonly macro: MacroCall | undefined;
}

/** `[e, ?e]`: an element behind a question mark is left out where it is `optional.none()`. */
export interface ListLiteral extends Node {
  readonly kind: "list";
  readonly elements: readonly Expr[];
  /** Indices of elements written `?e`, ascending. */
  readonly optionalIndices: readonly number[];
}

/** `{key: value, ?key: value}` */
export interface MapLiteral extends Node {
  readonly kind: "map";
  readonly entries: readonly MapEntry[];
}

/** One `key: value`; it lies at its colon. */
export interface MapEntry extends Node {
  readonly key: Expr;
  readonly value: Expr;
  /** Written `?key: value`. */
  readonly optional: boolean;
}

/** `name{field: value}`; Kubernetes declares no messages but the well-known ones of protobuf. */
export interface StructLiteral extends Node {
  readonly kind: "struct";
  readonly name: string;
  readonly fields: readonly StructField[];
}

/** One `field: value` of a struct; it lies at its colon. */
export interface StructField extends Node {
  readonly name: string;
  readonly value: Expr;
  readonly optional: boolean;
}

/**
 * A fold over a list or map: `accuVar` starts as `accuInit`; for each element, while
 * `loopCondition` holds, it becomes `loopStep`; then `result` is the value. `iterVar`, `iterVar2`
 * are in scope of condition and step, `accuVar` of these and of `result`.
 *
 * An empty literal list as range with a false condition is a binding of `accuVar` to `accuInit` in
 * `result`.
 */
export interface Comprehension extends Node {
  readonly kind: "comprehension";
  readonly iterRange: Expr;
  readonly iterVar: string;
  /** `undefined` for comprehensions over one variable. */
  readonly iterVar2: string | undefined;
  readonly accuVar: string;
  readonly accuInit: Expr;
  readonly loopCondition: Expr;
  readonly loopStep: Expr;
  readonly result: Expr;
  /**
   * The macro call this is the expansion of; `undefined` for the binding inside the expansion of
   * optMap and optFlatMap.
   */
  readonly macro: MacroCall | undefined;
}

/** A macro call as written; `args` are the nodes that the expansion holds as well. */
export interface MacroCall {
  readonly name: string;
  readonly target: Expr | undefined;
  readonly args: readonly Expr[];
}

/** Names of operators inside a tree, by what they do. */
export const operators = {
  conditional: "_?_:_",
  logicalAnd: "_&&_",
  logicalOr: "_||_",
  logicalNot: "!_",
  negate: "-_",
  equals: "_==_",
  notEquals: "_!=_",
  less: "_<_",
  lessEquals: "_<=_",
  greater: "_>_",
  greaterEquals: "_>=_",
  in: "@in",
  add: "_+_",
  subtract: "_-_",
  multiply: "_*_",
  divide: "_/_",
  modulo: "_%_",
  index: "_[_]",
  optionalIndex: "_[?_]",
  optionalSelect: "_?._",
  notStrictlyFalse: "@not_strictly_false",
} as const;
