import { beforeAll, expect, it } from "vitest";
import type { Admission } from "../../src/runtime/v1/admission/admission.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import type { CreateAdmit } from "../support/admissions.js";
import { interpretAdmission, loadCompiledAdmission } from "../support/admissions.js";
import type { RecordedAnswer } from "../support/recorded-objects.js";
import { RecordedCorpus } from "../support/recorded-objects.js";
import { describeShared, readSharedLines } from "../support/shared.js";

interface ScaleRecord extends RecordedAnswer {
  readonly id: string;
  readonly crd: string;
  readonly version: string;
  readonly what: string;
  readonly object?: string;
  readonly generated?: string;
  readonly replicas: Json;
  readonly body?: JsonObject;
}

/** Stored objects as they were: without finalizers. */
async function storedObject(
  corpus: RecordedCorpus,
  record: ScaleRecord,
  admit: ReturnType<CreateAdmit>,
): Promise<JsonObject> {
  const { object, options } = await corpus.request(record);
  const sent = object as { metadata: JsonObject }; // of the API
  const entries = Object.entries(sent.metadata).filter(([key]) => key !== "finalizers");
  const created = admit({ ...sent, metadata: Object.fromEntries(entries) }, options);
  return created.allowed ? created.object : expect.fail(created.status.message ?? record.id);
}

function scaleBody({ metadata }: JsonObject, replicas: Json): JsonObject {
  const { name = "", namespace = "" } = metadata as JsonObject; // of an object that was created
  return {
    apiVersion: "autoscaling/v1",
    kind: "Scale",
    metadata: { name, ...(namespace === "" ? {} : { namespace }) },
    spec: { replicas },
  };
}

function textsOf(causes: RecordedAnswer["causes"] = []): readonly string[] {
  return causes.map(({ field, reason, message }) => `${field} ${reason} ${message}`).sort();
}

function compare(answer: Admission, record: ScaleRecord): void {
  expect(answer.allowed ? 200 : answer.status.code, record.id).toBe(record.code);
  if (answer.allowed) expect(answer.object, record.id).toEqual(record.body);
  else if (record.causes === undefined) expect(answer.status.message).toBe(record.message);
  const errors = answer.allowed ? [] : answer.errors;
  expect(textsOf(errors), record.id).toEqual(textsOf(record.causes));
}

async function admitOf(
  corpus: RecordedCorpus,
  { crd, version: name, id }: ScaleRecord,
  create: CreateAdmit,
): Promise<ReturnType<CreateAdmit>> {
  const resource = await corpus.resource(crd);
  const version = resource.versions.find((one) => one.name === name);
  if (version === undefined) throw new Error(`no version of ${id}`);
  return create(resource, version);
}

async function compareAll(create: CreateAdmit): Promise<number> {
  const corpus = new RecordedCorpus();
  const all = readSharedLines<ScaleRecord>("conformance", "apiserver", "presentation.jsonl.gz");
  const records = all.filter(({ what }) => what === "scale-update");
  const made = new Map<string, ReturnType<CreateAdmit>>();
  for (const record of records) {
    const key = `${record.crd}/${record.version}`;
    const admit = made.get(key) ?? (await admitOf(corpus, record, create));
    made.set(key, admit);
    const old = await storedObject(corpus, record, admit);
    const options = { oldObject: old, subresource: "scale" } as const;
    compare(admit(scaleBody(old, record.replicas), options), record);
  }
  return records.length;
}

describeShared("writes to /scale are answered as by a recorded API server", () => {
  let compiled: CreateAdmit = interpretAdmission;
  beforeAll(async () => {
    compiled = await loadCompiledAdmission();
  });

  it.each([
    { how: "interpreters", create: () => interpretAdmission },
    { how: "compiled", create: () => compiled },
  ])(
    "$how",
    async ({ create }) => {
      const compared = await compareAll(create());
      console.info(`scale-update: ${compared} records`);
      expect(compared).toBeGreaterThan(50);
    },
    300_000,
  );
});
