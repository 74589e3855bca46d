import { InterpretedRules } from "../../../crd/interpret/rules.js";
import type { Rule, Schema } from "../../../crd/ir/schema.js";
import type { Samples } from "../../../crd/values/samples.js";
import type { NodeRule } from "../../../runtime/v1/cel/rules/rule-node.js";
import { evaluateRule } from "../../../runtime/v1/cel/rules/rule-node.js";
import { CelError } from "../../../runtime/v1/cel/values/error.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../../runtime/v1/values/kubernetes-version.js";
import type { Effect } from "../change.js";
import { shorten, shortJson } from "../change.js";
import type { SchemaContext, SchemaPair } from "./schema-pair.js";
import { effectsOfRefusal, reportAt } from "./schema-pair.js";

const keyword = "x-kubernetes-validations";

/** Compares the rules of a place. A rule is known by its expression, else by its message. */
export function diffRules(context: SchemaContext, pair: SchemaPair, judge: RuleJudge): void {
  const [before, after] = [pair.old.schema.rules, pair.now.rules];
  if (before === after || (before.length === 0 && after.length === 0)) return;
  const lost = new Set(before);
  const fresh: { readonly rule: Rule; readonly index: number }[] = [];
  for (const [index, rule] of after.entries()) {
    const same = [...lost].find((other) => other.rule.trim() === rule.rule.trim());
    if (same === undefined) fresh.push({ rule, index });
    else {
      lost.delete(same);
      diffSame(context, pair, same, before.indexOf(same), rule, index);
    }
  }
  for (const { rule, index } of fresh) {
    const [old] = [...lost].filter((other) => isSuccessor(other, rule));
    if (old !== undefined) lost.delete(old);
    reportNew(context, pair, judge, rule, index, old, old === undefined ? 0 : before.indexOf(old));
  }
  for (const rule of lost) {
    const at = [keyword, before.indexOf(rule)];
    reportAt(context, pair, "diff/rule-removed", at, {
      effects: ["behaviour"],
      before: shorten(rule.rule),
      reason: "values that it refused are accepted now",
    });
  }
}

/** Tells whether a rule replaces another one: it says the same to people. */
function isSuccessor(old: Rule, rule: Rule): boolean {
  return old.message !== "" && old.message === rule.message;
}

function diffSame(
  context: SchemaContext,
  pair: SchemaPair,
  old: Rule,
  oldIndex: number,
  now: Rule,
  index: number,
): void {
  const at = placed(pair, oldIndex, index);
  if (old.optionalOldSelf !== now.optionalOldSelf) {
    const runs = now.optionalOldSelf === true;
    reportAt(context, at, "diff/rule-changed", [], {
      effects: runs ? ["unknown"] : ["behaviour"],
      before: `optionalOldSelf: ${old.optionalOldSelf ?? false}`,
      after: `optionalOldSelf: ${now.optionalOldSelf ?? false}`,
      reason: runs
        ? "not decided: it runs for values that are new, too"
        : "it runs only where there is an old value",
    });
  }
  const [before, after] = [saysOf(old), saysOf(now)];
  if (before === after) return;
  reportAt(context, at, "diff/rule-message-changed", [], {
    effects: ["safe"],
    before: shorten(before),
    after: shorten(after),
    reason: "it accepts what it accepted",
  });
}

function saysOf({ message, messageExpression, reason, fieldPath }: Rule): string {
  return [message, messageExpression, reason ?? "", fieldPath]
    .filter((part) => part !== "")
    .join("; ");
}

function placed(pair: SchemaPair, oldIndex: number, index: number): SchemaPair {
  return {
    ...pair,
    oldPath: [...pair.oldPath, keyword, oldIndex],
    newPath: [...pair.newPath, keyword, index],
  };
}

function reportNew(
  context: SchemaContext,
  pair: SchemaPair,
  judge: RuleJudge,
  rule: Rule,
  index: number,
  old: Rule | undefined,
  oldIndex: number,
): void {
  const found = judge.judge(pair, rule);
  const code = old === undefined ? "diff/rule-added" : "diff/rule-changed";
  reportAt(context, placed(pair, oldIndex, index), code, [], {
    effects: effectsOf(context, pair, found, /\boldSelf\b/.test(rule.rule)),
    before: old && shorten(old.rule),
    after: shorten(rule.rule),
    reason: found.reason,
    example: found.example,
  });
}

