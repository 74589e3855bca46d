import type { Correlation } from "../../validation/correlation.js";
import { correlateItems, correlateKey, isUnchanged } from "../../validation/correlation.js";

/**
 * Which counterparts decide whether the failure of a rule ratchets: those of the node, else those
 * of the nearest ancestor that has some (apiextensions `apiserver/schema/cel/validation.go`).
 */
export class RuleRatchet {
  readonly #current: Correlation | undefined;
  readonly #nearest: RuleRatchet | undefined;
  /** True if the counterparts are equal; of an ancestor it is asked for each failure below. */
  #isUnchanged: boolean | undefined;

  constructor(current: Correlation | undefined, nearest?: RuleRatchet) {
    this.#current = current;
    this.#nearest = nearest;
  }

  /** True if the update left the node as it was, so that a failure is only a warning. */
  get isUnchanged(): boolean {
    if (this.#current === undefined) return this.#nearest?.isUnchanged === true;
    return (this.#isUnchanged ??= isUnchanged(this.#current));
  }

  /** For the value at a key. Nothing ratchets below the top-level `apiVersion` and `kind`. */
  member(key: string): RuleRatchet {
    if (this.#current === undefined) return this;
    if (this.#nearest === undefined && (key === "apiVersion" || key === "kind")) {
      return new RuleRatchet(undefined);
    }
    return new RuleRatchet(correlateKey(this.#current, key), this);
  }

  /** For the items of a list, by their places. */
  items(): (index: number) => RuleRatchet {
    const current = this.#current;
    if (current === undefined) return () => this;
    const correlated = correlateItems(current);
    return (index) => new RuleRatchet(correlated(index), this);
  }
}
