import { demandOf } from "../../../crd/example/demand.js";
import { LocalJudge } from "../../../crd/example/local-judge.js";
import { Choices } from "../../../crd/example/random.js";
import { ValueMaker } from "../../../crd/example/value-maker.js";
import type { NestedValidation, Schema } from "../../../crd/ir/schema.js";
import { stringifyJson } from "../../../runtime/v1/values/go/json.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../../runtime/versions/kubernetes-version.js";

/** So many values of an enum are listed. */
const mostListed = 200;

/** So many values of what is no enum are listed. */
const mostKnown = 8;

/** Finds values of schemas that are hard to describe otherwise. */
export class KnownValues {
  readonly #judge: LocalJudge;
  readonly #maker: ValueMaker;

  constructor(minor: KubernetesMinor) {
    this.#judge = new LocalJudge(minor);
    this.#maker = new ValueMaker(this.#judge, new Choices(0));
  }

  /** Some valid values that differ; those of an enum all. None where none is found. */
  of(schema: Schema, nested: readonly NestedValidation[]): readonly Json[] {
    const listed = this.#listed(schema, nested);
    if (listed.length > 0) return listed;
    const known = new Map<string, Json>();
    for (let variant = 0; variant < mostKnown; variant++) {
      const value = this.#maker.make(schema, nested, { full: false, variant, way: variant });
      if (value === undefined || value === null) continue;
      if (this.accepts(schema, nested, value)) known.set(stringifyJson(value), value);
    }
    return [...known.values()];
  }

  /** One valid value; undefined where none is found. */
  first(schema: Schema, nested: readonly NestedValidation[]): Json | undefined {
    const value = this.#maker.make(schema, nested, { full: false, variant: 0, way: 0 });
    const isValid = value !== undefined && this.accepts(schema, nested, value);
    return isValid ? value : undefined;
  }

  /** Whether a value is valid, apart from rules. */
  accepts(schema: Schema, nested: readonly NestedValidation[], value: Json): boolean {
    return this.#judge.accepts(schema, nested, value);
  }

  #listed(schema: Schema, nested: readonly NestedValidation[]): readonly Json[] {
    const { validations } = demandOf(schema, nested, 0);
    const values = validations.find((one) => one.enum.length > 0)?.enum ?? [];
    const valid = values.filter((value) => value !== null && this.accepts(schema, nested, value));
    return valid.slice(0, mostListed);
  }
}
