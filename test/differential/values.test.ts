import { beforeAll, describe, expect, it } from "vitest";
import { copyJson } from "../../src/crd/ir/apply-defaults.js";
import type { FieldError } from "../../src/runtime/v1/values/field-error.js";
import { fieldErrorText } from "../../src/runtime/v1/values/field-error.js";
import { stringifyJson } from "../../src/runtime/v1/values/go/json.js";
import { loadRuntime } from "../support/emit-unit.js";
import { createGenerated, createInterpreters } from "../support/judge.js";
import { randomObjectSchema } from "../support/random-schemas.js";
import { mutateValue, valueFor } from "../support/random-values.js";
import { Random } from "../support/random.js";
import { isWhole } from "../support/scope.js";
import { seeds } from "../support/seeds.js";

function texts(errors: readonly FieldError[]): readonly string[] {
  return errors.map(fieldErrorText).sort();
}

/**
 * Judges values near one schema by generated code and by interpreters; the seed decides everything.
 */
function compareValues(seed: number): void {
  const random = new Random(seed);
  const raw = randomObjectSchema(random);
  const generated = createGenerated(raw);
  const interpreted = createInterpreters(raw);
  let old = valueFor(raw, random);
  for (let count = 6; count > 0; count--) {
    const value = random.chance(0.5) ? mutateValue(old, raw, random) : valueFor(raw, random);
    const given = stringifyJson(value);
    expect(texts(generated.validate(value))).toEqual(texts(interpreted.validate(value)));
    expect(texts(generated.listTypes(value))).toEqual(texts(interpreted.listTypes(value)));
    expect(texts(generated.update(value, old))).toEqual(texts(interpreted.update(value, old)));
    expect(stringifyJson(value)).toBe(given);
    const pruned = copyJson(value);
    const wanted = copyJson(value);
    const root = random.chance(0.5) ? "resource" : "value";
    expect(generated.prune(pruned, root)).toEqual(interpreted.prune(wanted, root));
    expect(stringifyJson(pruned)).toBe(stringifyJson(wanted));
    generated.fill(pruned);
    interpreted.fill(wanted);
    expect(stringifyJson(pruned)).toBe(stringifyJson(wanted));
    old = value;
  }
}

describe("generated code agrees with the interpreters", () => {
  beforeAll(loadRuntime);

  it("on values near random schemas", () => {
    for (const seed of seeds(isWhole ? 400 : 150)) {
      try {
        compareValues(seed);
      } catch (error) {
        throw new Error(`seed ${seed}`, { cause: error });
      }
    }
  }, 600_000);
});
