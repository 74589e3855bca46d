import { beforeAll, expect, it } from "vitest";
import { copyJson } from "../../src/crd/ir/apply-defaults.js";
import { hasEmbeddedResource } from "../../src/crd/ir/child-schemas.js";
import type { Resource, Version } from "../../src/crd/ir/resource.js";
import type { Admission } from "../../src/runtime/v1/admission/admission.js";
import type {
  CheckOptions,
  ValidateOptions,
} from "../../src/runtime/v1/validation/resource-validation.js";
import type { FieldError } from "../../src/runtime/v1/values/field-error.js";
import { fieldErrorText } from "../../src/runtime/v1/values/field-error.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject, setKey } from "../../src/runtime/v1/values/json/json.js";
import { emitUnit, evaluateUnit, loadRuntime } from "../support/emit-unit.js";
import { Random } from "../support/random.js";
import type { Admit, Comparisons } from "../support/recorded-objects.js";
import { compareObjects, expectAgreement, objectFiles } from "../support/recorded-objects.js";
import { isWhole, sampleSeed } from "../support/scope.js";
import { describeShared } from "../support/shared.js";
import { tallyOf } from "../support/tally.js";
import { writeBackends } from "../support/write-backends.js";

/** What these back ends write, without the kind in the names. */
interface Generated {
  readonly admit: Admit;
  readonly prune: (object: Json) => void;
  readonly default: (object: Json) => void;
  readonly hasResources: boolean;
  readonly kind: string;
  readonly validate: (object: Json, options: ValidateOptions) => readonly FieldError[];
  readonly is: (object: Json, options: CheckOptions) => boolean;
}

/** Generated code, run in memory. */
function compile(resource: Resource, version: Version): Generated {
  const exports = evaluateUnit(emitUnit(resource, version, writeBackends));
  const find = (verb: string): unknown =>
    Object.entries(exports).find(([key]) => new RegExp(`^${verb}[A-Z]`).test(key))?.[1];
  const verbs = ["admit", "prune", "default", "validate", "is"];
  const functions = Object.fromEntries(verbs.map((verb) => [verb, find(verb)]));
  const hasResources = version.schema !== undefined && hasEmbeddedResource(version.schema);
  return { ...functions, hasResources, kind: resource.names.kind } as unknown as Generated; // what the back ends write
}

/**
 * The write path. On creation it is held against `validate` of the object as it is sent; that, and
 * `is`, against `validate` of what the object becomes.
 */
function compileWithChecks(resource: Resource, version: Version): Admit {
  const generated = compile(resource, version);
  let created = sampleSeed;
  return (object, options) => {
    const answer = generated.admit(object, options);
    if (isObject(object) && options?.oldObject === undefined) {
      // The checks of an object take ten times as long as its write.
      if (!isWhole && created++ % 8 !== 0) return answer;
      compareChecks(object, generated);
      compareCauses(object, answer, generated);
    }
    return answer;
  };
}

function compareChecks(object: JsonObject, generated: Generated): void {
  const random = new Random(JSON.stringify(object).length);
  for (const sent of [object, spoiled(object, random), spoiled(object, random)]) {
    const filled = copyJson(sent);
    generated.prune(filled);
    generated.default(filled);
    for (const options of [{}, { rules: false }]) {
      const causes = textsOf(generated.validate(filled, { ...options, defaulted: true }));
      const answer = generated.is(sent, options);
      if (answer !== (causes === "")) expect.fail(`is says ${answer} to ${JSON.stringify(sent)}`);
      // Pruning leaves the metadata of embedded resources alone, and the server all objects of
      // another kind.
      const isAlike = !generated.hasResources && sent["kind"] === generated.kind;
      if (isAlike) expect(textsOf(generated.validate(sent, options))).toBe(causes);
    }
  }
}

/** The causes in the answer, where the object was decoded at all. */
function compareCauses(object: JsonObject, answer: Admission, { validate }: Generated): void {
  if (!answer.allowed && answer.errors.length === 0) return;
  const causes = answer.allowed ? [] : answer.errors;
  expect(textsOf(validate(object, {}))).toBe(textsOf(causes));
}

function textsOf(errors: readonly FieldError[]): string {
  return errors.map(fieldErrorText).sort().join("\n");
}

/** A copy in which a few members are null or gone. */
function spoiled(object: JsonObject, random: Random): JsonObject {
  const copy = copyJson(object) as JsonObject; // a copy of an object
  for (let count = 1 + random.below(3); count > 0; count--) {
    const holder = holderWithin(copy, random);
    const keys = Object.keys(holder).filter((key) => holder !== copy || !typeMeta.has(key));
    if (keys.length === 0) continue;
    const key = random.pick(keys);
    if (random.chance(0.6)) setKey(holder, key, null);
    else Reflect.deleteProperty(holder, key);
  }
  return copy;
}

const typeMeta: ReadonlySet<string> = new Set(["apiVersion", "kind"]);

/** Some object within another one, at any depth. */
function holderWithin(object: JsonObject, random: Random): JsonObject {
  const below = Object.values(object).flat().filter(isObject);
  return below.length === 0 || random.chance(0.25)
    ? object
    : holderWithin(random.pick(below), random);
}

describeShared("generated code answers as a recorded API server", () => {
  const tally = tallyOf("objects");
  let found: Comparisons;
  beforeAll(async () => {
    await loadRuntime();
    found = await compareObjects(objectFiles, compileWithChecks, { rules: true, tally });
  }, 900_000);

  it.each(objectFiles)("%s", (file) => {
    expect(expectAgreement(found, file)).toBeGreaterThan(1000);
  });
});
