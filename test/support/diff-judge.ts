import { InterpretedRules } from "../../src/crd/interpret/rules.js";
import { copyJson } from "../../src/crd/ir/apply-defaults.js";
import type { Resource, Version } from "../../src/crd/ir/resource.js";
import type { Schema } from "../../src/crd/ir/schema.js";
import type { AdmitOptions, Admission } from "../../src/runtime/v1/admission/admission.js";
import { runResourceRules } from "../../src/runtime/v1/cel/rules/rules.js";
import type { CheckRules } from "../../src/runtime/v1/validation/check-rules.js";
import { deepEqual } from "../../src/runtime/v1/values/json/deep-equal.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import { newestMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import { applyDefaults, pruneNulls } from "../reference/default.js";
import { prune } from "../reference/prune.js";
import { createAdmission } from "./interpreted-admission.js";

/** What was seen to happen to an object. */
export interface Observed {
  /** Why a stored object is broken; `undefined` where it is not. */
  readonly stored: string | undefined;
  readonly writers: string | undefined;
}

/**
 * Judges a change of a version by what happens to objects: without the comparison, by the whole
 * write path of a server, with interpreters.
 */
export class DiffJudge {
  readonly #schema: Schema | undefined;
  readonly #old: (object: unknown, options?: AdmitOptions) => Admission;
  readonly #now: (object: unknown, options?: AdmitOptions) => Admission;

  constructor(old: readonly [Resource, Version], now: readonly [Resource, Version]) {
    this.#schema = now[1].schema;
    this.#old = admissionOf(...old);
    this.#now = admissionOf(...now);
  }

  /** What happens to an object; `undefined` where it was refused before, too. */
  observe(sent: JsonObject): Observed | undefined {
    // Nobody relies on fields that the server does not know.
    const before = this.#old(copyJson(sent), { fieldValidation: "Strict" });
    if (!before.allowed) return undefined;
    const stored = before.object;
    const created = this.#now(copyJson(sent));
    return { stored: this.#storedFault(stored), writers: writersFault(created, stored, sent) };
  }

  #storedFault(stored: JsonObject): string | undefined {
    // What the server reads is pruned and defaulted; an update sends that.
    const read = readForm(this.#schema, stored);
    const lost = findLost(stored, read, "", stored);
    if (lost !== undefined) return `lost ${lost}`;
    const updated = this.#now(copyJson(read), { oldObject: copyJson(read) });
    return updated.allowed
      ? undefined
      : `the update is refused: ${stringifyErrors(updated.errors)}`;
  }
}

/** A stored object as the server reads it. */
function readForm(schema: Schema | undefined, stored: JsonObject): JsonObject {
  const read = { ...(copyJson(stored) as JsonObject) }; // a copy of one
  const { metadata } = read;
  prune(read, schema, "resource");
  pruneNulls(read, schema);
  applyDefaults(read, schema);
  return metadata === undefined ? read : { ...read, metadata };
}

/** What was not sent, such as a default, cannot be lost. */
function writersFault(created: Admission, stored: JsonObject, sent: Json): string | undefined {
  if (!created.allowed) return `refused: ${stringifyErrors(created.errors)}`;
  const lost = findLost(stored, created.object, "", sent);
  return lost === undefined ? undefined : `lost ${lost}`;
}

function admissionOf(resource: Resource, version: Version): ReturnType<typeof createAdmission> {
  const { schema } = version;
  const rules = schema && new InterpretedRules(newestMinor).of(schema, true);
  const run: CheckRules | undefined =
    rules && ((object, old, { correlation }) => runResourceRules(rules, object, old, correlation));
  return createAdmission({ ...resource, versions: [version] }, version, newestMinor, run);
}

/** The path of something that the one value has and the other has not; metadata is nobody's. */
function findLost(
  before: Json | undefined,
  after: Json | undefined,
  path: string,
  sent: Json | undefined,
): string | undefined {
  if (before === undefined || sent === undefined) return undefined;
  if (after === undefined) return path;
  if (Array.isArray(before) && Array.isArray(after)) {
    for (const [index, item] of before.entries()) {
      const lost = findLost(
        item,
        after[index],
        `${path}[${index}]`,
        Array.isArray(sent) ? sent[index] : undefined,
      );
      if (lost !== undefined) return lost;
    }
    return undefined;
  }
  if (!isObject(before) || !isObject(after)) return deepEqual(before, after) ? undefined : path;
  for (const key of Object.keys(before)) {
    if (path === "" && key === "metadata") continue;
    const lost = findLost(
      before[key],
      after[key],
      `${path}.${key}`,
      isObject(sent) ? sent[key] : undefined,
    );
    if (lost !== undefined) return lost;
  }
  return undefined;
}

function stringifyErrors(
  errors: readonly { readonly field: string; readonly message: string }[],
): string {
  return errors
    .slice(0, 2)
    .map(({ field, message }) => `${field}: ${message}`)
    .join("; ");
}
