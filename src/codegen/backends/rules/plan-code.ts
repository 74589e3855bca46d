import type {
  CallStep,
  FoldedStep,
  MacroStep,
  PlannedStep,
  PresenceStep,
} from "../../../cel/plan/planned-step.js";
import type { Expr as CelExpr } from "../../../cel/syntax/ast.js";
import type { LibraryValue } from "../../../runtime/contract.js";
import type { Expr } from "../../emit/code.js";
import { expr, property } from "../../emit/code.js";
import * as make from "../../emit/nodes/make.js";
import { listCode } from "../../emit/object-code.js";
import { constantMatcher, constantValue } from "./quick/constants.js";
import type { RuleFile } from "./rule-file.js";

/**
 * The code of a planned expression: one call of a function of the runtime (`cel-cost`) per step.
 */
export function planCode(file: RuleFile, planned: PlannedStep): Expr {
  return new PlanPrinter(file).print(planned);
}

class PlanPrinter {
  readonly #file: RuleFile;

  constructor(file: RuleFile) {
    this.#file = file;
  }

  print(step: PlannedStep): Expr {
    switch (step.kind) {
      case "constant":
        return this.#call("constant", [constantValue(this.#file, step.value)]);
      case "folded":
        return this.#folded(step);
      case "path":
        return this.#call("path", textsOf(step.variable, ...step.fields));
      case "select":
        return this.#call("select", [this.print(step.operand), expr`${step.field}`]);
      case "presence":
        return this.#presence(step);
      case "operator":
        return this.#call(step.maker, this.#printAll(step.operands));
      case "call":
        return this.#planCall(step);
      case "list":
      case "map":
      case "struct":
        return this.#literal(step);
      case "bound":
        return this.#call("bound", [
          expr`${step.name}`,
          this.print(step.value),
          this.print(step.body),
        ]);
      case "macro":
        return this.#macro(step);
    }
  }

  #call(name: LibraryValue, args: readonly Expr[]): Expr {
    return make.call(this.#file.runtime(name), args);
  }

  #printAll(steps: readonly PlannedStep[]): readonly Expr[] {
    return steps.map((step) => this.print(step));
  }

  /** A list of constants is a constant; what could fail is left to the runtime. */
  #folded({ step }: FoldedStep): Expr {
    const elements = step.kind === "list" && step.optional.length === 0 ? step.elements : [];
    const constants = elements.flatMap((one) => (one.kind === "constant" ? [one.value] : []));
    if (step.kind !== "list" || constants.length < step.elements.length) {
      return this.#call("folded", [this.print(step)]);
    }
    const values = constants.map((one) => constantValue(this.#file, one));
    return this.#call("constant", [listCode(values)]);
  }

  #presence({ operand, field, costs }: PresenceStep): Expr {
    const suffix = costs ? "AtCost" : "";
    if (operand.kind !== "path") {
      return this.#call(`present${suffix}`, [this.print(operand), expr`${field}`]);
    }
    return this.#call(`hasPath${suffix}`, textsOf(operand.variable, ...operand.fields, field));
  }

  #planCall({ name, overload, operands, tables, cost, pattern }: CallStep): Expr {
    const matcher =
      name === "matches" && pattern !== undefined ? matcherOf(this.#file, pattern) : undefined;
    const found =
      matcher === undefined
        ? tables.map((table) => this.#file.runtime(table))
        : [this.#call("matching", [matcher])];
    return this.#call(pattern === undefined ? "call" : "patternCall", [
      listCode(found),
      expr`${name}`,
      expr`${overload}`,
      listCode(this.#printAll(operands)),
      ...(cost === undefined ? [] : [this.#file.runtime(cost)]),
    ]);
  }

  #literal(step: Extract<PlannedStep, { readonly kind: "list" | "map" | "struct" }>): Expr {
    switch (step.kind) {
      case "list": {
        const elements = listCode(this.#printAll(step.elements));
        if (step.optional.length === 0) return this.#call("listLiteral", [elements]);
        return this.#call("listLiteral", [
          elements,
          listCode(step.optional.map((index) => expr`${index}`)),
        ]);
      }
      case "map": {
        const entries = step.entries.map(
          ({ key, value, optional }) =>
            expr`{ key: ${this.print(key)}, value: ${this.print(value)}, optional: ${optional} }`,
        );
        return this.#call("mapLiteral", [listCode(entries)]);
      }
      case "struct": {
        const fields = step.fields.map(({ name, value, optional }) => {
          const mark = optional ? property`optional: true` : [];
          return expr`{ name: ${name}, value: ${this.print(value)}, ${mark} }`;
        });
        return this.#call("structLiteral", [expr`${step.name}`, listCode(fields)]);
      }
    }
  }

  #macro({ range, variables, macro }: MacroStep): Expr {
    const [first, second] = variables;
    const names = second === undefined ? expr`${first}` : expr`[${first}, ${second}]`;
    const over = [this.print(range), names];
    switch (macro.kind) {
      case "mapped": {
        const parts = [this.print(macro.element), ...this.#optional(macro.predicate)];
        return this.#call("mapped", [...over, ...parts]);
      }
      case "transformed": {
        const parts = [listCode(this.#printAll(macro.entry)), ...this.#optional(macro.predicate)];
        return this.#call("transformed", [...over, ...parts]);
      }
      default:
        return this.#call(macro.kind, [...over, this.print(macro.predicate)]);
    }
  }

  #optional(step: PlannedStep | undefined): readonly Expr[] {
    return step === undefined ? [] : [this.print(step)];
  }
}

function textsOf(...texts: readonly string[]): readonly Expr[] {
  return texts.map((text) => expr`${text}`);
}

/** The matcher of a pattern that is a constant text. */
function matcherOf(file: RuleFile, pattern: CelExpr): Expr | undefined {
  if (pattern.kind !== "literal" || pattern.value.type !== "string") return undefined;
  return constantMatcher(file, pattern.value.value);
}
