import type { RuleNode } from "../../runtime/v1/cel/rules/rule-node.js";
import { evaluateRule } from "../../runtime/v1/cel/rules/rule-node.js";
import type { Json } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../runtime/versions/kubernetes-version.js";
import { InterpretedRules } from "../interpret/rules.js";
import type { Schema } from "../ir/schema.js";
import type { CompiledRule } from "../rules/compile-rules.js";
import { isCompileFault } from "../rules/compile-rules.js";
import type { RuledNode } from "../rules/ruled-nodes.js";
import { StoredRules } from "../rules/stored-rules.js";
import type { Steps } from "./place.js";
import type { Mentions } from "./rule-mentions.js";
import { mentionsOf } from "./rule-mentions.js";

/** A rule that does not hold for a part of an object. */
export interface FailingRule {
  /** Where `self` is. */
  readonly steps: Steps;
  readonly rule: string;
  readonly mentions: Mentions;
}

/** So many are found; the others are found once these are gone. */
const mostFailing = 24;

/** Finds the rules that a new object breaks, place by place. */
export class RuleFinder {
  readonly #stored: StoredRules;
  readonly #root: RuledNode | undefined;
  readonly #node: RuleNode | undefined;
  readonly #mentions = new Map<CompiledRule, Mentions>();

  constructor(schema: Schema, minor: KubernetesMinor) {
    this.#stored = new StoredRules(minor);
    this.#root = this.#stored.root(schema, true);
    this.#node = new InterpretedRules(minor).of(schema, true);
  }

  /** The rules that fail for an object whose defaults are filled in. */
  failing(object: Json): readonly FailingRule[] {
    const found: FailingRule[] = [];
    if (this.#root !== undefined && this.#node !== undefined) {
      this.#visit(this.#root, this.#node, object, [], found);
    }
    return found;
  }

  #visit(ruled: RuledNode, node: RuleNode, value: Json, steps: Steps, found: FailingRule[]): void {
    if (found.length >= mostFailing) return;
    found.push(...this.#failingAt(ruled, node, value, steps));
    if (isObject(value)) {
      for (const [name, child] of Object.entries(value)) {
        const below = ruled.fields.get(name) ?? ruled.values;
        const nodeBelow = ruled.fields.has(name) ? node.fields?.[name] : node.values;
        if (below !== undefined && nodeBelow !== undefined) {
          this.#visit(below, nodeBelow, child, [...steps, name], found);
        }
      }
    }
    const { items } = ruled;
    const itemNode = node.items;
    if (!Array.isArray(value) || items === undefined || itemNode === undefined) return;
    for (const [index, item] of value.entries()) {
      this.#visit(items, itemNode, item, [...steps, index], found);
    }
  }

  #failingAt(ruled: RuledNode, node: RuleNode, value: Json, steps: Steps): readonly FailingRule[] {
    const { declared, schema } = ruled;
    const { rules = [] } = node;
    if (declared === undefined || rules.length === 0 || value === null) return [];
    const compiled = this.#stored.compile(schema, declared);
    return rules.flatMap((rule, index) => {
      const source = compiled[index];
      if (source === undefined || rule.fault !== undefined || rule.transition === "required")
        return [];
      if (evaluateRule(rule, value, undefined) === true) return [];
      const mentions = this.#mentionsOf(source);
      return mentions === undefined ? [] : [{ steps, rule: rule.rule, mentions }];
    });
  }

  #mentionsOf(compiled: CompiledRule): Mentions | undefined {
    const known = this.#mentions.get(compiled);
    if (known !== undefined) return known;
    const { expression } = compiled;
    if (expression === undefined || isCompileFault(expression)) return undefined;
    const mentions = mentionsOf(expression.checked.ast);
    this.#mentions.set(compiled, mentions);
    return mentions;
  }
}
