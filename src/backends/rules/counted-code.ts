import type {
  CallStep,
  FoldedStep,
  MacroStep,
  PlannedStep,
  PresenceStep,
} from "../../cel/plan/planned-step.js";
import type { Code } from "../../emit/code.js";
import { code, empty, join, raw } from "../../emit/code.js";
import type { LibraryValue } from "../../runtime/contract.js";
import { constantMatcher } from "./expressions/constant-pattern.js";
import type { ExpressionWriter } from "./writing/writer.js";

/**
 * The code of a planned expression: one call of a function of the runtime (`cel-cost`) per step.
 */
export function countedPlan(writer: ExpressionWriter, planned: PlannedStep): Code {
  return new PlanPrinter(writer).print(planned);
}

class PlanPrinter {
  readonly #writer: ExpressionWriter;

  constructor(writer: ExpressionWriter) {
    this.#writer = writer;
  }

  print(step: PlannedStep): Code {
    switch (step.kind) {
      case "constant":
        return this.#call("constant", [this.#writer.box(this.#writer.emit(step.expr)).code]);
      case "folded":
        return this.#folded(step);
      case "path":
        return this.#call("path", textsOf(step.variable, ...step.fields));
      case "select":
        return this.#call("select", [this.print(step.operand), code`${step.field}`]);
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
          code`${step.name}`,
          this.print(step.value),
          this.print(step.body),
        ]);
      case "macro":
        return this.#macro(step);
    }
  }

  #call(name: LibraryValue, args: readonly Code[]): Code {
    return callCode(this.#writer.runtime(name), args);
  }

  #printAll(steps: readonly PlannedStep[]): readonly Code[] {
    return steps.map((step) => this.print(step));
  }

  /** What could fail, as far as types tell, is left to the runtime. */
  #folded({ step, expr }: FoldedStep): Code {
    const value = this.#writer.box(this.#writer.emit(expr));
    return value.fails
      ? this.#call("folded", [this.print(step)])
      : this.#call("constant", [value.code]);
  }

  #presence({ operand, field, costs }: PresenceStep): Code {
    const suffix = costs ? "AtCost" : "";
    if (operand.kind !== "path") {
      return this.#call(`present${suffix}`, [this.print(operand), code`${field}`]);
    }
    return this.#call(`hasPath${suffix}`, textsOf(operand.variable, ...operand.fields, field));
  }

  #planCall({ name, overload, operands, tables, cost, pattern }: CallStep): Code {
    const matcher =
      name === "matches" && pattern !== undefined
        ? constantMatcher(this.#writer, pattern)
        : undefined;
    const found =
      matcher === undefined
        ? tables.map((table) => this.#writer.runtime(table))
        : [this.#call("matching", [matcher])];
    return this.#call(pattern === undefined ? "call" : "patternCall", [
      code`[${join(found, ", ")}]`,
      code`${name}`,
      code`${overload}`,
      listOf(this.#printAll(operands)),
      ...(cost === undefined ? [] : [this.#writer.runtime(cost)]),
    ]);
  }

  #literal(step: Extract<PlannedStep, { readonly kind: "list" | "map" | "struct" }>): Code {
    switch (step.kind) {
      case "list": {
        const elements = listOf(this.#printAll(step.elements));
        if (step.optional.length === 0) return this.#call("listLiteral", [elements]);
        return this.#call("listLiteral", [elements, raw(`[${step.optional.join(", ")}]`)]);
      }
      case "map": {
        const entries = step.entries.map(
          ({ key, value, optional }) =>
            code`{ key: ${this.print(key)}, value: ${this.print(value)}, optional: ${optional} }`,
        );
        return this.#call("mapLiteral", [listOf(entries)]);
      }
      case "struct": {
        const fields = step.fields.map(({ name, value, optional }) => {
          const mark = optional ? code`, optional: ${true}` : empty;
          return code`{ name: ${name}, value: ${this.print(value)}${mark} }`;
        });
        return this.#call("structLiteral", [code`${step.name}`, listOf(fields)]);
      }
    }
  }

  #macro({ range, variables, macro }: MacroStep): Code {
    const [first, second] = variables;
    const names = second === undefined ? code`${first}` : code`[${first}, ${second}]`;
    const over = [this.print(range), names];
    switch (macro.kind) {
      case "mapped": {
        const parts = [this.print(macro.element), ...this.#optional(macro.predicate)];
        return this.#call("mapped", [...over, ...parts]);
      }
      case "transformed": {
        const parts = [listOf(this.#printAll(macro.entry)), ...this.#optional(macro.predicate)];
        return this.#call("transformed", [...over, ...parts]);
      }
      default:
        return this.#call(macro.kind, [...over, this.print(macro.predicate)]);
    }
  }

  #optional(step: PlannedStep | undefined): readonly Code[] {
    return step === undefined ? [] : [this.print(step)];
  }
}

function textsOf(...texts: readonly string[]): readonly Code[] {
  return texts.map((text) => code`${text}`);
}

function listOf(items: readonly Code[]): Code {
  return code`[${join(items, ", ")}]`;
}

function callCode(name: Code, args: readonly Code[]): Code {
  return code`${name}(${join(args, ", ")})`;
}
