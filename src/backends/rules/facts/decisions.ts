import type { Call, Comprehension, Expr, Literal } from "../../../cel/syntax/ast.js";
import { operators } from "../../../cel/syntax/ast.js";
import { childrenOf } from "../../../cel/syntax/walk.js";

/**
 * What TypeScript concludes from conditions that stand before others, where it makes a compiler
 * refuse the code.
 */
export interface Decisions {
  /**
   * Comparisons of a variable or field with literals that it cannot have any more, as the second
   * one in `self != 'a' || self != 'b'` (TS2367): there the literal must not show its value.
   */
  readonly comparisons: ReadonlySet<Expr>;
  /**
   * A condition can have one outcome only, as `self.a && !self.a`, or a variable no value: what
   * asks for the other one, or for anything of the value, is refused as well.
   */
  readonly hasOneOutcome: boolean;
}

/**
 * What TypeScript concludes within an expression, if it is emitted as it is. In one that takes too
 * long to follow every comparison counts as decided.
 */
export function decisionsIn(expr: Expr): Decisions {
  const search = new Search();
  search.visit(expr, new Map());
  return search;
}

/** A variable or field, as text. */
type Reference = string;

/** What a reference may be, by conditions before; one that is not listed may be anything. */
type Facts = ReadonlyMap<Reference, Values>;

type Values = ReadonlySet<string | number | boolean>;

/**
 * Steps after which everything counts as decided: conditions within conditions could take for ever.
 */
const maximumSteps = 200_000;

class Search implements Decisions {
  readonly comparisons = new Set<Expr>();
  hasOneOutcome = false;
  #steps = 0;

  /** Gives the outcomes that TypeScript takes for possible of a condition. */
  visit(expr: Expr, facts: Facts): Values {
    if (expr.kind === "call") {
      const outcomes = this.#visitCall(expr, facts);
      if (outcomes.size === 1) this.hasOneOutcome = true;
      return outcomes;
    }
    const inside = expr.kind === "comprehension" ? hiddenBy(expr, facts) : facts;
    for (const child of childrenOf(expr)) this.visit(child, inside);
    const known = facts.get(referenceOf(expr) ?? "");
    if (known?.size === 0) this.hasOneOutcome = true;
    return known ?? bothBooleans;
  }

  #visitCall(call: Call, facts: Facts): Values {
    const [first, second, third] = call.args;
    switch (call.function) {
      case operators.logicalNot:
        return opposites(this.#visitNext(first, facts));
      case operators.logicalAnd:
        return this.#visitBoth(first, second, true, facts);
      case operators.logicalOr:
        return this.#visitBoth(first, second, false, facts);
      case operators.conditional: {
        const constant = constantOf(second);
        if (constant !== undefined && constant === constantOf(third)) this.hasOneOutcome = true;
        const condition = this.#visitNext(first, facts);
        const yes = this.#visitNext(second, this.#assumeNext(first, true, facts));
        const no = this.#visitNext(third, this.#assumeNext(first, false, facts));
        return new Set([...(condition.has(true) ? yes : []), ...(condition.has(false) ? no : [])]);
      }
      default:
        this.#visitOperands(call, facts);
        return bothBooleans;
    }
  }

  #visitNext(expr: Expr | undefined, facts: Facts): Values {
    return expr === undefined ? bothBooleans : this.visit(expr, facts);
  }

  /** Of `&&` if the second operand is asked where the first one is true, else of `||`. */
  #visitBoth(
    left: Expr | undefined,
    right: Expr | undefined,
    goesOn: boolean,
    facts: Facts,
  ): Values {
    const outcomes = this.#visitNext(left, facts);
    const behind = this.#visitNext(right, this.#assumeNext(left, goesOn, facts));
    const decided = [...outcomes].filter((outcome) => outcome !== goesOn);
    return new Set([...decided, ...(outcomes.has(goesOn) ? behind : [])]);
  }

  #visitOperands(call: Call, facts: Facts): void {
    const compared = comparisonOf(call);
    if (compared === undefined) {
      for (const child of childrenOf(call)) this.visit(child, facts);
    } else if (this.#isDecided(compared, facts)) {
      this.comparisons.add(call);
    }
  }

  #isDecided({ reference, literals }: Comparison, facts: Facts): boolean {
    if (this.#steps > maximumSteps) return true;
    let known = knownValues(reference, literals, facts);
    for (const literal of literals) {
      if (known?.has(literal) === false) return true;
      known = known && without(known, [literal]);
    }
    return false;
  }

  /** What is known beside the facts where a condition has an outcome. */
  #assume(expr: Expr, outcome: boolean, facts: Facts): Facts {
    if (this.#steps++ > maximumSteps) return facts;
    if (expr.kind !== "call") return assumeReference(expr, outcome, facts);
    const [first, second, third] = expr.args;
    if (first === undefined) return facts;
    switch (expr.function) {
      case operators.logicalNot:
        return this.#assume(first, !outcome, facts);
      case operators.logicalAnd:
        return this.#assumeBoth(first, second, outcome, true, facts);
      case operators.logicalOr:
        return this.#assumeBoth(first, second, outcome, false, facts);
      case operators.conditional:
        return either(
          this.#assumeNext(second, outcome, this.#assume(first, true, facts)),
          this.#assumeNext(third, outcome, this.#assume(first, false, facts)),
        );
      default: {
        const compared = comparisonOf(expr);
        return compared === undefined ? facts : assumeComparison(compared, outcome, facts);
      }
    }
  }

  /**
   * `&&` where `both` is true, else `||`: with this outcome both operands have it, with the other
   * one at least one has.
   */
  #assumeBoth(
    left: Expr,
    right: Expr | undefined,
    outcome: boolean,
    both: boolean,
    facts: Facts,
  ): Facts {
    if (outcome === both) {
      return this.#assumeNext(right, outcome, this.#assume(left, outcome, facts));
    }
    return either(
      this.#assume(left, outcome, facts),
      this.#assumeNext(right, outcome, this.#assume(left, !outcome, facts)),
    );
  }

  #assumeNext(expr: Expr | undefined, outcome: boolean, facts: Facts): Facts {
    return expr === undefined ? facts : this.#assume(expr, outcome, facts);
  }
}

