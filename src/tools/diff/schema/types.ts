import type { Schema } from "../../../crd/ir/schema.js";
import { numberRangeOf } from "../../../crd/values/numbers.js";
import type { ValueNode, ValueType } from "../../../crd/values/value-node.js";
import { allowsType, typesOf } from "../../../crd/values/value-node.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import type { Effect } from "../change.js";
import { shortJson } from "../change.js";
import type { Verdict } from "../containment/proofs.js";
import { failsWith, holds, unknownFor } from "../containment/proofs.js";
import type { SchemaContext, SchemaPair } from "./schema-pair.js";
import { effectsOfOtherType, reportAt } from "./schema-pair.js";

/**
 * Compares the types of a place. Says whether what lies below can be compared: not where one of the
 * two is of another type.
 */
export function diffType(context: SchemaContext, pair: SchemaPair): boolean {
  const { old, now } = pair;
  const [before, after] = [typesOf(old.schema), typesOf(now)];
  if (before.join() === after.join()) return true;
  const verdict = fitsType(context, old, now);
  const loses = losesParts(old.schema, now);
  const widens = !pair.isBuiltIn && after.some((type) => !allowsType(old.schema, type));
  reportAt(context, pair, "diff/type-changed", [keywordOf(now, old.schema)], {
    effects: [
      ...(loses ? (["stored", "writers"] as const) : []),
      ...(verdict.is === "fails" ? effectsOfOtherType(context, pair) : []),
      ...(verdict.is === "unknown" ? (["unknown"] as const) : []),
      ...(widens ? (["readers"] as const) : []),
      "safe" satisfies Effect,
    ],
    before: typeText(old.schema),
    after: typeText(now),
    reason: reasonOf(verdict, loses, widens),
    example: verdict.is === "fails" ? verdict.example : undefined,
  });
  return false;
}

function keywordOf(now: Schema, old: Schema): string {
  return now.intOrString || old.intOrString ? "x-kubernetes-int-or-string" : "type";
}

/** As in the CRD: `string`, `int or string`, or `anything`. */
export function typeText(schema: Schema): string {
  if (schema.intOrString) return "integer or string";
  return schema.type === "" ? "anything" : schema.type;
}

function reasonOf(verdict: Verdict, loses: boolean, widens: boolean): string {
  const parts = [
    ...(loses ? ["the server prunes what objects held here"] : []),
    ...(verdict.is === "fails"
      ? [`${shortJson(verdict.example)} was valid and is refused now`]
      : []),
    ...(verdict.is === "unknown" ? [`not decided: ${verdict.why}`] : []),
    ...(widens ? ["readers may meet values of another type"] : []),
  ];
  return parts.length === 0 ? "all values that were valid still are" : parts.join("; ");
}

function fitsType({ containment }: SchemaContext, old: ValueNode, now: Schema): Verdict {
  if (typesOf(old.schema).every((type) => allowsType(now, type))) return holds;
  const samples = containment.samples.of(old);
  const example = samples.find((value) => value !== null && !hasAllowedType(value, now));
  if (example !== undefined) return failsWith(example);
  const { enum: entries } = old.schema.validation;
  if (entries.length > 0) return holds;
  const isIntegral = numberRangeOf(old, containment.check.minor).integral;
  return isIntegral && now.type === "integer" && old.schema.type === "number"
    ? holds
    : unknownFor("no value of another type could be found");
}

function hasAllowedType(value: Json, schema: Schema): boolean {
  return allowsType(schema, typeOfValue(value));
}

function typeOfValue(value: Json): ValueType {
  if (Array.isArray(value)) return "array";
  if (isObject(value)) return "object";
  if (typeof value === "string" || typeof value === "boolean") return typeof value as "string"; // one of the two
  return Number.isInteger(Number(value)) ? "integer" : "number";
}

/**
 * Tells whether the server prunes parts of what is stored: pruning follows the value and not its
 * type, so that a value of a type that is refused keeps only what the schema names all the same.
 */
function losesParts(old: Schema, now: Schema): boolean {
  if (now.preserveUnknownFields) return false;
  if (typesOf(old).length > 2) return true;
  if (old.type === "object") return now.type !== "object" && hasMembers(old);
  const { items } = old;
  return old.type === "array" && now.type !== "array" && items !== undefined && holdsMembers(items);
}

function holdsMembers(schema: Schema): boolean {
  if (schema.type === "object" || schema.type === "") return hasMembers(schema);
  return schema.items !== undefined && holdsMembers(schema.items);
}

function hasMembers({ fields, values, preserveUnknownFields, embeddedResource }: Schema): boolean {
  return fields.size > 0 || values !== undefined || preserveUnknownFields || embeddedResource;
}
