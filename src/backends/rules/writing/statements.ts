import { beginsWithCall } from "../../../emit/begins-with-call.js";
import type { Expr, Stmt } from "../../../emit/code.js";
import {
  expr,
  findLocal,
  isFalse,
  isSame,
  isTrue,
  keyOf,
  operatorCode,
  spareConstant,
} from "../../../emit/code.js";
import { binary, conditional } from "../../../emit/nodes/fold.js";
import * as make from "../../../emit/nodes/make.js";
import { UnsupportedExpression } from "../unsupported.js";
import { branch } from "./branch.js";
import type { FunctionCode } from "./function-code.js";
import type { Check, Guard, Operand, Plan } from "./operand.js";
import { bool, checkedCode, contentOf, operand, oppositeOf, partsOf, simple } from "./operand.js";
import type { RuleFile } from "./rule-file.js";
import type { Target } from "./target.js";
import { assignedTo, watched } from "./target.js";

type StrictPlan = Extract<Plan, { readonly kind: "strict" }>;

/** Prints operands of one function as statements, where that reads better than one expression. */
export class Statements {
  readonly #file: RuleFile;
  readonly #body: FunctionCode;
  /** What is known to be no error where the next statement stands: names by what they hold. */
  readonly #checked = new Map<string, Expr>();
  /**
   * Variables to which no branch assigns an error, though what they hold could be one elsewhere.
   */
  readonly #sound = new Set<string>();
  /** Constants that the next statement can see: names by what they hold. */
  #declared: ReadonlyMap<string, Expr> = new Map();

  constructor(file: RuleFile, body: FunctionCode) {
    this.#file = file;
    this.#body = body;
  }

  /** What computes an operand and hands it to the target. */
  print(from: Operand, target: Target): readonly Stmt[] {
    const { plan } = from;
    const brief = this.#briefOf(from, target.ends);
    if (brief !== undefined) return target.result(brief);
    switch (plan?.kind) {
      case undefined:
        return target.result(from);
      case "strict": {
        const choice = target.ends ? choiceByChain(plan) : undefined;
        if (choice !== undefined) return this.#choice(choice, target);
        return this.#guarded(plan.guards, target, () => this.print(plan.result, target));
      }
      case "logical":
        return this.#logical(partsOf(from, plan.operator), [], plan.operator, target);
      case "choice": {
        const yes = this.#inBlock(() => this.print(plan.yes, target));
        const no = this.#behind(target, () => this.print(plan.no, target));
        return branch(plan.condition.code, yes, no, target);
      }
      case "binding": {
        const bound = this.#assigned(plan.name, plan.value);
        return [...bound, ...this.print(plan.result, target)];
      }
    }
  }

  /**
   * The short form of an operand, unless its statements are better where they end here, or faster.
   */
  #briefOf(from: Operand, ends: boolean): Operand | undefined {
    const { plan } = from;
    const isLooks = plan?.kind === "strict" && plan.guards.every(isLook);
    if (this.#body.isLoop && (ends || isLooks)) return undefined;
    return ends && hasChoices(from) ? undefined : from.brief;
  }

