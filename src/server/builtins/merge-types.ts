import type { MergeMap, MergeType } from "../../runtime/v1/apply/merge-schema.js";
import type { FieldRow } from "./kind-rows.js";
import { structRow } from "./kind-types.js";

/** What server-side apply knows of a kind, by the name of its struct. */
export function kindMergeType(struct: string): MergeType {
  const map = mergeMap(struct);
  const named = { apiVersion: "string", kind: "string", metadata: "metadata" } as const;
  return { map: { ...map, fields: { ...map.fields, ...named } } };
}

function mergeMap(struct: string): MergeMap {
  const { fields, isAtomic } = structRow(struct);
  const types = fields.map((row) => [row[0], fieldType(row)] as const);
  return { fields: Object.fromEntries(types), ...(isAtomic && { atomic: isAtomic }) };
}

function fieldType([, text, , facts = {}]: FieldRow): MergeType {
  const [, prefix = "", type = ""] = /^(\*|\[\]|map\[string\])?(.*)$/.exec(text) ?? [];
  if (prefix === "map[string]") return { map: { values: typeOf(type) } };
  if (prefix !== "[]") return typeOf(type);
  // Schemas hold schemas.
  const isSchema = /^apiextensions\/|^JSON/.test(type);
  if (facts.list === undefined) return { list: { items: isSchema ? "untyped" : typeOf(type) } };
  const items = typeOf(type);
  if (facts.list === "set") return { list: { items, set: true } };
  return { list: { items, keys: facts.list } };
}

const scalars: { readonly [type: string]: MergeType | undefined } = {
  string: "string",
  bool: "boolean",
  int32: "numeric",
  int64: "numeric",
  float64: "numeric",
  bytes: "string",
  Time: "scalar",
  MicroTime: "scalar",
  "meta/v1.ObjectMeta": "metadata",
};

function typeOf(text: string): MergeType {
  const [type = ""] = text.split("~");
  if (/^\(?\[\]/.test(type)) return { list: { items: "untyped" } };
  return scalars[type] ?? { map: mergeMap(type) };
}
