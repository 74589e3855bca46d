import type { MergeScalar } from "../../apply/merge-schema.js";
import type { FieldType, ScalarType } from "./field-row.js";

/**
 * What values of Go's types are for server-side apply, where they are no `scalar` of any type.
 * Those that read themselves are whatever they hold, and have one owner
 * (structured-merge-diff, `__untyped_atomic_`).
 */
export const mergeScalars: { readonly [type in ScalarType]?: MergeScalar | "untyped" } = {
  string: "string",
  bool: "boolean",
  int32: "numeric",
  int64: "numeric",
  float64: "numeric",
  bytes: "string",
  RawExtension: "untyped",
  FieldsV1: "untyped",
  JSON: "untyped",
  JSONSchemaPropsOrArray: "untyped",
  JSONSchemaPropsOrBool: "untyped",
  JSONSchemaPropsOrStringArray: "untyped",
};

/** What Go prints for an empty field that is the key of a list; undefined for all but scalars. */
export function zeroKey(type: FieldType): string | number | boolean | undefined {
  if (type.kind !== "scalar") return undefined;
  if (type.scalar === "string") return "";
  return type.scalar === "bool" ? false : 0;
}
