import type { Schema } from "../../../../crd/ir/schema.js";
import type { FieldError } from "../../../../runtime/v1/values/field-error.js";
import type { Json } from "../../../../runtime/v1/values/json/json.js";

/** A value that the server refuses, or the object in which one is missing. */
export interface RefusedValue {
  readonly error: FieldError;
  /** The value; where it is missing, what is around it. */
  readonly value: Json | undefined;
  readonly exists: boolean;
  /** What the CRD says of that value; undefined where it says nothing, as of metadata. */
  readonly schema: Schema | undefined;
  /** The value in the object that is replaced. */
  readonly old: Json | undefined;
  readonly format: "yaml" | "json";
}
