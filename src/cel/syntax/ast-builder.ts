import type {
  Call,
  Comprehension,
  Constant,
  Expr,
  Ident,
  ListLiteral,
  Literal,
  MacroCall,
  MapEntry,
  MapLiteral,
  Select,
  StructField,
  StructLiteral,
} from "./ast.js";

/** The parts of a comprehension, without its identity. */
export type ComprehensionParts = Omit<Comprehension, "kind" | "id" | "offset" | "macro">;

/**
 * Nodes of one tree. Macros that copy their receiver double it each time; cel-go has no limit, and
 * a server does not survive what is beyond this one.
 */
const maximumNodes = 250_000;

/**
 * Thrown by `copy` and `share` where the macros of one expression expand to more nodes than are
 * allowed.
 */
export class TooManyNodes extends Error {}

/** Makes the nodes of one tree and numbers them. Offsets are those of `ast.ts`. */
export class AstBuilder {
  #nextId = 1;
  /** Nodes in second places, which have no ids of their own. */
  #shared = 0;

  /** A constant of the source, or one that a macro puts in. */
  literal(offset: number, value: Constant): Literal {
    return { kind: "literal", id: this.#nextId++, offset, value };
  }

  /** `name`; a leading dot stays part of it. */
  ident(offset: number, name: string): Ident {
    return { kind: "ident", id: this.#nextId++, offset, name };
  }

  /** `operand.field`; what `has` makes of one is a `presenceTest`. */
  select(offset: number, operand: Expr, field: string): Select {
    const id = this.#nextId++;
    return { kind: "select", id, offset, operand, field, testOnly: false, macro: undefined };
  }

  /** The expansion of `has(operand.field)`. */
  presenceTest(offset: number, operand: Expr, field: string, macro: MacroCall): Select {
    const id = this.#nextId++;
    return { kind: "select", id, offset, operand, field, testOnly: true, macro };
  }

  /** `name(args)`, or an operator under its internal name (`operators`). */
  call(offset: number, name: string, args: readonly Expr[]): Call {
    return this.#call(offset, name, undefined, args, undefined);
  }

  /**
   * `target.name(args)`. Whether `target` is a receiver or a namespace (`sets.contains`), the
   * checker finds out.
   */
  memberCall(offset: number, name: string, target: Expr, args: readonly Expr[]): Call {
    return this.#call(offset, name, target, args, undefined);
  }

  /** The call that `macro` expands to: the conditional of `optMap` and `optFlatMap`. */
  expandedCall(offset: number, name: string, args: readonly Expr[], macro: MacroCall): Call {
    return this.#call(offset, name, undefined, args, macro);
  }

  #call(
    offset: number,
    name: string,
    target: Expr | undefined,
    args: readonly Expr[],
    macro: MacroCall | undefined,
  ): Call {
    return { kind: "call", id: this.#nextId++, offset, function: name, target, args, macro };
  }

  /** `[e, ?e]`; `optionalIndices` are those of the elements behind a question mark, ascending. */
  list(
    offset: number,
    elements: readonly Expr[],
    optionalIndices: readonly number[] = [],
  ): ListLiteral {
    return { kind: "list", id: this.#nextId++, offset, elements, optionalIndices };
  }

  /** `{key: value}`; the entries come from `mapEntry`, as they have ids of their own. */
  map(offset: number, entries: readonly MapEntry[]): MapLiteral {
    return { kind: "map", id: this.#nextId++, offset, entries };
  }

  /** `key: value` or `?key: value`; `offset` is that of the colon. */
  mapEntry(offset: number, key: Expr, value: Expr, optional: boolean): MapEntry {
    return { id: this.#nextId++, offset, key, value, optional };
  }

  /** `name{field: value}`; the fields come from `structField`, as they have ids of their own. */
  struct(offset: number, name: string, fields: readonly StructField[]): StructLiteral {
    return { kind: "struct", id: this.#nextId++, offset, name, fields };
  }

  /** `field: value` or `?field: value`; `offset` is that of the colon. */
  structField(offset: number, name: string, value: Expr, optional: boolean): StructField {
    return { id: this.#nextId++, offset, name, value, optional };
  }

  /**
   * A fold; `macro` is the call that it stands for, `undefined` for a binding within another
   * expansion.
   */
  comprehension(
    offset: number,
    parts: ComprehensionParts,
    macro: MacroCall | undefined,
  ): Comprehension {
    return { kind: "comprehension", id: this.#nextId++, offset, ...parts, macro };
  }

  /**
   * The tree itself, for a second place. It counts as if it were copied, since it is checked again;
   * throws as `copy`.
   */
  share(expr: Expr): Expr {
    const next = this.#nextId;
    this.copy(expr);
    this.#shared += this.#nextId - next;
    this.#nextId = next;
    return expr;
  }

  /** The same tree with new ids; throws `TooManyNodes`. */
  copy(expr: Expr): Expr {
    const id = this.#nextId++;
    if (id + this.#shared > maximumNodes) throw new TooManyNodes();
    switch (expr.kind) {
      case "literal":
      case "ident":
        return { ...expr, id };
      case "select":
        return { ...expr, id, operand: this.copy(expr.operand) };
      case "call":
        return {
          ...expr,
          id,
          target: this.#copyOptional(expr.target),
          args: this.#copyAll(expr.args),
        };
      case "list":
        return { ...expr, id, elements: this.#copyAll(expr.elements) };
      case "map":
        return { ...expr, id, entries: expr.entries.map((entry) => this.#copyEntry(entry)) };
      case "struct":
        return { ...expr, id, fields: expr.fields.map((field) => this.#copyField(field)) };
      case "comprehension":
        return {
          ...expr,
          id,
          iterRange: this.copy(expr.iterRange),
          accuInit: this.copy(expr.accuInit),
          loopCondition: this.copy(expr.loopCondition),
          loopStep: this.copy(expr.loopStep),
          result: this.copy(expr.result),
        };
    }
  }

  #copyOptional(expr: Expr | undefined): Expr | undefined {
    return expr === undefined ? undefined : this.copy(expr);
  }

  #copyAll(exprs: readonly Expr[]): Expr[] {
    return exprs.map((expr) => this.copy(expr));
  }

  #copyEntry(entry: MapEntry): MapEntry {
    const id = this.#nextId++;
    return { ...entry, id, key: this.copy(entry.key), value: this.copy(entry.value) };
  }

  #copyField(field: StructField): StructField {
    const id = this.#nextId++;
    return { ...field, id, value: this.copy(field.value) };
  }
}

/** A chain of `&&` or `||` as a tree of little depth (cel-go `parser/helper.go`, logicManager). */
export function balance(
  builder: AstBuilder,
  name: string,
  terms: readonly Expr[],
  offsets: readonly number[],
): Expr {
  const build = (low: number, high: number): Expr => {
    const middle = Math.floor((low + high + 1) / 2);
    const left = middle === low ? term(middle) : build(low, middle - 1);
    const right = middle === high ? term(middle + 1) : build(middle + 1, high);
    return builder.call(offsets[middle] ?? -1, name, [left, right]);
  };
  const term = (index: number): Expr => {
    const expr = terms[index];
    if (expr === undefined) throw new Error("one more term than operators");
    return expr;
  };
  return offsets.length === 0 ? term(0) : build(0, offsets.length - 1);
}
