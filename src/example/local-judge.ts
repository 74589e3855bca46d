import { ValueSchemas } from "../interpret/value-schema.js";
import { applyDefaults } from "../ir/apply-defaults.js";
import { copyJson } from "../ir/copy-json.js";
import type { NestedValidation, Schema } from "../ir/schema.js";
import type { Dialect } from "../runtime/v1/dialect.js";
import type { Json } from "../runtime/v1/json/json.js";
import { isValid } from "../runtime/v1/validation/is-valid.js";
import { dialectOf } from "../versions/dialects.js";
import type { KubernetesMinor } from "../versions/kubernetes-version.js";

/** Judges a part of an object by its schema, without rules. */
export class LocalJudge {
  readonly #schemas: ValueSchemas;
  readonly #dialect: Dialect;

  constructor(minor: KubernetesMinor) {
    this.#schemas = new ValueSchemas(minor, "served");
    this.#dialect = dialectOf(minor).dialect;
  }

  /** Whether a value is valid once its defaults are filled in. */
  accepts(schema: Schema, nested: readonly NestedValidation[], value: Json): boolean {
    const filled = schema.hasDefaults ? copyJson(value) : value;
    if (schema.hasDefaults) applyDefaults(filled, schema);
    return [schema, ...nested].every((one) =>
      isValid(this.#schemas.of(one), filled, this.#dialect),
    );
  }
}