  /** One way or the other, as soon as the chain that decides about it is decided. */
  #choice({ chain, operator, yes, no }: ChoiceByChain, target: Target): readonly Stmt[] {
    return this.#logical(partsOf(chain, operator), [], operator, {
      result: (it) => {
        if (isTrue(it.code)) return this.print(yes, target);
        if (isFalse(it.code)) return this.print(no, target);
        const { statements, it: test } = this.settle(it, "holds", target);
        const otherwise = this.print(no, target);
        return [...statements, ...branch(test.code, this.print(yes, target), otherwise, target)];
      },
      fault: (error) => target.fault(error),
      ends: true,
      splits: true,
    });
  }

  /** Statements after which the operand is known to be no error, and what it then is. */
  settle(
    from: Operand,
    base: string,
    target: Target,
  ): { readonly statements: readonly Stmt[]; readonly it: Operand } {
    if (!from.fails) return { statements: [], it: from };
    if (this.#briefOf(from, true) === undefined && from.plan?.kind === "strict") {
      const { guards, result } = from.plan;
      const before = this.#guarded(guards, target, () => []);
      const { statements, it } = this.settle({ ...result, form: from.form }, base, target);
      return { statements: [...before, ...statements], it };
    }
    const name = from.simple ? from.code : this.#body.local(base);
    const before = from.simple ? [] : this.#assigned(name, from);
    const it = simple(name, from.form);
    if (this.#sound.has(nameKey(name))) return { statements: before, it };
    const { test } = this.#errorCheck(name);
    return { statements: [...before, ...branch(test, target.fault(name), [], target)], it };
  }

  #guarded(guards: readonly Guard[], target: Target, rest: () => readonly Stmt[]): readonly Stmt[] {
    const [first, ...others] = guards;
    if (first === undefined) return rest();
    const key = contentOf(first);
    const known = this.#checked.get(key);
    if (known !== undefined) {
      this.#body.rename(first.name, known);
      return this.#guarded(others, target, rest);
    }
    const before = this.#begin(first);
    this.#checked.set(key, first.name);
    const isSound = this.#sound.has(nameKey(first.name));
    const next = (): readonly Stmt[] => this.#guarded(others, target, rest);
    const after = isSound ? next() : this.#behind(target, next);
    this.#checked.delete(key);
    if (isSound) return [...before, ...after];
    const { test, error } = this.#check(first);
    return [...before, ...branch(test, target.fault(error), after, target)];
  }

  #begin(guard: Guard): readonly Stmt[] {
    switch (guard.kind) {
      case "known":
        return [];
      case "seen":
        return this.#declare(guard.name, guard.look.data);
      case "held":
        return this.#assigned(guard.name, guard.from);
    }
  }

  /** A constant, unless there is one already that holds the same. */
  #declare(name: Expr, data: Expr): readonly Stmt[] {
    const key = keyOf(data);
    const known = this.#declared.get(key);
    if (known !== undefined) {
      this.#body.rename(name, known);
      return [];
    }
    this.#declared = new Map(this.#declared).set(key, name);
    return [spareConstant(name, data)];
  }

  /** Statements of a block of their own, whose constants end with it. */
  #inBlock(print: () => readonly Stmt[]): readonly Stmt[] {
    const outside = this.#declared;
    const statements = print();
    this.#declared = outside;
    return statements;
  }

  /** The other way of a branch: in a block of its own unless the first way leaves. */
  #behind(target: Target, print: () => readonly Stmt[]): readonly Stmt[] {
    return target.ends ? print() : this.#inBlock(print);
  }

  #check(guard: Guard): Check {
    if (guard.kind !== "seen") return this.#errorCheck(guard.name);
    const { look, name } = guard;
    return { test: look.isWrong(name), error: look.fault };
  }

  #errorCheck(name: Expr): Check {
    return { test: expr`${name} instanceof ${this.#file.runtime("CelError")}`, error: name };
  }

  /** A constant for an operand; a variable where it takes branches to find the value. */
  #assigned(name: Expr, from: Operand): readonly Stmt[] {
    const type = this.#file.type(from.form, from.fails);
    const { plan } = from;
    const brief = this.#briefOf(from, false);
    if (brief !== undefined) return this.#assigned(name, brief);
    if (plan === undefined) {
      return [spareConstant(name, from.code, beginsWithCall(from.code) ? undefined : type)];
    }
    if (plan.kind === "strict" && plan.result.plan === undefined && areLooks(plan.guards)) {
      const checks = plan.guards.map((guard) => this.#check(guard));
      const before = plan.guards.flatMap((guard) => this.#begin(guard));
      return [...before, spareConstant(name, checkedCode(checks, plan.result.code), type)];
    }
    const { target, receivesErrors } = watched(assignedTo(name));
    const statements = this.print(from, target);
    const fails = receivesErrors();
    if (!fails) this.#sound.add(nameKey(name));
    return [make.variable("let", name, this.#file.type(from.form, fails)), ...statements];
  }

  /**
   * A chain of `&&` or `||`: the first operand that decides ends it, else the first error stands.
   * `held` names the earlier operands that may be errors.
   */
  #logical(
    parts: readonly Operand[],
    held: readonly Expr[],
    operator: "&&" | "||",
    target: Target,
  ): readonly Stmt[] {
    const plain = parts.findIndex((part, index) => part.fails || index === parts.length - 1);
    if (plain > 0) {
      const test = operator === "||" ? anyOf(parts.slice(0, plain)) : anyNot(parts.slice(0, plain));
      const rest = this.#behind(target, () =>
        this.#logical(parts.slice(plain), held, operator, target),
      );
      return branch(test, target.result(decisive(operator)), rest, target);
    }
    const [first, ...others] = parts;
    if (first === undefined) return [];
    if (others.length === 0 && held.length === 0) return this.print(first, target);
    if (!first.fails) {
      if (target.splits) {
        const test = operator === "||" ? first.code : oppositeOf(first);
        const rest = this.#undecided(held, operator, target);
        return branch(test, target.result(decisive(operator)), rest, target);
      }
      const rest = this.#firstError(held, operator).code;
      return target.result(operand(binary(operator, first.code, rest), bool, true));
    }
    const name = this.#body.local(others.length === 0 ? "right" : "left");
    const all = [...held, name];
    const assigned = this.#assigned(name, first);
    const rest = this.#behind(target, () =>
      others.length === 0
        ? this.#undecided(all, operator, target)
        : this.#logical(others, all, operator, target),
    );
    const test = expr`${name} === ${decisive(operator).code}`;
    const decided = branch(test, target.result(decisive(operator)), rest, target);
    return [...assigned, ...decided];
  }

  /**
   * The end of a chain whose operands did not decide: the first of them that is an error, else the
   * value of the last.
   */
  #undecided(held: readonly Expr[], operator: "&&" | "||", target: Target): readonly Stmt[] {
    const error = this.#firstError(held, operator);
    if (!target.splits) return target.result(error);
    const neutral = decisive(operator === "||" ? "&&" : "||");
    const name = error.simple ? error.code : this.#body.local("holds");
    const before = error.simple ? [] : [spareConstant(name, error.code)];
    const test = expr`${name} !== ${neutral.code}`;
    return [...before, ...branch(test, target.fault(name), target.result(neutral), target)];
  }

  /**
   * The first that is an error, of those that did not decide; else the last. Errors are objects, so
   * they count as true.
   */
  #firstError(held: readonly Expr[], operator: "&&" | "||"): Operand {
    const [first, ...others] = held;
    if (first === undefined) throw new UnsupportedExpression(operator);
    if (others.length === 0) return simple(first, bool, true);
    if (operator === "||") return operand(operatorCode(held, "||"), bool, true);
    const chain = held.reduceRight((rest, it) => conditional(expr`${it} !== true`, it, rest));
    return operand(chain, bool, true);
  }
}

