import { codePoints } from "../runtime/v1/values/strings.js";
import type { CheckedExpression } from "./check/checked.js";
import { Scopes } from "./check/checked.js";
import type {
  CallEstimate,
  CostModel,
  Range,
  SizedCall,
  SizedNode,
  SizedType,
  SizePath,
} from "./cost-model.js";
import {
  addRanges,
  exactly,
  multiplyRanges,
  one,
  step,
  unbounded,
  unionOf,
  unknownRange,
  zero,
} from "./cost-model.js";
import { overloadWithId } from "./libraries/libraries.js";
import type { Call, Comprehension, Expr, ListLiteral, MapLiteral, Select } from "./syntax/ast.js";
import type { CelType } from "./type.js";
import { dynType } from "./type.js";

/**
 * The worst and the best case of what evaluating an expression costs, to the unit what the API
 * server computes (cel-go `checker/cost.go`). Bounded in time by the size of the expression.
 */
export function estimateCost(checked: CheckedExpression, model: CostModel): Range {
  return new CostEstimation(checked, model).cost(checked.ast);
}

/** Sizes of what a list or map holds; of a list the key is its index. */
interface EntrySize {
  readonly container: "list" | "map";
  readonly key: Range;
  readonly value: Range;
}

interface LocalVariable {
  readonly path: SizePath | undefined;
  readonly size: Range | undefined;
  readonly entrySize: EntrySize | undefined;
}

class CostEstimation {
  readonly #checked: CheckedExpression;
  readonly #model: CostModel;
  readonly #paths = new Map<number, SizePath>();
  readonly #sizes = new Map<number, Range>();
  readonly #entrySizes = new Map<number, EntrySize>();
  readonly #locals = new Scopes<LocalVariable>();

  constructor(checked: CheckedExpression, model: CostModel) {
    this.#checked = checked;
    this.#model = model;
  }

  cost(expr: Expr): Range {
    switch (expr.kind) {
      case "literal":
        return zero;
      case "ident":
        return this.#costName(expr);
      case "select":
        return this.#costSelect(expr);
      case "call":
        return this.#costCall(expr);
      case "list":
        return this.#costList(expr);
      case "map":
        return this.#costMap(expr);
      case "struct":
        return addRanges(this.#sum(expr.fields.map(({ value }) => value)), structCost);
      case "comprehension":
        return isBinding(expr) ? this.#costBinding(expr) : this.#costComprehension(expr);
    }
  }

  #sum(exprs: readonly Expr[]): Range {
    return exprs.reduce((sum, expr) => addRanges(sum, this.cost(expr)), zero);
  }

  /** An identifier, or a selection that the checker found to be a qualified name. */
  #costName(expr: Expr): Range {
    // Whatever a global name denotes, the server takes it for the declared type (schema/cel
    // `compilation.go`).
    const local = this.#local(expr);
    const path = local === undefined ? { type: this.#sizesOf(expr) } : local.path;
    if (path !== undefined) this.#paths.set(expr.id, path);
    return one;
  }

