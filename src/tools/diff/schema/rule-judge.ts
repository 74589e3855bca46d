import { InterpretedRules } from "../../../crd/interpret/rules.js";
import type { Rule, Schema } from "../../../crd/ir/schema.js";
import type { Samples } from "../../../crd/values/samples.js";
import type { NodeRule } from "../../../runtime/v1/cel/rules/rule-node.js";
import { evaluateRule } from "../../../runtime/v1/cel/rules/rule-node.js";
import { CelError } from "../../../runtime/v1/cel/values/error.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../../runtime/versions/kubernetes-version.js";
import { shortJson } from "../short-text.js";
import type { SchemaPair } from "./schema-pair.js";

/** Whether a new rule refuses what was accepted, as far as values that were tried can tell. */
export interface RuleVerdict {
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
