import { beforeAll, expect, it } from "vitest";
import { Diagnostics } from "../../src/crd/diagnostics/diagnostics.js";
import type { Resource, Version } from "../../src/crd/ir/resource.js";
import { readDocuments } from "../../src/crd/source/read.js";
import type { Admission } from "../../src/runtime/v1/admission/admission.js";
import { goJson } from "../../src/runtime/v1/values/go/json.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import type { CreateAdmit } from "../support/admissions.js";
import { interpretAdmission, loadCompiledAdmission } from "../support/admissions.js";
import type { Admit } from "../support/recorded-objects.js";
import { schemaResource } from "../support/schema-resource.js";
import { describeShared } from "../support/shared.js";
import { tableSection } from "../support/tables.js";

/*
 * The tables of the server's own tests about whole writes: sequences of updates with ratcheting,
 * what the strategies prepare, strict decoding.
 */

interface Operation {
  readonly op: "setSchema" | "patchSchema" | "apply";
  readonly schema?: JsonObject;
  readonly patch?: JsonObject | string;
  readonly description?: string;
  readonly expectError?: boolean;
}

interface Sequence {
  readonly name: string;
  readonly skipStatus: boolean;
  /** Of no server yet. */
  readonly disabled: boolean;
  readonly operations: readonly Operation[];
}

interface Preparation {
  readonly name: string;
  readonly statusEnabled?: boolean;
  readonly old: JsonObject;
  readonly obj: JsonObject;
  readonly expected: JsonObject;
}

interface StatusUpdate {
  readonly name: string;
  readonly old: JsonObject;
  readonly obj: JsonObject;
  readonly isValid: boolean;
}

interface Decoding {
  readonly name: string;
  readonly body: string;
  readonly yaml: boolean;
  readonly strict: boolean;
  readonly preserveUnknownFields: boolean;
  readonly schema: Json;
  readonly expectedObject: JsonObject;
  readonly expectedErr: string | null;
}

const identity = {
  apiVersion: "example.com/v1",
  kind: "Sample",
  metadata: { name: "sample", namespace: "default" },
};

/** A resource with the status subresource, or without. */
function sample(raw: Json, status: boolean): { resource: Resource; version: Version } {
  const { resource, version } = schemaResource(raw);
  const changed = { ...version, status };
  return { resource: { ...resource, versions: [changed] }, version: changed };
}

/** RFC 7386. */
function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const result: JsonObject = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) Reflect.deleteProperty(result, key);
    else result[key] = mergePatch(result[key], value);
  }
  return result;
}

/** What an operation applies: an object, or a line of YAML for each of its fields. */
function contentOf(patch: JsonObject | string): JsonObject {
  if (typeof patch !== "string") return patch;
  const fields = patch.trim().split("\n");
  return Object.fromEntries(fields.map((line) => line.trim().split(": ") as [string, string])); // so they are
}

/** Plays a sequence, with the content at the root or as the status. */
class SequencePlayer {
  readonly #create: CreateAdmit;
  readonly #isStatus: boolean;
  #schema: Json = {};
  #admit: Admit | undefined;
  #stored: JsonObject | undefined;

  constructor(create: CreateAdmit, isStatus: boolean) {
    this.#create = create;
    this.#isStatus = isStatus;
  }

