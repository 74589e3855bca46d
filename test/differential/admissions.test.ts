import { describe, expect, it } from "vitest";
import type { CompiledVersion, CompileUnit } from "../../src/codegen/pipeline/compile-unit.js";
import { loadUnitCompiler } from "../../src/codegen/pipeline/compile-unit.js";
import { copyJson } from "../../src/crd/ir/apply-defaults.js";
import type { Resource, Version } from "../../src/crd/ir/resource.js";
import type { Admission, AdmitOptions } from "../../src/runtime/v1/admission/admission.js";
import type { CheckRules } from "../../src/runtime/v1/validation/check-rules.js";
import type { ValidateOptions } from "../../src/runtime/v1/validation/resource-validation.js";
import { fieldErrorText } from "../../src/runtime/v1/values/field-error.js";
import { stringifyJson } from "../../src/runtime/v1/values/go/json.js";
import { copyJson as sentCopy } from "../../src/runtime/v1/values/json/copy-json.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { Float64, isObject } from "../../src/runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import { newestMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import { createAdmission } from "../support/interpreted-admission.js";
import { randomResourceSchema } from "../support/random-schemas.js";
import { mutateValue, randomMetadata, valueFor } from "../support/random-values.js";
import { Random } from "../support/random.js";
import { schemaResource } from "../support/schema-resource.js";
import { isWhole } from "../support/scope.js";
import { seeds } from "../support/seeds.js";

function resourceOf(raw: Json, random: Random): { resource: Resource; version: Version } {
  const { resource, version } = schemaResource(raw);
  const scale = {
    specReplicasPath: ".spec.a",
    statusReplicasPath: ".status.a",
    labelSelectorPath: random.chance(0.5) ? ".status.b" : undefined,
  };
  const made: Version = {
    ...version,
    status: random.chance(0.6),
    scale: random.chance(0.3) ? scale : undefined,
    deprecationWarning: random.chance(0.1) ? "example.com/v1 Sample is deprecated" : undefined,
  };
  const scope = random.chance(0.8) ? "Namespaced" : "Cluster";
  return { resource: { ...resource, scope, versions: [made] }, version: made };
}

function objectFor(raw: Json, random: Random): JsonObject {
  const content = valueFor(raw, random, 0.03) as JsonObject; // mostly: of an object's schema
  return {
    ...content,
    apiVersion: random.chance(0.95) ? "example.com/v1" : "example.com/v2",
    kind: "Sample",
    metadata: randomMetadata(random),
  };
}

/**
 * The same for whoever sends it as JSON: members that are undefined, objects without a prototype or
 * with one of their own.
 */
function disguised(value: Json, random: Random, prototypes = true): unknown {
  if (Array.isArray(value)) return value.map((item) => disguised(item, random, prototypes));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, child]) => [
    key,
    disguised(child, random, prototypes),
  ]);
  if (random.chance(0.1)) entries.splice(random.below(2), 0, ["zz", undefined]);
  const object = Object.fromEntries(entries) as object;
  if (!prototypes || random.chance(0.9)) return object;
  const prototype = random.pick([null, {}]);
  return Object.create(prototype, Object.getOwnPropertyDescriptors(object));
}

/**
 * A resource in disguise. What schemas ask of complete metadata depends on its form in some that no
 * server takes.
 */
function disguisedResource(object: Json, random: Random): unknown {
  if (!isObject(object)) return disguised(object, random);
  const entries = Object.entries(object).map(([key, child]) => [
    key,
    disguised(child, random, key !== "metadata"),
  ]);
  return Object.fromEntries(entries);
}

function scaleFor(random: Random): JsonObject {
  const replicas = random.pick<Json>([0, 1, 3, -1, 2 ** 31, "1", null, 1.5]);
  return { metadata: { name: "sample" }, spec: { replicas } };
}

/** Everything that an answer says, in an order of its own. */
function textOf(answer: Admission): string {
  if (answer.allowed) return stringifyJson({ ...answer, warnings: [...answer.warnings].sort() });
  const errors = answer.errors.map((error) => JSON.stringify(error)).sort();
  return JSON.stringify([answer.status.code, answer.status.reason, errors, answer.warnings]);
}

/** JSON text that keeps the classes of numbers. */
function exactText(value: Json): string {
  if (value instanceof Float64) return `${Object.is(value.value, -0) ? "-0" : value.value}.0`;
  if (Array.isArray(value)) return `[${value.map(exactText).join()}]`;
  if (!isObject(value)) return stringifyJson(value);
  const members = Object.entries(value).map(
    ([key, child]) => `${JSON.stringify(key)}:${exactText(child)}`,
  );
  return `{${members.join()}}`;
}

function randomOptions(random: Random, old: JsonObject | undefined): AdmitOptions {
  const fieldValidation = random.pick(["Ignore", "Warn", "Strict"] as const);
  if (old === undefined) return { fieldValidation };
  const subresource = [undefined, undefined, "status", "scale"][
    random.below(4)
  ] as AdmitOptions["subresource"];
  return { oldObject: old, subresource, fieldValidation };
}

