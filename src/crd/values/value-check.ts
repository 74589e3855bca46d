import { isValid } from "../../runtime/v1/validation/check-junctors.js";
import type { Json } from "../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import { dialectOf } from "../../runtime/versions/dialects.js";
import { ValueSchemas } from "../interpret/value-schema.js";
import { applyDefaults, copyJson } from "../ir/apply-defaults.js";
import type { NestedValidation, Schema } from "../ir/schema.js";
import type { ValueNode } from "./value-node.js";

/**
 * The checks that a server makes of single values of custom resources, without rules. No value is
 * called valid or refused that was not asked here.
 */
export class ValueCheck {
  /** The server that judges. */
  readonly minor: KubernetesMinor;
  readonly #schemas: ValueSchemas;

  constructor(minor: KubernetesMinor) {
    this.minor = minor;
    this.#schemas = new ValueSchemas(minor, "served");
  }

  /** Tells whether a value fits a schema, or a branch of a junctor. */
  accepts(schema: Schema | NestedValidation, value: Json): boolean {
    return isValid(this.#schemas.of(schema), value, dialectOf(this.minor));
  }

  /** Tells whether a value may stand at a place. */
  acceptsAt({ schema, branches }: ValueNode, value: Json): boolean {
    return this.accepts(schema, value) && branches.every((branch) => this.accepts(branch, value));
  }

  /** The same, once the defaults of the value are filled in. */
  acceptsFilled(node: ValueNode, value: Json): boolean {
    if (!node.schema.hasDefaults) return this.acceptsAt(node, value);
    const filled = copyJson(value);
    applyDefaults(filled, node.schema);
    return this.acceptsAt(node, filled);
  }
}
