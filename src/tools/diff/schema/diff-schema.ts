import { childNode } from "../containment/value-node.js";
import { diffEnum } from "./enums.js";
import { diffFields } from "./fields.js";
import { diffKeywords } from "./keywords.js";
import { diffListType } from "./lists.js";
import { diffNullable } from "./nulls.js";
import { diffOpenness } from "./objects.js";
import { diffPresence } from "./required.js";
import type { RuleJudge } from "./rule-judge.js";
import { diffRules } from "./rules.js";
import type { SchemaContext, SchemaPair } from "./schema-pair.js";
import { diffType } from "./types.js";

/**
 * Compares the schemas of one place and what lies below. Equal schemas are one object, so that
 * parts without a change cost nothing.
 */
export function diffSchema(context: SchemaContext, pair: SchemaPair, judge: RuleJudge): void {
  const { old, now } = pair;
  if (now.rules.length > 0 && !pair.isRuled) {
    diffSchema(context, { ...pair, isRuled: true }, judge);
    return;
  }
  // What the branches above say of the place is compared where they stand.
  if (old.schema === now) return;
  diffNullable(context, pair);
  const isComparable = diffType(context, pair);
  diffEnum(context, pair);
  diffKeywords(context, pair);
  diffRules(context, pair, judge);
  if (!isComparable) return;
  diffListType(context, pair);
  const visit = (below: SchemaPair): void => {
    diffSchema(context, below, judge);
  };
  diffPresence(context, pair);
  diffFields(context, pair, visit);
  diffOpenness(context, pair, visit);
  const items = itemsPair(pair);
  if (items !== undefined) visit(items);
}

function itemsPair(pair: SchemaPair): SchemaPair | undefined {
  const before = pair.old.schema.items;
  const after = pair.now.items;
  if (before === undefined || after === undefined) return undefined;
  return {
    old: childNode(pair.old, before, (branch) => branch.items),
    now: after,
    path: `${pair.path}[*]`,
    oldPath: [...pair.oldPath, "items"],
    newPath: [...pair.newPath, "items"],
    holder: "list",
    isBuiltIn: pair.isBuiltIn,
    isRuled: pair.isRuled,
    inAtomicList: pair.inAtomicList || pair.now.listType !== "map",
  };
}
