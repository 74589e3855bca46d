import type { Json } from "../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../runtime/versions/kubernetes-version.js";
import { ValueCheck } from "../interpret/value-check.js";
import { applyDefaults } from "../ir/apply-defaults.js";
import { copyJson } from "../ir/copy-json.js";
import type { NestedValidation, Schema } from "../ir/schema.js";

/** Judges a part of an object by its schema, without rules. */
export class LocalJudge {
  readonly #check: ValueCheck;

  constructor(minor: KubernetesMinor) {
    this.#check = new ValueCheck(minor);
  }

  /** Whether a value is valid once its defaults are filled in. */
  accepts(schema: Schema, nested: readonly NestedValidation[], value: Json): boolean {
    const filled = schema.hasDefaults ? copyJson(value) : value;
    if (schema.hasDefaults) applyDefaults(filled, schema);
    return [schema, ...nested].every((one) => this.#check.accepts(one, filled));
  }
}
