import type { Rule } from "../../../crd/ir/schema.js";
import type { Effect } from "../effect.js";
import { shorten } from "../short-text.js";
import { effectsOfRefusal } from "./ratcheting.js";
import type { RuleJudge, RuleVerdict } from "./rule-judge.js";
import type { SchemaContext, SchemaPair } from "./schema-pair.js";
import { reportAt } from "./schema-pair.js";

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

/** Whether a rule replaces another one: it says the same to people. */
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
