import type { Schema } from "../../../crd/ir/schema.js";
import { childNode } from "../../../crd/values/value-node.js";
import { stringifyJson } from "../../../runtime/v1/values/go/json.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import { shortJson } from "../change.js";
import type { Verdict } from "../containment/proofs.js";
import { failsWith, holds, unknownFor } from "../containment/proofs.js";
import type { SchemaContext, SchemaPair } from "./schema-pair.js";
import { reportAt } from "./schema-pair.js";

/** Compares what server-side apply and the search for duplicates make of lists and maps. */
export function diffListType(context: SchemaContext, pair: SchemaPair): void {
  const [before, after] = [pair.old.schema, pair.now];
  if (before.mapType !== after.mapType) reportMapType(context, pair);
  if (before.type !== "array" || after.type !== "array") return;
  const isSameType = before.listType === after.listType;
  if (isSameType && before.listMapKeys.join("\0") === after.listMapKeys.join("\0")) return;
  const verdict = fitsListType(context, pair);
  const code = isSameType ? "diff/list-keys-changed" : "diff/list-type-changed";
  const keyword = isSameType ? "x-kubernetes-list-map-keys" : "x-kubernetes-list-type";
  reportAt(context, pair, code, [keyword], {
    // A server does not look for duplicates while the stored object has some.
    effects: [
      verdict.is === "fails" ? "writers" : verdict.is === "unknown" ? "unknown" : "behaviour",
      "behaviour",
    ],
    before: listText(before),
    after: listText(after),
    reason: reasonOf(verdict),
    example: verdict.is === "fails" ? verdict.example : undefined,
  });
}

function reportMapType(context: SchemaContext, pair: SchemaPair): void {
  reportAt(context, pair, "diff/map-type-changed", ["x-kubernetes-map-type"], {
    effects: ["behaviour"],
    before: pair.old.schema.mapType,
    after: pair.now.mapType,
    reason:
      pair.now.mapType === "atomic"
        ? "server-side apply replaces it as a whole now"
        : "server-side apply merges it field by field now",
  });
}

function listText({ listType, listMapKeys }: Schema): string {
  return listType === "map" ? `map by ${listMapKeys.join(", ")}` : listType;
}

function reasonOf(verdict: Verdict): string {
  const merges = "server-side apply merges items in another way";
  if (verdict.is === "holds") return merges;
  if (verdict.is === "unknown") return `not decided: ${verdict.why}; ${merges}`;
  return `${shortJson(verdict.example)} was valid and has duplicates now; ${merges}`;
}

/** Tells whether all lists that were valid are without duplicates. */
function fitsListType(context: SchemaContext, pair: SchemaPair): Verdict {
  const [before, after] = [pair.old.schema, pair.now];
  if (after.listType === "atomic" || isShort(before)) return holds;
  if (after.listType === "set" && before.validation.uniqueItems) return holds;
  const isNarrower =
    before.listType === "map" && before.listMapKeys.every((key) => after.listMapKeys.includes(key));
  if (after.listType === "map" && isNarrower) return holds;
  const example = findDuplicates(context, pair);
  return example === undefined
    ? unknownFor("no list with duplicates could be found")
    : failsWith(example);
}

function isShort({ validation: { maxItems = Infinity } }: Schema): boolean {
  return maxItems <= 1;
}

/** Two items that were no duplicates and are some now, in a list that was valid. */
function findDuplicates({ containment }: SchemaContext, pair: SchemaPair): Json | undefined {
  const { old, now } = pair;
  const { items } = old.schema;
  if (items === undefined) return undefined;
  const samples = containment.samples.of(childNode(old, items, (branch) => branch.items));
  const { minItems = 0 } = old.schema.validation;
  for (const first of samples) {
    for (const second of samples) {
      const list = [first, second, ...samples.slice(0, Math.max(0, minItems - 2))];
      if (!hasDuplicates(list.slice(0, 2), now) || hasDuplicates(list, old.schema)) continue;
      if (containment.check.acceptsAt(old, list)) return list;
    }
  }
  return undefined;
}

/** As the server looks for duplicates (apiextensions `schema/listtype/validation.go`). */
export function hasDuplicates(list: readonly Json[], schema: Schema): boolean {
  if (schema.listType === "atomic") return false;
  const keys = list.map((item) => stringifyJson(keyOf(item, schema)));
  return new Set(keys).size < keys.length;
}

function keyOf(item: Json, { listType, listMapKeys }: Schema): Json {
  if (listType === "set") return item;
  if (!isObject(item)) return null;
  return listMapKeys.flatMap((key) => (Object.hasOwn(item, key) ? [key, item[key] ?? null] : []));
}