  #sizesOf(expr: Expr): SizedType | undefined {
    const { sizes, variables } = this.#model;
    const name = this.#checked.references.get(expr.id)?.name.replace(/^\./, "") ?? "";
    return variables?.has(name) === true ? variables.get(name) : sizes;
  }

  #costSelect(expr: Select): Range {
    if (this.#checked.references.has(expr.id)) return this.#costName(expr);
    const operand = this.cost(expr.operand);
    if (expr.testOnly) return addRanges(operand, this.#model.presenceTest);
    this.#paths.set(expr.id, step(this.#model.sizes, this.#pathOf(expr.operand), expr.field));
    const { kind } = this.#typeOf(expr.operand);
    return kind === "map" || kind === "object" ? addRanges(operand, one) : operand;
  }

  #costCall(expr: Call): Range {
    const reference = this.#checked.references.get(expr.id);
    if (reference?.kind !== "function") return zero;
    if (reference.name === "dyn" && this.#tracksEntries) return this.#costDyn(expr);
    const argCosts = expr.args.map((arg) => this.cost(arg));
    const args = expr.args.map((arg) => this.#sizedNode(arg));
    const isMember = expr.target !== undefined && reference.name === expr.function;
    const targetCost = isMember ? this.cost(expr.target) : zero;
    const target = isMember ? this.#sizedNode(expr.target) : undefined;
    let cost = nothing;
    let resultSize: Range | undefined;
    for (const overload of reference.overloads) {
      this.#joinEntrySizes(expr, overload);
      const call = { function: reference.name, overload, target, args, argCosts };
      const estimate = estimateCall(this.#model, call);
      cost = unionOf(cost, estimate.cost);
      resultSize = joinSizes(resultSize, estimate.resultSize);
      const pathStep = indexSteps.get(overload);
      if (pathStep !== undefined) resultSize = this.#followIndex(expr, pathStep);
      resultSize ??= this.#sizeOf(expr);
    }
    if (resultSize !== undefined) this.#sizes.set(expr.id, resultSize);
    return addRanges(targetCost, cost);
  }

  /**
   * Gives a result the sizes of entries that are known of the branches of a conditional, or of the
   * parts of a sum.
   */
  #joinEntrySizes(expr: Call, overload: string): void {
    if (overload !== "conditional" && !additions.has(overload)) return;
    const [left, right] = expr.args.slice(-2);
    if (left === undefined || right === undefined) return;
    const joined = joinEntries(this.#entrySizeOf(left), this.#entrySizeOf(right));
    if (joined !== undefined) this.#entrySizes.set(expr.id, joined);
  }

  /**
   * An element of a list or map lies one step below it; gives what is known of its size from the
   * literal that it is in.
   */
  #followIndex(expr: Call, pathStep: string): Range | undefined {
    const [container] = expr.args;
    if (container === undefined) return undefined;
    this.#paths.set(expr.id, step(this.#model.sizes, this.#pathOf(container), pathStep));
    return this.#tracksEntries ? this.#entrySizeOf(container)?.value : undefined;
  }

  get #tracksEntries(): boolean {
    return this.#model.comprehensions === "tracked";
  }

  /** `dyn(e)` is for the checker alone; the value stays what it is. */
  #costDyn(expr: Call): Range {
    const [arg] = expr.args;
    if (arg === undefined) return zero;
    const cost = this.cost(arg);
    this.#copySizes(expr, arg);
    return addRanges(one, cost);
  }

  #costList(expr: ListLiteral): Range {
    let cost = listCost;
    let value = expr.elements.length === 0 ? zero : nothing;
    for (const element of expr.elements) {
      cost = addRanges(cost, this.cost(element));
      value = unionOf(value, this.#sizeOf(element) ?? unknownRange);
    }
    this.#entrySizes.set(expr.id, { container: "list", key: one, value });
    return cost;
  }

  #costMap(expr: MapLiteral): Range {
    let cost = mapCost;
    let key = expr.entries.length === 0 ? zero : nothing;
    let value = key;
    for (const entry of expr.entries) {
      cost = addRanges(cost, this.cost(entry.key));
      cost = addRanges(cost, this.cost(entry.value));
      key = unionOf(key, this.#sizeOf(entry.key) ?? unknownRange);
      value = unionOf(value, this.#sizeOf(entry.value) ?? unknownRange);
    }
    this.#entrySizes.set(expr.id, { container: "map", key, value });
    return cost;
  }

  #costComprehension(expr: Comprehension): Range {
    const fixed = addRanges(this.cost(expr.iterRange), this.cost(expr.accuInit));
    this.#locals.enter();
    this.#locals.declare(expr.accuVar, this.#bound(expr));
    this.#locals.enter();
    this.#declareIteration(expr);
    const perElement = addRanges(this.cost(expr.loopStep), this.cost(expr.loopCondition));
    this.#locals.leave();
    const result = this.cost(expr.result);
    this.#locals.leave();
    const count = this.#sizeOf(expr.iterRange) ?? unknownRange;
    this.#rememberResult(expr, count);
    return addRanges(addRanges(fixed, result), multiplyRanges(count, perElement));
  }

  /**
   * Notes the size of a macro's result: a collection has as many elements as the macro's range; a
   * quantifier's result is a scalar.
   */
  #rememberResult(expr: Comprehension, count: Range): void {
    const { comprehensions } = this.#model;
    const { kind } = expr.accuInit;
    if (comprehensions === "as range") this.#setSize(expr, count);
    if (comprehensions !== "tracked") return;
    if (kind === "literal") this.#setSize(expr, this.#sizeOf(expr.accuInit));
    if (kind !== "list" && kind !== "map") return;
    this.#setSize(expr, count);
    const entrySize = this.#entrySizeOf(expr.loopStep);
    if (entrySize !== undefined) this.#entrySizes.set(expr.id, entrySize);
  }

  #declareIteration(expr: Comprehension): void {
    const entrySize = this.#entrySizeOf(expr.iterRange);
    const container = entrySize?.container ?? this.#typeOf(expr.iterRange).kind;
    const path = this.#pathOf(expr.iterRange);
    const declare = (name: string, pathStep: string, size: Range | undefined): void => {
      const to = step(this.#model.sizes, path, pathStep);
      this.#locals.declare(name, { path: to, size, entrySize: undefined });
    };
    const isList = container === "list";
    if (expr.iterVar2 === undefined) {
      if (isList) declare(expr.iterVar, "@items", entrySize?.value);
      else declare(expr.iterVar, "@keys", entrySize?.key);
      return;
    }
    declare(expr.iterVar, isList ? "@indices" : "@keys", entrySize?.key);
    declare(expr.iterVar2, isList ? "@items" : "@values", entrySize?.value);
  }

  /**
   * A variable bound to a value, which is computed once; its empty range costs what any list does.
   */
  #costBinding(expr: Comprehension): Range {
    const cost = addRanges(this.cost(expr.iterRange), this.cost(expr.accuInit));
    this.#locals.enter();
    this.#locals.declare(expr.accuVar, this.#bound(expr));
    const result = this.cost(expr.result);
    this.#locals.leave();
    if (this.#tracksEntries) this.#copySizes(expr, expr.result);
    else if (this.#model.comprehensions === "as range") this.#setSize(expr, zero);
    return addRanges(cost, result);
  }

  /**
   * Returns what is known of the variable that a comprehension computes; up to 1.32 a bound one is
   * taken for a global one.
   */
  #bound({ accuVar, accuInit }: Comprehension): LocalVariable {
    if (!this.#tracksEntries) {
      const path = accuVar === "__result__" ? undefined : { type: this.#model.sizes };
      return { path, size: undefined, entrySize: undefined };
    }
    const size = this.#sizeOf(accuInit);
    return { path: this.#pathOf(accuInit), size, entrySize: this.#entrySizeOf(accuInit) };
  }

  #sizedNode(expr: Expr): SizedNode {
    return { expr, type: this.#typeOf(expr), size: this.#sizeOf(expr), path: this.#pathOf(expr) };
  }

  #typeOf(expr: Expr): CelType {
    return this.#checked.types.get(expr.id) ?? dynType;
  }

  #local(expr: Expr): LocalVariable | undefined {
    return expr.kind === "ident" ? this.#locals.find(expr.name) : undefined;
  }

  /** Where in the declared types a node's value lies, if it does. */
  #pathOf(expr: Expr): SizePath | undefined {
    const local = this.#local(expr);
    return local === undefined ? this.#paths.get(expr.id) : local.path;
  }

  #sizeOf(expr: Expr): Range | undefined {
    const known = this.#sizes.get(expr.id) ?? literalSize(expr);
    if (known !== undefined) return known;
    const declared = declaredSize(this.#pathOf(expr));
    if (declared !== undefined) {
      this.#sizes.set(expr.id, declared);
      return declared;
    }
    if (isScalar(this.#typeOf(expr), this.#model.optionals)) return one;
    return this.#local(expr)?.size;
  }

  #setSize(expr: Expr, size: Range | undefined): void {
    if (size !== undefined) this.#sizes.set(expr.id, size);
  }

  #entrySizeOf(expr: Expr): EntrySize | undefined {
    return this.#entrySizes.get(expr.id) ?? this.#local(expr)?.entrySize;
  }

  #copySizes(to: Expr, from: Expr): void {
    this.#setSize(to, this.#sizeOf(from));
    const entrySize = this.#entrySizeOf(from);
    if (entrySize !== undefined) this.#entrySizes.set(to.id, entrySize);
  }
}

