import type { Json } from "../../runtime/v1/values/json/json.js";

/**
 * A structural schema, partitioned as the API server partitions it (apiextensions
 * `schema/structural.go`): what gives a value its shape, what merely validates it, what prunes it,
 * what defaults it.
 *
 * Schemas are hash-consed by `SchemaTable`: two nodes with equal content are one object, in one run
 * of crdgen. What does not change a verdict (title, description, example, externalDocs, positions)
 * is no part of a schema; it lies beside it, in `Annotations`. Schemas never change after they were
 * made, so every pass can keep its results per schema.
 */
export interface Schema {
  /** Dense number, in the order in which the table met the schemas. */
  readonly id: number;
  /**
   * How a value of this schema is written; derived from the fields below, for back ends that need
   * one answer.
   */
  readonly kind: SchemaKind;
  /** As declared; `""` where the schema has none (int-or-string, preserve-unknown-fields). */
  readonly type: DeclaredType;
  readonly nullable: boolean;
  /**
   * `undefined` = none; a null default counts as none (apiextensions `v1/marshal.go`: the JSON of a
   * default is kept unless it is `null`).
   */
  readonly default: Json | undefined;

  readonly intOrString: boolean;
  readonly preserveUnknownFields: boolean;
  readonly embeddedResource: boolean;
  /** `x-kubernetes-list-type`, atomic when absent. */
  readonly listType: "atomic" | "set" | "map";
  readonly listMapKeys: readonly string[];
  /** `x-kubernetes-map-type`, granular when absent. */
  readonly mapType: "granular" | "atomic";

  /** `properties`, in the order of the CRD. */
  readonly fields: ReadonlyMap<string, Schema>;
  /** `additionalProperties`: a schema, or a boolean, or absent. */
  readonly values: Schema | boolean | undefined;
  readonly items: Schema | undefined;

  readonly validation: ValueValidation;
  readonly rules: readonly Rule[];

  /** Something at or below this node has a default. */
  readonly hasDefaults: boolean;
  /** Something at or below this node has a rule. */
  readonly hasRules: boolean;
}

/** The keyword `type`; `""` where there is none, as in Go. */
export type DeclaredType = "" | "object" | "array" | "string" | "integer" | "number" | "boolean";

/**
 * - `object`: fields known by name (or an object of which nothing is known), unknown ones pruned or
 *   preserved
 * - `map`: additionalProperties
 * - `any`: no type, preserve-unknown-fields
 */
export type SchemaKind =
  "object" | "map" | "list" | "string" | "integer" | "number" | "boolean" | "intOrString" | "any";

/**
 * Constraints that say nothing about a value's shape (`ValueValidation` of structural.go).
 * Hash-consed too; `noValidation` is the one without any constraint.
 */
export interface ValueValidation {
  readonly id: number;
  /** As written, before unsupported formats are stripped; `""` = none. */
  readonly format: string;
  readonly minimum: number | undefined;
  readonly exclusiveMinimum: boolean;
  readonly maximum: number | undefined;
  readonly exclusiveMaximum: boolean;
  readonly multipleOf: number | undefined;
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  /** RE2 source; `""` = none. */
  readonly pattern: string;
  readonly minItems: number | undefined;
  readonly maxItems: number | undefined;
  readonly uniqueItems: boolean;
  readonly minProperties: number | undefined;
  readonly maxProperties: number | undefined;
  readonly required: readonly string[];
  /** Empty = none. Entries may be null, which never matches. */
  readonly enum: readonly Json[];
  readonly allOf: readonly NestedValidation[];
  readonly anyOf: readonly NestedValidation[];
  readonly oneOf: readonly NestedValidation[];
  readonly not: NestedValidation | undefined;
}

/**
 * A schema as it may stand under allOf, anyOf, oneOf and not (`NestedValueValidation` of
 * structural.go). Hash-consed.
 */
export interface NestedValidation {
  readonly id: number;
  /** Only inside the two int-or-string patterns, and in CRDs older than structural schemas. */
  readonly type: DeclaredType;
  readonly nullable: boolean;
  readonly validation: ValueValidation;
  readonly fields: ReadonlyMap<string, NestedValidation>;
  readonly items: NestedValidation | undefined;
  /** Only in non-structural schemas, which v1beta1 allowed. */
  readonly values: NestedValidation | boolean | undefined;
}

/** One entry of `x-kubernetes-validations`, as written. */
export interface Rule {
  readonly rule: string;
  readonly message: string;
  readonly messageExpression: string;
  /** `undefined` = FieldValueInvalid. */
  readonly reason: string | undefined;
  readonly fieldPath: string;
  readonly optionalOldSelf: boolean | undefined;
}
