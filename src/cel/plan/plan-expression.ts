import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import { has } from "../../runtime/versions/changes.js";
import type { CheckedExpression } from "../check/checked.js";
import { calledFunction } from "../check/checked.js";
import { countedTables, runTimeCost } from "../libraries/counted-tables.js";
import { functionFacts } from "../libraries/libraries.js";
import type { Call, Comprehension, Expr, ListLiteral, MapLiteral, Select } from "../syntax/ast.js";
import type { Fold } from "../syntax/fold.js";
import { foldOf, isBinding } from "../syntax/fold.js";
import type { CallStep, MacroStep, PlannedMacro, PlannedStep } from "./planned-step.js";

/**
 * The steps in which a server evaluates a checked expression, so that its cost can be counted:
 * constants are folded, and membership in a constant list becomes a look-up (cel-go
 * `interpreter/planner.go`, `decorators.go`). The expression is one that can become a program
 * (`program/program-fault.ts`).
 */
export function planExpression(
  checked: CheckedExpression,
  kubernetes: KubernetesMinor,
): PlannedStep {
  return new Planner(checked, kubernetes).plan(checked.ast);
}

class Planner {
  readonly #checked: CheckedExpression;
  readonly #kubernetes: KubernetesMinor;
  /**
   * The names that the accumulators of the macros around have in the expression, where the runtime
   * has another name.
   */
  readonly #accumulators: readonly string[];

  constructor(
    checked: CheckedExpression,
    kubernetes: KubernetesMinor,
    accumulators: readonly string[] = [],
  ) {
    this.#checked = checked;
    this.#kubernetes = kubernetes;
    this.#accumulators = accumulators;
  }

  plan(expr: Expr): PlannedStep {
    switch (expr.kind) {
      case "literal":
        return { kind: "constant", value: expr.value, expr };
      case "ident":
        return this.#planName(expr, expr.name);
      case "select":
        return this.#planSelect(expr);
      case "call":
        return this.#planCall(expr);
      case "list":
        return this.#planList(expr);
      case "map":
        return this.#planMap(expr);
      case "struct":
        return {
          kind: "struct",
          name: expr.name,
          fields: expr.fields.map((field) => ({ ...field, value: this.plan(field.value) })),
        };
      case "comprehension":
        return isBinding(expr) ? this.#planBinding(expr) : this.#planMacro(expr);
    }
  }

