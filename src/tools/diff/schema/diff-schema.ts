import type { Path } from "../../../crd/source/source-file.js";
import { childNode } from "../../../crd/values/value-node.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import { shorten } from "../change.js";
import { diffFields } from "./fields.js";
import { diffEnum, diffKeywords } from "./keywords.js";
import { diffListType } from "./lists.js";
import { diffOpenness } from "./objects.js";
import { diffPresence, typeMeta } from "./required.js";
import type { RuleJudge } from "./rules.js";
import { diffRules } from "./rules.js";
import type { SchemaContext, SchemaPair } from "./schema-pair.js";
import { fieldPath, reportAt } from "./schema-pair.js";
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

/*
 * The server drops a null that is not allowed where it is the value of a field or of a key, or sets
 * the default in its place (apiextensions `schema/defaulting/prunenulls.go`); in a list it refuses
 * it. An enum never takes null.
 */

/** Compares whether a place takes null. */
function diffNullable(context: SchemaContext, pair: SchemaPair): void {
  const { old, now } = pair;
  if (old.schema.nullable === now.nullable) return;
  // The server demands these of every object, and takes none but texts.
  if (typeMeta.has(pair.path)) reportUnmet(context, pair);
  else if (now.nullable) reportAdded(context, pair);
  else reportRemoved(context, pair);
}

function reportUnmet(context: SchemaContext, pair: SchemaPair): void {
  const code = pair.now.nullable ? "diff/nullable-added" : "diff/nullable-removed";
  reportAt(context, pair, code, ["nullable"], {
    effects: ["safe"],
    reason: "every object has it, whatever the schema says",
  });
}

function reportAdded(context: SchemaContext, pair: SchemaPair): void {
  const isEnum = pair.now.validation.enum.length > 0;
  const isDropped = pair.holder !== "list";
  // A null that is no item was dropped, whatever the type.
  const hadNull = !isDropped && context.containment.check.acceptsAt(pair.old, null);
  reportAt(context, pair, "diff/nullable-added", ["nullable"], {
    effects: hadNull ? ["safe"] : isEnum ? (isDropped ? ["writers"] : ["safe"]) : ["readers"],
    reason: hadNull
      ? "null was allowed before, for there was no type"
      : isEnum
        ? "null is kept now, and the enum refuses it"
        : "readers may meet null",
    ...(isEnum && isDropped && !hadNull && { example: null }),
  });
}

function reportRemoved(context: SchemaContext, pair: SchemaPair): void {
  const wasPossible = pair.old.schema.validation.enum.length === 0;
  const isItem = pair.holder === "list";
  const isAllowed = isItem && context.containment.check.accepts(pair.now, null);
  const consequence = isItem
    ? "null is refused now"
    : pair.now.default === undefined
      ? "a null that was kept is dropped now"
      : "the default replaces a null that was kept";
  const isSafe = !wasPossible || isAllowed;
  reportAt(context, pair, "diff/nullable-removed", ["nullable"], {
    effects: isSafe ? ["safe"] : isItem ? ["writers"] : ["stored", "writers"],
    reason: isSafe ? "null was never valid, or still is" : consequence,
    ...(!isSafe && { example: null }),
  });
}

/** A raw schema on both sides. */
interface RawPair {
  readonly old: Json | undefined;
  readonly now: Json | undefined;
  readonly path: string;
  readonly oldPath: Path;
  readonly newPath: Path;
}

/** Compares the texts for people, which are no part of a schema that judges. */
export function diffDescriptions(context: SchemaContext, pair: RawPair): void {
  const { old, now } = pair;
  if (old === now || !isObject(old) || !isObject(now)) return;
  for (const keyword of ["title", "description"]) {
    const [before, after] = [textAt(old, keyword), textAt(now, keyword)];
    if (before === after) continue;
    const paths = {
      path: pair.path,
      oldPath: [...pair.oldPath, keyword],
      newPath: [...pair.newPath, keyword],
    };
    context.changes.report("diff/description-changed", context.compared, paths, {
      effects: ["safe"],
      before: before === "" ? undefined : shorten(before),
      after: after === "" ? undefined : shorten(after),
      reason: "the server does not look at it",
    });
  }
  for (const below of belowOf(old, now, pair)) diffDescriptions(context, below);
}

function* belowOf(
  old: { readonly [key: string]: Json },
  now: { readonly [key: string]: Json },
  pair: RawPair,
): Iterable<RawPair> {
  const step = (path: string, ...steps: Path): RawPair => ({
    old: follow(old, steps),
    now: follow(now, steps),
    path,
    oldPath: [...pair.oldPath, ...steps],
    newPath: [...pair.newPath, ...steps],
  });
  const { properties } = old;
  for (const name of Object.keys(isObject(properties) ? properties : {})) {
    yield step(fieldPath(pair.path, name), "properties", name);
  }
  yield step(`${pair.path}[*]`, "items");
  yield step(pair.path === "" ? "*" : `${pair.path}.*`, "additionalProperties");
}

function follow(value: Json | undefined, steps: Path): Json | undefined {
  let at = value;
  for (const step of steps) {
    at = isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined;
  }
  return at;
}

function textAt(value: { readonly [key: string]: Json }, key: string): string {
  const text = value[key];
  return typeof text === "string" ? text : "";
}