/** What would be sent of a value, as text. */
function sentText(value: unknown): string {
  return stringifyJson(sentCopy(value));
}

/** What is changed in place is changed alike in an object and in the same one in disguise. */
function compareDisguised(compiled: CompiledVersion, object: Json, random: Random): void {
  const plain = copyJson(object);
  const other = disguisedResource(object, random);
  expect(compiled.prune(other)).toEqual(compiled.prune(plain));
  expect(sentText(other)).toBe(sentText(plain));
  compiled.default(other);
  compiled.default(plain);
  expect(sentText(other)).toBe(sentText(plain));
}

/** All of the objects have the same errors. */
function compareErrors(
  compiled: CompiledVersion,
  objects: readonly unknown[],
  options: ValidateOptions,
): void {
  const texts = objects.map((object) =>
    compiled.validate(object, options).map(fieldErrorText).sort().join("\n"),
  );
  expect(new Set(texts).size, texts.join("\n\n")).toBe(1);
}

/**
 * Of an object to create validation says what the write path says, and the same once it is pruned
 * and defaulted.
 */
function compareValidation(
  compiled: CompiledVersion,
  object: Json,
  answer: Admission,
  hasResources: boolean,
): void {
  if (!answer.allowed && answer.status.code !== 422) return; // it was not even decoded
  const wanted = (answer.allowed ? [] : answer.errors).map(fieldErrorText).sort();
  expect(compiled.validate(object).map(fieldErrorText).sort()).toEqual(wanted);
  if (hasResources) return; // pruning leaves the metadata of embedded resources alone
  const defaulted = copyJson(object);
  compiled.prune(defaulted);
  compiled.default(defaulted);
  const narrow = compiled.validate(defaulted, { defaulted: true });
  expect(narrow.map(fieldErrorText).sort()).toEqual(wanted);
}

/** A field with a rule that always holds. */
const ruled: JsonObject = { type: "string", "x-kubernetes-validations": [{ rule: "true" }] };

/** What that rule says. */
const noFaults: CheckRules = () => ({ errors: [], warnings: [] });

/**
 * Writes objects near one schema by generated code and by interpreters; the seed decides
 * everything.
 */
function compareWrites(seed: number, minor: KubernetesMinor, compile: CompileUnit): void {
  const random = new Random(seed);
  const raw = randomResourceSchema(random);
  // With rules other errors keep from being looked at, and metadata is completed for.
  const hasRules = random.chance(0.3);
  if (hasRules) (raw["properties"] as JsonObject)["ruled"] = ruled; // it has some
  const hasResources = stringifyJson(raw).includes("x-kubernetes-embedded-resource");
  // Junctors of a real CRD look at names of the root's alone.
  const isOrdinary = ["allOf", "anyOf", "oneOf", "not"].every(
    (junctor) => raw[junctor] === undefined,
  );
  const { resource, version } = resourceOf(raw, random);
  const compiled = compile(resource, version);
  const interpreted = createAdmission(resource, version, minor, hasRules ? noFaults : undefined);
  let old: JsonObject | undefined;
  for (let count = 8; count > 0; count--) {
    const options = randomOptions(random, old);
    const base = old ?? objectFor(raw, random);
    const object =
      options.subresource === "scale"
        ? scaleFor(random)
        : random.chance(0.7)
          ? mutateValue(base, raw, random)
          : objectFor(raw, random);
    const given = stringifyJson(object);
    const answer = compiled.admit(object, options);
    expect(textOf(answer)).toBe(textOf(interpreted(object, options)));
    // The text of the body gives the same answer as the object that it holds.
    expect(textOf(compiled.admit(exactText(object), options))).toBe(textOf(answer));

    if (options.oldObject === undefined && isOrdinary) {
      compareValidation(compiled, object, answer, hasResources);
    }

    const filled = copyJson(object);
    compiled.default(filled);
    const isValid = compiled.validate(object).length === 0;
    expect(compiled.is(object)).toBe(isValid);
    expect(compiled.is(disguised(object, random))).toBe(isValid);
    compareDisguised(compiled, object, random);
    for (const defaulted of [false, true]) {
      compareErrors(compiled, [filled, disguisedResource(filled, random)], { defaulted });
      if (old === undefined) continue;
      const oldObject = disguisedResource(old, random);
      compareErrors(compiled, [filled, disguisedResource(filled, random)], {
        oldObject,
        defaulted,
      });
    }
    expect(stringifyJson(object)).toBe(given);
    if (answer.allowed && options.subresource !== "scale") old = answer.object; // of JSON
  }
}

const minors: readonly KubernetesMinor[] = [28, 29, 30, 31, 32, 33, 34, 35, 36, newestMinor];

describe("generated code agrees with the interpreters", () => {
  it.each(minors)(
    "on writes near random schemas for 1.%d",
    async (minor) => {
      const compile = await loadUnitCompiler(minor);
      for (const seed of seeds(minor === newestMinor ? (isWhole ? 300 : 40) : isWhole ? 40 : 5)) {
        try {
          compareWrites(seed, minor, compile);
        } catch (error) {
          throw new Error(`seed ${seed}`, { cause: error });
        }
      }
    },
    600_000,
  );
});