  /** A variable, or the name of a type or of an enum's value. */
  #planName(expr: Expr, written: string): PlannedStep {
    const value = this.#checked.constants.get(expr.id);
    if (value !== undefined) return { kind: "constant", value, expr };
    const name = this.#checked.references.get(expr.id)?.name ?? written;
    if (this.#checked.types.get(expr.id)?.kind === "type") {
      return { kind: "constant", value: { type: "type", name: name.replace(/^\./, "") }, expr };
    }
    const variable = this.#accumulators.includes(name) ? accumulator : name;
    return { kind: "path", variable, fields: [] };
  }

  #planSelect(expr: Select): PlannedStep {
    if (this.#checked.references.has(expr.id)) return this.#planName(expr, expr.field);
    const operand = this.plan(expr.operand);
    const { field } = expr;
    if (expr.testOnly) {
      const costs = !has(this.#kubernetes, "freePresenceTests");
      return { kind: "presence", operand, field, costs };
    }
    return operand.kind === "path"
      ? { ...operand, fields: [...operand.fields, field] }
      : { kind: "select", operand, field };
  }

  #planCall(expr: Call): PlannedStep {
    const { name, overload, operands } = calledFunction(this.#checked, expr);
    const planned = operands.map((operand) => this.plan(operand));
    const [first, second, ...more] = planned;
    const { step: maker, folds } = functionFacts(name);
    if (first !== undefined && second !== undefined) {
      if (maker !== undefined)
        return { kind: "operator", maker, operands: [first, second, ...more] };
      const elements = overload === "in_list" ? lookUpElements(second) : undefined;
      if (elements?.length === 0) return inNothing(expr);
      if (elements) return { kind: "operator", maker: "among", operands: [first, second] };
    }
    const call = this.#planFunction(name, overload, planned);
    const isFolded = folds === true && second === undefined && first && isConstant(first);
    return isFolded === true ? { kind: "folded", step: call, expr } : call;
  }

  #planFunction(name: string, overload: string, operands: readonly PlannedStep[]): CallStep {
    const [, second] = operands;
    const isPattern =
      functionFacts(name).pattern === true && second && constantType(second) === "string";
    return {
      kind: "call",
      name,
      overload,
      operands,
      tables: countedTables(name, overload, this.#kubernetes),
      cost: runTimeCost(name, overload, this.#kubernetes),
      pattern: isPattern === true && isConstant(second) ? second.expr : undefined,
    };
  }

  #planList(expr: ListLiteral): PlannedStep {
    const elements = expr.elements.map((element) => this.plan(element));
    const step: PlannedStep = { kind: "list", elements, optional: expr.optionalIndices };
    return elements.every(isConstant) ? { kind: "folded", step, expr } : step;
  }

  #planMap(expr: MapLiteral): PlannedStep {
    const entries = expr.entries.map(({ key, value, optional }) => ({
      key: this.plan(key),
      value: this.plan(value),
      optional,
    }));
    const step: PlannedStep = { kind: "map", entries };
    const isFolded = entries.every(({ key, value }) => isConstant(key) && isConstant(value));
    return isFolded ? { kind: "folded", step, expr } : step;
  }

  #planBinding(expr: Comprehension): PlannedStep {
    const [value, body] = [this.plan(expr.accuInit), this.plan(expr.result)];
    return { kind: "bound", name: expr.accuVar, value, body };
  }

  #planMacro(expr: Comprehension): MacroStep {
    const { iterVar, iterVar2, accuVar } = expr;
    const inside = new Planner(this.#checked, this.#kubernetes, [...this.#accumulators, accuVar]);
    return {
      kind: "macro",
      range: this.plan(expr.iterRange),
      variables: iterVar2 === undefined ? [iterVar] : [iterVar, iterVar2],
      macro: inside.#planFold(foldOf(expr)),
    };
  }

  #planFold(fold: Fold): PlannedMacro {
    switch (fold.kind) {
      case "all":
      case "exists":
      case "existsOne":
        return { kind: fold.kind, predicate: this.plan(fold.predicate) };
      case "map": {
        const predicate = fold.predicate && this.plan(fold.predicate);
        return { kind: "mapped", element: this.plan(fold.element), predicate };
      }
      case "transform": {
        const predicate = fold.predicate && this.plan(fold.predicate);
        const entry = fold.entry.map((part) => this.plan(part));
        return { kind: "transformed", entry, predicate };
      }
    }
  }
}

/** The runtime's name of the accumulators of macros. */
const accumulator = "@result";

type KnownStep = Extract<PlannedStep, { readonly kind: "constant" | "folded" }>;

function isConstant(step: PlannedStep): step is KnownStep {
  return step.kind === "constant" || step.kind === "folded";
}

/**
 * The type of a constant, or what a conversion makes of one: `int(…)` gives an int, `dyn(…)` what
 * it is given.
 */
function constantType(step: PlannedStep): string | undefined {
  if (step.kind === "constant") return step.value.type;
  if (step.kind !== "folded" || step.step.kind !== "call") return undefined;
  const { name, operands } = step.step;
  const [operand] = operands;
  return name === "dyn" && operand !== undefined ? constantType(operand) : name;
}

/**
 * Types of constants that a list can be searched for at once: the primitive ones that Go has hashes
 * for.
 */
const searched: ReadonlySet<string | undefined> = new Set([
  "bool",
  "int",
  "uint",
  "double",
  "string",
]);

/** The elements of a list of constants that can be looked up. */
function lookUpElements(step: PlannedStep): readonly PlannedStep[] | undefined {
  if (step.kind !== "folded" || step.step.kind !== "list") return undefined;
  const { elements, optional } = step.step;
  const isLookUp = optional.length === 0 && elements.every((it) => searched.has(constantType(it)));
  return isLookUp ? elements : undefined;
}

/** Nothing is in an empty list, whatever the variables hold. */
function inNothing(expr: Call): PlannedStep {
  const value = { type: "bool", value: false } as const;
  return { kind: "constant", value, expr: { ...expr, kind: "literal", value } };
}
