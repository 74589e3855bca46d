import type { CheckedExpression } from "../../cel/check/checked.js";
import { calledFunction } from "../../cel/check/checked.js";
import { countedTables } from "../../cel/libraries/counted-tables.js";
import { functionFacts, overloadWithId } from "../../cel/libraries/libraries.js";
import type {
  Call,
  Comprehension,
  Expr,
  ListLiteral,
  MapLiteral,
  Select,
} from "../../cel/syntax/ast.js";
import type { Code } from "../../emit/code.js";
import { code, empty, join, raw } from "../../emit/code.js";
import type { KubernetesMinor } from "../../versions/kubernetes-version.js";
import { constantMatcher } from "./expressions/constant-pattern.js";
import type { Fold } from "./expressions/fold.js";
import { isBinding, foldOf } from "./expressions/fold.js";
import type { ExpressionWriter } from "./writing/writer.js";

/**
 * An expression as a plan that counts its cost (runtime `cel-cost`): one call per node, with what cel-go does once per
 * program done here: constants are folded, membership in a constant list becomes a look-up (`interpreter/planner.go`,
 * `decorators.go`).
 */
export function countedPlan(writer: ExpressionWriter, kubernetes: KubernetesMinor): Code {
  return new CountedPlan(writer, kubernetes).plan(writer.checked.ast);
}

class CountedPlan {
  readonly #writer: ExpressionWriter;
  readonly #checked: CheckedExpression;
  readonly #kubernetes: KubernetesMinor;

  constructor(writer: ExpressionWriter, kubernetes: KubernetesMinor) {
    this.#kubernetes = kubernetes;
    this.#writer = writer;
    this.#checked = writer.checked;
  }

  plan(expr: Expr): Code {
    return this.#isConstant(expr) ? this.#constant(expr) : this.#planNode(expr);
  }