const listCost = exactly(10);
const mapCost = exactly(30);
const structCost = exactly(40);

/** Where a union of sizes begins. */
const nothing: Range = { min: unbounded, max: 0 };

const additions: ReadonlySet<string> = new Set(["add_string", "add_bytes", "add_list"]);

const indexSteps: ReadonlyMap<string, string> = new Map([
  ["index_list", "@items"],
  ["index_map", "@values"],
]);

/** An empty range and a condition that never holds (cel-go's isBind). */
function isBinding({ iterRange, loopCondition, accuVar }: Comprehension): boolean {
  return (
    iterRange.kind === "list" &&
    iterRange.elements.length === 0 &&
    loopCondition.kind === "literal" &&
    loopCondition.value.type === "bool" &&
    !loopCondition.value.value &&
    accuVar !== "__result__"
  );
}

function declaredSize(path: SizePath | undefined): Range | undefined {
  return path?.type === undefined ? undefined : { min: 0, max: path.type.maxElements };
}

function literalSize(expr: Expr): Range | undefined {
  switch (expr.kind) {
    case "literal":
      return exactly(constantSize(expr.value));
    case "list":
      return exactly(expr.elements.length);
    case "map":
      return exactly(expr.entries.length);
    default:
      return undefined;
  }
}

function constantSize(value: Extract<Expr, { kind: "literal" }>["value"]): number {
  if (value.type === "string") return codePoints(value.value);
  return value.type === "bytes" ? value.value.length : 1;
}

