import { isValid } from "../../runtime/v1/validation/is-valid.js";
import type { Dialect } from "../../runtime/v1/values/dialect.js";
import type { Json } from "../../runtime/v1/values/json/json.js";
import { dialectOf } from "../../runtime/versions/dialects.js";
import type { KubernetesMinor } from "../../runtime/versions/kubernetes-version.js";
import type { NestedValidation, Schema } from "../ir/schema.js";
import { ValueSchemas } from "./value-schema.js";

/** The checks that a server makes of single values of custom resources, without rules. */
export class ValueCheck {
  readonly #schemas: ValueSchemas;
  readonly #dialect: Dialect;

  constructor(minor: KubernetesMinor) {
    this.#schemas = new ValueSchemas(minor, "served");
    this.#dialect = dialectOf(minor).dialect;
  }

  /** Whether a value fits a schema, or a branch of a junctor. */
  accepts(schema: Schema | NestedValidation, value: Json): boolean {
    return isValid(this.#schemas.of(schema), value, this.#dialect);
  }
}