/** A choice by a chain whose decisive value leads to a constant. */
interface ChoiceByChain {
  readonly chain: Operand;
  readonly operator: "&&" | "||";
  readonly yes: Operand;
  readonly no: Operand;
}

function choiceByChain({ guards, result }: StrictPlan): ChoiceByChain | undefined {
  const [guard, ...others] = guards;
  if (guard?.kind !== "held" || others.length > 0 || result.plan?.kind !== "choice")
    return undefined;
  const { condition, yes, no } = result.plan;
  const { plan } = guard.from;
  if (plan?.kind !== "logical" || !isSame(condition.code, guard.name)) return undefined;
  const decided = plan.operator === "&&" ? no : yes;
  const isConstant = decided.simple && !decided.fails;
  return isConstant ? { chain: guard.from, operator: plan.operator, yes, no } : undefined;
}

/**
 * A chain of several operands that may be errors: the later ones are better left out where an
 * earlier one decides.
 */
function hasChoices(from: Operand): boolean {
  const { plan } = from;
  if (plan?.kind !== "logical") return false;
  return partsOf(from, plan.operator).filter(({ fails }) => fails).length > 1;
}

function isLook(guard: Guard): boolean {
  return guard.kind !== "held";
}

/** Whether all that guards look at may be read before the first of them decides. */
function areLooks(guards: readonly Guard[]): boolean {
  return (
    guards.every(isLook) && (guards.length === 1 || guards.every(({ kind }) => kind === "seen"))
  );
}

function decisive(operator: "&&" | "||"): Operand {
  return simple(expr`${operator === "||"}`, bool);
}

function anyOf(parts: readonly Operand[]): Expr {
  return operatorCode(
    parts.map(({ code }) => code),
    "||",
  );
}

function anyNot(parts: readonly Operand[]): Expr {
  return operatorCode(parts.map(oppositeOf), "||");
}

/** What tells a variable from others, whatever it becomes later. */
function nameKey(name: Expr): string {
  return findLocal(name)?.key ?? keyOf(name);
}
