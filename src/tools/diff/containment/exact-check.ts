import { ValueCheck } from "../../../crd/interpret/value-check.js";
import { noValidation } from "../../../crd/ir/schema-table.js";
import type { NestedValidation, Schema, ValueValidation } from "../../../crd/ir/schema.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../../runtime/versions/kubernetes-version.js";
import type { ValueNode } from "./value-node.js";

/**
 * Asks the checks that the server makes of a single value. No verdict calls a value valid or
 * refused that was not asked here.
 */
export class ExactCheck {
  /** The server that judges. */
  readonly minor: KubernetesMinor;
  readonly #check: ValueCheck;

  constructor(minor: KubernetesMinor) {
    this.minor = minor;
    this.#check = new ValueCheck(minor);
  }

  /** Whether a value fits a schema, or a branch. */
  accepts(schema: Schema | NestedValidation, value: Json): boolean {
    return this.#check.accepts(schema, value);
  }

  /** Whether a value may stand at a place. */
  acceptsAt({ schema, branches }: ValueNode, value: Json): boolean {
    return this.accepts(schema, value) && branches.every((branch) => this.accepts(branch, value));
  }
}

/** A demand that consists of some keywords alone. */
export function demand(keywords: Partial<ValueValidation>): NestedValidation {
  return {
    id: -1,
    type: "",
    nullable: false,
    validation: { ...noValidation, ...keywords },
    fields: new Map(),
    items: undefined,
    values: undefined,
  };
}