  /** The server's answer, if something was written. */
  play({ op, schema = {}, patch = {} }: Operation): Admission | undefined {
    if (op === "apply") return this.#apply(contentOf(patch));
    this.#schema = op === "setSchema" ? schema : mergePatch(this.#schema, patch);
    const root = this.#isStatus
      ? { type: "object", properties: { status: this.#schema } }
      : this.#schema;
    const { resource, version } = sample(root, this.#isStatus);
    this.#admit = this.#create(resource, version);
    return undefined;
  }

  #apply(content: JsonObject): Admission {
    const admit = this.#admit ?? expect.fail("a schema comes first");
    if (this.#isStatus) this.#stored ??= objectOf(admit(identity));
    const object = this.#isStatus ? { ...identity, status: content } : { ...identity, ...content };
    const subresource = this.#isStatus ? "status" : undefined;
    const answer = admit(object, { oldObject: this.#stored, subresource });
    if (answer.allowed) this.#stored = answer.object;
    return answer;
  }
}

function objectOf(answer: Admission): JsonObject {
  if (!answer.allowed) expect.fail(answer.status.message ?? "refused");
  return answer.object;
}

const creators: readonly {
  readonly how: string;
  readonly load: () => Promise<CreateAdmit>;
}[] = [
  { how: "interpreters", load: () => Promise.resolve(interpretAdmission) },
  { how: "compiled", load: loadCompiledAdmission },
];

for (const { how, load } of creators) {
  describeShared(`writes in the server's own tests, ${how}`, () => {
    let create: CreateAdmit = interpretAdmission;
    beforeAll(async () => {
      create = await load();
    });

    const all = tableSection(
      "ratcheting-sequences",
      "TestRatchetingFunctionality",
    ) as readonly Sequence[];
    const sequences = all.filter(({ disabled }) => !disabled);
    it.each(sequences)("ratcheting: $name", ({ operations }) => {
      const player = new SequencePlayer(create, false);
      for (const operation of operations) {
        const answer = player.play(operation);
        const wanted = operation.expectError !== true;
        if (answer !== undefined) expect(answer.allowed, operation.description).toBe(wanted);
      }
    });

    const ofStatus = sequences.filter(({ skipStatus }) => !skipStatus);
    it.each(ofStatus)("ratcheting of the status: $name", ({ operations }) => {
      const player = new SequencePlayer(create, true);
      for (const operation of operations) {
        const answer = player.play(operation);
        const wanted = operation.expectError !== true;
        if (answer !== undefined) expect(answer.allowed, operation.description).toBe(wanted);
      }
    });

    const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
    const whole = (object: JsonObject): JsonObject => {
      const { generation = 1, other } = (object["metadata"] ?? {}) as JsonObject; // of the table
      // Decoding drops unknown metadata, so that a label stands for it.
      const labels = other === undefined ? {} : { labels: { other } };
      return { ...identity, ...object, metadata: { ...identity.metadata, ...labels, generation } };
    };

    it.each(tableSection("strategy", "main PrepareForUpdate") as readonly Preparation[])(
      "update: $name",
      (vector) => {
        const { resource, version } = sample(open, vector.statusEnabled === true);
        const answer = create(resource, version)(whole(vector.obj), {
          oldObject: whole(vector.old),
        });
        expect(goJson(objectOf(answer))).toBe(goJson(whole(vector.expected)));
      },
    );

    const preparations = tableSection(
      "strategy",
      "status PrepareForUpdate",
    ) as readonly Preparation[];
    it.each(preparations)("update of the status: case %#", ({ old, obj, expected }) => {
      const { resource, version } = sample(open, true);
      const options = { oldObject: whole(old), subresource: "status" } as const;
      const answer = create(resource, version)(whole(obj), options);
      expect(goJson(objectOf(answer))).toBe(goJson(whole(expected)));
    });

    const updates = tableSection(
      "strategy",
      "TestStatusStrategyValidateUpdate",
    ) as readonly StatusUpdate[];
    it.each(updates)("update of the status: $name", ({ old, obj, isValid }) => {
      const numArray = {
        type: "array",
        items: { type: "integer" },
        "x-kubernetes-list-type": "set",
      };
      const { resource, version } = sample({ ...open, properties: { numArray } }, false);
      // The table calls the strategy's validation alone, which looks at the lists of the whole
      // object.
      const given = { ...obj, ...identity };
      const answer = create(resource, version)(given, { oldObject: { ...old, ...identity } });
      expect(answer.allowed).toBe(isValid);
    });

    const decodings = tableSection("strict-decoding", "TestDecoder") as readonly Decoding[];
    const admitBody = (vector: Decoding, body: unknown): Admission => {
      const made = schemaResource(vector.schema);
      const version = { ...made.version, name: "v1beta1" };
      const resource: Resource = {
        ...made.resource,
        group: "stable.example.com",
        names: { ...made.resource.names, kind: "MultiVersion" },
        scope: "Cluster",
        versions: [version],
        preserveUnknownFields: vector.preserveUnknownFields,
      };
      const fieldValidation = vector.strict ? "Strict" : "Ignore";
      return create(resource, version)(body, { fieldValidation });
    };

    it.each(decodings.filter(({ yaml }) => !yaml))("JSON: $name", (vector) => {
      const answer = admitBody(vector, vector.body);
      if (vector.expectedErr === null) {
        expect(goJson(objectOf(answer))).toBe(goJson(vector.expectedObject));
      } else {
        expect(answer.allowed ? "" : answer.status.message).toBe(
          `MultiVersion in version "v1beta1" cannot be handled as a MultiVersion: ${vector.expectedErr}`,
        );
      }
    });

    // Repeated keys are found by the reader, and told at their place; the rest is as for JSON.
    it.each(decodings.filter(({ yaml }) => yaml))("YAML: $name", async (vector) => {
      const diagnostics = new Diagnostics();
      const source = { path: "body.yaml", text: vector.body };
      const [document] = await readDocuments(source, diagnostics);
      const answer = admitBody(vector, document?.value);
      const unknown = answer.allowed ? [] : unknownFields(answer.status.message ?? "");
      expect(unknown).toEqual(unknownFields(vector.strict ? (vector.expectedErr ?? "") : ""));
      const [, line] = /line (\d+): key "num" already set/.exec(vector.expectedErr ?? "") ?? [];
      const found = diagnostics.list.map(({ code }) => code);
      expect(found).toEqual(["source/duplicate-key"]);
      if (line !== undefined) expect(lineOf(vector.body, diagnostics)).toBe(Number(line));
      if (answer.allowed) expect(goJson(answer.object)).toBe(goJson(vector.expectedObject));
    });
  });
}

function unknownFields(text: string): readonly string[] {
  return text.match(/unknown field "[^"]*"/g) ?? [];
}

/** The line of the only diagnostic. */
function lineOf(text: string, { list: [diagnostic] }: Diagnostics): number {
  const { start = 0 } = diagnostic?.span ?? {};
  return text.slice(0, start).split("\n").length;
}