/** A rule about changes is never forgiven; what it says of no change at all was asked. */
function effectsOf(
  context: SchemaContext,
  pair: SchemaPair,
  { is, allowsNoChange }: RuleVerdict,
  isTransition: boolean,
): readonly Effect[] {
  if (is === "unknown") return ["unknown"];
  if (is === "holds") return ["safe"];
  if (!isTransition) return effectsOfRefusal(context, pair);
  return allowsNoChange ? ["writers"] : ["stored", "writers"];
}

/**
 * A verdict on whether a new rule refuses what was accepted, as far as values that were tried can
 * tell.
 */
interface RuleVerdict {
  readonly is: "holds" | "fails" | "unknown";
  readonly reason: string;
  readonly example?: Json;
  /** It compares a value with its old one, and lets a value pass that stays as it is. */
  readonly allowsNoChange: boolean;
}

/** Runs rules on values that were valid before. */
export class RuleJudge {
  readonly #rules: InterpretedRules;
  readonly #samples: Samples;

  constructor(minor: KubernetesMinor, samples: Samples) {
    this.#rules = new InterpretedRules(minor);
    this.#samples = samples;
  }

  /** The verdict on a rule of the new schema that the old one does not have. */
  judge(pair: SchemaPair, rule: Rule): RuleVerdict {
    const isTransition = /\boldSelf\b/.test(rule.rule);
    if (rule.rule.trim() === "true") {
      return { is: "holds", reason: "it is always true", allowsNoChange: true };
    }
    const compiled = this.#compiled(pair.now, rule, pair);
    if (compiled === undefined || compiled.fault !== undefined)
      return unknownBy("it does not compile");
    const values = this.#validBefore(pair);
    if (isTransition) return findTransition(compiled, values);
    const example = values.find((value) => isRefused(compiled, value, undefined));
    if (example === undefined) {
      return unknownBy(`none of ${values.length} values that were tried is refused`);
    }
    const reason = `${shortJson(example)} was valid and is refused now`;
    return { is: "fails", reason, example, allowsNoChange: false };
  }

  /** Values that the old schema takes, its own rules too. */
  #validBefore(pair: SchemaPair): readonly Json[] {
    const { schema } = pair.old;
    const rules = this.#ofNode(schema, pair)?.filter(({ transition }) => transition === undefined);
    return this.#samples
      .of(pair.old)
      .filter((value) => rules?.every((rule) => !isRefused(rule, value, undefined)) !== false);
  }

  #compiled(schema: Schema, rule: Rule, pair: SchemaPair): NodeRule | undefined {
    return this.#ofNode(schema, pair)?.find((one) => one.rule === rule.rule);
  }

  #ofNode(schema: Schema, { holder }: SchemaPair): readonly NodeRule[] | undefined {
    return this.#rules.of(schema, holder === "root")?.rules;
  }
}

function isRefused(rule: NodeRule, value: Json, old: Json | undefined): boolean {
  if (value === null) return false;
  const result = evaluateRule(rule, value, old);
  return result instanceof CelError || !result;
}

function unknownBy(why: string): RuleVerdict {
  return { is: "unknown", reason: `not decided: ${why}`, allowsNoChange: false };
}

/** A value that may not stay as it is, or two of which the one may not follow the other. */
function findTransition(rule: NodeRule, values: readonly Json[]): RuleVerdict {
  const stuck = values.find((value) => isRefused(rule, value, value));
  if (stuck !== undefined) {
    const reason = `an object with ${shortJson(stuck)} cannot be updated any more`;
    return { is: "fails", reason, example: stuck, allowsNoChange: false };
  }
  for (const old of values) {
    for (const value of values.slice(0, mostPairs)) {
      if (!isRefused(rule, value, old)) continue;
      const reason = `a change from ${shortJson(old)} to ${shortJson(value)} is refused now`;
      return { is: "fails", reason, example: value, allowsNoChange: true };
    }
  }
  return unknownBy("no change that is refused was found");
}

const mostPairs = 60;