  #planNode(expr: Expr): Code {
    switch (expr.kind) {
      case "literal":
        return this.#call("constant", [this.#writer.box(this.#writer.emit(expr)).code]);
      case "ident":
        return this.#call("path", [code`${this.#variable(expr, expr.name)}`]);
      case "select":
        return this.#select(expr);
      case "call":
        return this.#planCall(expr);
      case "list":
        return this.#list(expr);
      case "map":
        return this.#map(expr);
      case "struct":
        return this.#struct(expr);
      case "comprehension":
        return isBinding(expr) ? this.#binding(expr) : this.#comprehension(expr);
    }
  }

  #call(name: string, args: readonly Code[]): Code {
    return callCode(this.#writer.runtime(name), args);
  }

  /** What could fail, as far as types tell, is left to the runtime. */
  #constant(expr: Expr): Code {
    // Nothing is in an empty list, whatever the variables hold.
    if (expr.kind === "call" && calledFunction(this.#checked, expr).overload === "in_list") {
      return this.#call("constant", [code`${false}`]);
    }
    const value = this.#writer.box(this.#writer.emit(expr));
    if (value.fails) return this.#call("folded", [this.#planNode(expr)]);
    return this.#call("constant", [value.code]);
  }

  /** What is worked out once: constants, lists and maps of them, conversions of them, names of types. */
  #isConstant(expr: Expr): boolean {
    switch (expr.kind) {
      case "literal":
        return true;
      case "ident":
      case "select":
        return (
          this.#checked.constants.has(expr.id) ||
          (this.#isName(expr) && this.#writer.typeOf(expr)?.kind === "type")
        );
      case "list":
        return expr.elements.every((element) => this.#isConstant(element));
      case "map":
        return expr.entries.every(
          ({ key, value }) => this.#isConstant(key) && this.#isConstant(value),
        );
      case "call":
        return this.#isConstantCall(expr);
      default:
        return false;
    }
  }

  #isConstantCall(expr: Call): boolean {
    const { name, overload, operands: args } = calledFunction(this.#checked, expr);
    const [first, second] = args;
    if (first === undefined) return false;
    if (overload === "in_list") return second?.kind === "list" && second.elements.length === 0;
    return functionFacts(name).folds === true && args.length === 1 && this.#isConstant(first);
  }

  #isName(expr: Expr): boolean {
    return (
      expr.kind === "ident" || (expr.kind === "select" && this.#checked.references.has(expr.id))
    );
  }

  #variable(expr: Expr, name: string): string {
    return this.#checked.references.get(expr.id)?.name ?? name;
  }

  #select(expr: Select): Code {
    if (this.#isName(expr)) return this.#call("path", [code`${this.#variable(expr, expr.field)}`]);
    const path = this.#path(expr.operand);
    if (path !== undefined) {
      const name = expr.testOnly ? this.#presence("hasPath") : "path";
      return this.#call(name, [...path, code`${expr.field}`]);
    }
    const name = expr.testOnly ? this.#presence("present") : "select";
    return this.#call(name, [this.plan(expr.operand), code`${expr.field}`]);
  }

  /** 1.28 charges for has(). */
  #presence(name: "hasPath" | "present"): string {
    return this.#kubernetes < 29 ? `${name}AtCost` : name;
  }

  /** A variable and the fields behind it. */
  #path(expr: Expr): readonly Code[] | undefined {
    if (this.#isConstant(expr)) return undefined;
    if (expr.kind === "ident") return [code`${this.#variable(expr, expr.name)}`];
    if (expr.kind !== "select" || expr.testOnly) return undefined;
    if (this.#isName(expr)) return [code`${this.#variable(expr, expr.field)}`];
    const path = this.#path(expr.operand);
    return path && [...path, code`${expr.field}`];
  }

  #planCall(expr: Call): Code {
    const { name, overload, operands: args } = calledFunction(this.#checked, expr);
    const [, second] = args;
    const { step } = functionFacts(name);
    const isOwnStep = step !== undefined && second !== undefined;
    const planned = (): readonly Code[] => args.map((arg) => this.plan(arg));
    if (isOwnStep) return this.#call(step, planned());
    const isLookUp = overload === "in_list" && second !== undefined && this.#isLookUp(second);
    if (isLookUp) return this.#call("among", planned());
    const isPattern =
      functionFacts(name).pattern === true && second !== undefined && this.#isConstant(second);
    const libraries = this.#libraries(name, overload, second);
    const costedAs = this.#countedAs(overload);
    return this.#call(isPattern ? "patternCall" : "call", [
      code`[${join(libraries, ", ")}]`,
      code`${name}`,
      code`${costedAs}`,
      listOf(planned()),
    ]);
  }

  /** Servers before a version count some overloads otherwise. */
  #countedAs(overload: string): string {
    const older = overloadWithId(overload)?.overload.countedBefore;
    return older !== undefined && this.#kubernetes < older.minor ? older.as : overload;
  }

  /** The tables to look for a function in. */
  #libraries(name: string, overload: string, second: Expr | undefined): readonly Code[] {
    const matcher =
      name === "matches" && second !== undefined
        ? constantMatcher(this.#writer, second)
        : undefined;
    if (matcher !== undefined) return [this.#call("matching", [matcher])];
    return countedTables(name, overload, this.#kubernetes).map(
      (library) => code`${this.#writer.runtime(library)}`,
    );
  }

  /** A list of constants that can be looked up. */
  #isLookUp(expr: Expr): boolean {
    if (expr.kind !== "list" || expr.optionalIndices.length > 0) return false;
    return expr.elements.every(
      (element) =>
        this.#isConstant(element) &&
        ["bool", "int", "uint", "double", "string"].includes(
          this.#writer.typeOf(element)?.kind ?? "",
        ),
    );
  }

  #list(expr: ListLiteral): Code {
    const elements = listOf(expr.elements.map((element) => this.plan(element)));
    if (expr.optionalIndices.length === 0) return this.#call("listLiteral", [elements]);
    return this.#call("listLiteral", [elements, raw(`[${expr.optionalIndices.join(", ")}]`)]);
  }

  #map(expr: MapLiteral): Code {
    const entries = expr.entries.map(
      ({ key, value, optional }) =>
        code`{ key: ${this.plan(key)}, value: ${this.plan(value)}, optional: ${optional} }`,
    );
    return this.#call("mapLiteral", [listOf(entries)]);
  }

  #struct(expr: Extract<Expr, { kind: "struct" }>): Code {
    const fields = expr.fields.map(({ name, value, optional }) => {
      const mark = optional ? code`, optional: ${true}` : empty;
      return code`{ name: ${name}, value: ${this.plan(value)}${mark} }`;
    });
    return this.#call("structLiteral", [code`${expr.name}`, listOf(fields)]);
  }

  #binding(expr: Comprehension): Code {
    return this.#call("bound", [
      code`${expr.accuVar}`,
      this.plan(expr.accuInit),
      this.plan(expr.result),
    ]);
  }

  #comprehension(expr: Comprehension): Code {
    const range = this.plan(expr.iterRange);
    const variable =
      expr.iterVar2 === undefined
        ? code`${expr.iterVar}`
        : code`[${expr.iterVar}, ${expr.iterVar2}]`;
    return this.#fold(foldOf(expr), range, variable);
  }

  #fold(fold: Fold, range: Code, variable: Code): Code {
    switch (fold.kind) {
      case "all":
      case "exists":
      case "existsOne":
        return this.#call(fold.kind, [range, variable, this.plan(fold.predicate)]);
      case "map":
        return this.#call("mapped", [
          range,
          variable,
          this.plan(fold.element),
          ...this.#filter(fold.predicate),
        ]);
      case "transform":
        return this.#call("transformed", [
          range,
          variable,
          listOf(fold.entry.map((part) => this.plan(part))),
          ...this.#filter(fold.predicate),
        ]);
    }
  }

  #filter(predicate: Expr | undefined): readonly Code[] {
    return predicate === undefined ? [] : [this.plan(predicate)];
  }
}

function listOf(items: readonly Code[]): Code {
  return code`[${join(items, ", ")}]`;
}

function callCode(name: Code, args: readonly Code[]): Code {
  return code`${name}(${join(args, ", ")})`;
}
