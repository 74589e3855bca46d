import type { Call, Expr } from "../../cel/syntax/ast.js";
import { operators } from "../../cel/syntax/ast.js";
import { childrenOf } from "../../cel/syntax/walk.js";
import { unescapeProperty } from "../../runtime/v1/cel/data/data.js";
import type { Json } from "../../runtime/v1/values/json/json.js";

/** A way from `self` on; `*` stands for any item of a list, or any value of a map. */
export type Mention = readonly string[];

/** What a rule speaks of. */
export interface Mentions {
  /** The parts of `self`, each once. */
  readonly paths: readonly Mention[];
  /** The literals of the rule. */
  readonly values: readonly Json[];
  /** The literals that are patterns. */
  readonly patterns: readonly string[];
}

/** Collects what a rule speaks of: the fields, and the values that it compares them with. */
export function mentionsOf(expression: Expr): Mentions {
  const collector = new Collector();
  collector.visit(expression, new Map([["self", []]]));
  return {
    paths: [...collector.paths.values()],
    values: [...collector.values.values()],
    patterns: [...collector.patterns],
  };
}

type Scope = ReadonlyMap<string, Mention>;

class Collector {
  readonly paths = new Map<string, Mention>();
  readonly values = new Map<string, Json>();
  readonly patterns = new Set<string>();

  visit(expr: Expr, scope: Scope): void {
    const path = pathOf(expr, scope);
    if (path !== undefined) this.#addPath(path);
    if (path !== undefined && expr.kind === "select") return;
    if (expr.kind === "literal") this.#addLiteral(expr.value);
    else if (expr.kind === "comprehension") this.#visitFold(expr, scope);
    else {
      if (expr.kind === "call") this.#addPattern(expr);
      for (const child of childrenOf(expr)) this.visit(child, scope);
    }
  }

  /** With what is on the way, but for `self`, of which every rule speaks. */
  #addPath(path: Mention): void {
    for (let length = path.length; length >= Math.min(1, path.length); length--) {
      const mention = path.slice(0, length);
      this.paths.set(JSON.stringify(mention), mention);
    }
  }

  #addLiteral(constant: Extract<Expr, { kind: "literal" }>["value"]): void {
    if (constant.type === "null" || constant.type === "bytes") return;
    const { value } = constant;
    const json = typeof value === "bigint" ? Number(value) : value;
    this.values.set(JSON.stringify(json), json);
  }

  #addPattern(call: Call): void {
    if (!["matches", "find", "findAll"].includes(call.function)) return;
    const pattern = call.args.at(-1);
    if (pattern?.kind === "literal" && pattern.value.type === "string") {
      this.patterns.add(pattern.value.value);
    }
  }

  /** The variable of a fold over a part of `self` is any item of it. */
  #visitFold(expr: Extract<Expr, { kind: "comprehension" }>, scope: Scope): void {
    this.visit(expr.iterRange, scope);
    this.visit(expr.accuInit, scope);
    const inner = new Map(scope);
    const range = pathOf(expr.iterRange, scope);
    const bound = pathOf(expr.accuInit, scope);
    for (const name of [expr.iterVar, expr.iterVar2]) {
      if (name === undefined) continue;
      if (range === undefined) inner.delete(name);
      else inner.set(name, [...range, "*"]);
    }
    if (bound !== undefined) inner.set(expr.accuVar, bound);
    for (const part of [expr.loopCondition, expr.loopStep, expr.result]) this.visit(part, inner);
  }
}

/** The way from `self` on to what an expression stands for; undefined if it is nothing of that. */
function pathOf(expr: Expr, scope: Scope): Mention | undefined {
  if (expr.kind === "ident") return scope.get(expr.name);
  if (expr.kind === "select") {
    const operand = pathOf(expr.operand, scope);
    return operand && [...operand, unescapeProperty(expr.field) ?? expr.field];
  }
  return expr.kind === "call" ? pathOfCall(expr, scope) : undefined;
}

const selectors: ReadonlySet<string> = new Set([
  operators.index,
  operators.optionalIndex,
  operators.optionalSelect,
]);

/** What gives the same list, or a part of it, or the value of an optional. */
const transparent: ReadonlySet<string> = new Set([
  "orValue",
  "value",
  "or",
  "filter",
  "sort",
  "distinct",
]);

function pathOfCall({ function: name, target, args }: Call, scope: Scope): Mention | undefined {
  if (target !== undefined && transparent.has(name)) return pathOf(target, scope);
  const [operand, key] = args;
  if (!selectors.has(name) || operand === undefined || key === undefined) return undefined;
  const path = pathOf(operand, scope);
  if (path === undefined) return undefined;
  if (key.kind !== "literal" || key.value.type !== "string") return [...path, "*"];
  return [...path, key.value.value];
}