/** What a condition comes to that is made of nothing but `true` and `false`. */
function constantOf(expr: Expr | undefined): boolean | undefined {
  if (expr?.kind === "literal") return expr.value.type === "bool" ? expr.value.value : undefined;
  if (expr?.kind !== "call") return undefined;
  const [first, second, third] = expr.args.map(constantOf);
  switch (expr.function) {
    case operators.logicalNot:
      return first === undefined ? undefined : !first;
    case operators.logicalAnd:
      return first === false || second === false ? false : first && second;
    case operators.logicalOr:
      if (first === true || second === true) return true;
      return first === undefined ? undefined : second;
    case operators.conditional:
      return first === undefined ? undefined : first ? second : third;
    default:
      return undefined;
  }
}

/** `reference == literal`, or `in` with several literals; the other way round if negated. */
interface Comparison {
  readonly reference: Reference;
  readonly literals: readonly (string | number | boolean)[];
  readonly isNegated: boolean;
}

function comparisonOf({ function: name, args: [first, second] }: Call): Comparison | undefined {
  if (first === undefined || second === undefined) return undefined;
  if (name === operators.in) {
    const elements = second.kind === "list" ? second.elements : [];
    return comparison(first, elements.filter(isLiteral), false);
  }
  if (name !== operators.equals && name !== operators.notEquals) return undefined;
  const isNegated = name === operators.notEquals;
  if (isLiteral(second)) return comparison(first, [second], isNegated);
  return isLiteral(first) ? comparison(second, [first], isNegated) : undefined;
}

function comparison(
  compared: Expr,
  list: readonly Literal[],
  isNegated: boolean,
): Comparison | undefined {
  const reference = referenceOf(compared);
  const literals = list.map(valueOf).filter((value) => value !== undefined);
  return reference === undefined || literals.length === 0
    ? undefined
    : { reference, literals, isNegated };
}

function isLiteral(expr: Expr): expr is Literal {
  return expr.kind === "literal";
}

/** As it stands in the code; undefined for what is an object there. */
function valueOf({ value: constant }: Literal): string | number | boolean | undefined {
  switch (constant.type) {
    case "bool":
    case "string":
    case "double":
      return constant.value;
    case "int":
      return Number(constant.value);
    default:
      return undefined;
  }
}

function referenceOf(expr: Expr): Reference | undefined {
  if (expr.kind === "ident") return expr.name;
  if (expr.kind !== "select" || expr.testOnly) return undefined;
  const operand = referenceOf(expr.operand);
  return operand && `${operand}.${expr.field}`;
}

function assumeReference(expr: Expr, outcome: boolean, facts: Facts): Facts {
  const reference = referenceOf(expr);
  return reference === undefined ? facts : new Map(facts).set(reference, new Set([outcome]));
}

function assumeComparison(
  { reference, literals, isNegated }: Comparison,
  outcome: boolean,
  facts: Facts,
): Facts {
  const known = knownValues(reference, literals, facts);
  if (outcome !== isNegated) {
    const possible = literals.filter((literal) => known?.has(literal) ?? true);
    return new Map(facts).set(reference, new Set(possible));
  }
  return known === undefined ? facts : new Map(facts).set(reference, without(known, literals));
}

/** What a reference may be; one that is compared with true or false may be either. */
function knownValues(
  reference: Reference,
  literals: Comparison["literals"],
  facts: Facts,
): Values | undefined {
  return facts.get(reference) ?? (typeof literals[0] === "boolean" ? bothBooleans : undefined);
}

const bothBooleans: Values = new Set([true, false]);

function opposites(outcomes: Values): Values {
  return new Set([...outcomes].map((outcome) => outcome === false));
}

function without(values: Values, removed: Comparison["literals"]): Values {
  return new Set([...values].filter((value) => !removed.includes(value)));
}

/** What is known within a comprehension, whose variables may be called as others around it. */
function hiddenBy({ iterVar, iterVar2, accuVar }: Comprehension, facts: Facts): Facts {
  const hidden = [iterVar, iterVar2, accuVar];
  return new Map([...facts].filter(([reference]) => !hidden.includes(reference.split(".")[0])));
}

/** What is known whichever of two lists of facts holds. */
function either(left: Facts, right: Facts): Facts {
  const common = [...left].flatMap(([reference, values]) => {
    const others = right.get(reference);
    return others === undefined ? [] : [[reference, new Set([...values, ...others])] as const];
  });
  return new Map(common);
}