/** Values of which there is only one size; optional ones, too, where their sizes are known. */
function isScalar(type: CelType, optionals: CostModel["optionals"]): boolean {
  switch (type.kind) {
    case "bool":
    case "int":
    case "uint":
    case "double":
    case "duration":
    case "timestamp":
      return true;
    case "wrapper":
      return isScalar(type.wrapped, optionals);
    case "opaque": {
      const [parameter] = type.parameters;
      if (optionals === "unknown" || type.name !== "optional_type") return false;
      return parameter !== undefined && isScalar(parameter, optionals);
    }
    default:
      return false;
  }
}

function joinSizes(left: Range | undefined, right: Range | undefined): Range | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return unionOf(left, right);
}

function joinEntries(
  left: EntrySize | undefined,
  right: EntrySize | undefined,
): EntrySize | undefined {
  if (left === undefined || right === undefined) return undefined;
  return {
    container: left.container,
    key: unionOf(left.key, right.key),
    value: unionOf(left.value, right.value),
  };
}

/**
 * The cost of a call of one overload, its arguments included, its receiver not (cel-go
 * `checker/cost.go`, functionCost).
 */
function estimateCall(model: CostModel, call: SizedCall): CallEstimate {
  const { estimate, lazy = false, longest } = overloadWithId(call.overload)?.overload ?? {};
  const known = model.knowsTexts === true && longest !== undefined;
  const resultOfCall = known ? { min: 1, max: longest } : undefined;
  const { cost, resultSize } = estimate?.(call, model) ?? { cost: one, resultSize: resultOfCall };
  if (lazy) return { cost, resultSize };
  return { cost: addRanges(cost, call.argCosts.reduce(addRanges, zero)), resultSize };
}
