import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isGoTime } from "../../../../../src/runtime/v1/values/formats/times.js";
import { parseGoTime, TimeFault } from "../../../../../src/runtime/v1/values/go/time.js";
import { copyJson } from "../../../../../src/runtime/v1/values/json/copy-json.js";
import type { Json, JsonObject } from "../../../../../src/runtime/v1/values/json/json.js";
import {
  decodeObjectMeta,
  MetaFault,
} from "../../../../../src/runtime/v1/values/metadata/decode.js";
import {
  createdMetadata,
  metadataErrors,
} from "../../../../../src/runtime/v1/values/metadata/resource-metadata.js";
import { subdomainNames } from "../../../../../src/runtime/v1/values/metadata/rules.js";
import {
  isObjectMeta,
  isPlainMetadata,
} from "../../../../../src/runtime/v1/values/quick/metadata.js";

const text = fc.oneof(
  fc.constantFrom(
    "a",
    "a-b",
    "a.b",
    "-",
    "a-",
    ".a",
    "a..b",
    "a.-b",
    "A",
    "a_b",
    "",
    "x".repeat(64),
  ),
  fc.string({ unit: fc.constantFrom("a", "0", "-", ".", "_", "/", "A", "é"), maxLength: 6 }),
);
const time = fc.constantFrom(
  "2024-05-01T12:34:56Z",
  "2024-02-30T12:34:56Z",
  "2024-13-01T12:34:56Z",
  "2024-05-01T24:00:00Z",
  "2024-05-01 12:34:56Z",
  "2024-05-01T12:34:5:Z",
  "x",
);
const members = fc.record(
  {
    name: text,
    generateName: text,
    namespace: text,
    uid: text,
    generation: fc.constantFrom<Json>(0, 1, -1, 1.5, "1"),
    creationTimestamp: fc.oneof(time, fc.constant(null)),
    labels: fc.dictionary(text, text, { maxKeys: 2 }),
    annotations: fc.dictionary(text, text, { maxKeys: 2 }),
    finalizers: fc.array(fc.oneof(text, fc.constantFrom("orphan", "foregroundDeletion", "a.b/c")), {
      maxLength: 2,
    }),
    ownerReferences: fc.array(
      fc.record({
        apiVersion: fc.constantFrom("v1", "a/b", "a/b/c", ""),
        kind: fc.constantFrom("Pod", "Event", ""),
        name: fc.constantFrom("a", ""),
        uid: fc.constant("1"),
        controller: fc.boolean(),
      }),
      { maxLength: 2 },
    ),
    managedFields: fc.array(fc.record({ manager: text, time }), { maxLength: 1 }),
    other: fc.constant(1),
  },
  { requiredKeys: ["name"] },
);

describe("the quick check of metadata", () => {
  it("never says yes where the rules find an error", () => {
    fc.assert(
      fc.property(members, fc.boolean(), (metadata, namespaced) => {
        if (!isPlainMetadata(metadata, namespaced)) return;
        const decoded = decodeObjectMeta(metadata);
        expect(decoded).not.toBeInstanceOf(MetaFault);
        if (decoded instanceof MetaFault) return;
        const created = createdMetadata(decoded.metadata, namespaced, "default");
        expect(metadataErrors(created, namespaced, subdomainNames)).toEqual([]);
      }),
      { numRuns: 5000, seed: 20_261_121 },
    );
  });

  it("is what the rules say of an object to create", () => {
    const anything = fc.oneof(
      { weight: 8, arbitrary: members },
      { weight: 2, arbitrary: members.map((metadata) => ({ ...metadata, name: null })) },
    );
    const spoiled = fc.tuple(
      anything,
      fc.constantFrom("labels", "uid", "finalizers", "generateName", "annotations", "namespace"),
      fc.constantFrom<Json>(null, "", 1, "a-", "a--", "A-", "a.", { a: null }, [null]),
    );
    fc.assert(
      fc.property(spoiled, fc.boolean(), ([base, key, value], namespaced) => {
        // The dictionaries have no prototype.
        const metadata = copyJson({ ...base, [key]: value }) as JsonObject; // a copy of an object
        const decoded = decodeObjectMeta(metadata);
        const isGood =
          !(decoded instanceof MetaFault) &&
          metadataErrors(
            createdMetadata(decoded.metadata, namespaced, "default"),
            namespaced,
            subdomainNames,
          ).length === 0;
        expect(isObjectMeta(metadata, namespaced)).toBe(isGood);
      }),
      { numRuns: 8000, seed: 20_261_121 },
    );
  });

  it.each([
    "2024-05-01T12:34:56Z", "2024-05-01T2:34:56Z", "2024-05-01T12:34:56.123Z", "2024-05-01T12:34:56,5Z",
    "2024-05-01T12:34:56+24:60", "2024-05-01T12:34:56+25:00", "2024-05-01T12:34:56-01:61", "2024-02-29T00:00:00Z",
    "2023-02-29T00:00:00Z", "2024-04-31T00:00:00Z", "2024-00-01T00:00:00Z", "2024-13-01T00:00:00Z",
    "2024-05-00T00:00:00Z", "2024-05-01T24:00:00Z", "2024-05-01T12:60:00Z", "2024-05-01T12:34:60Z",
    "2024-05-01t12:34:56Z", "2024-05-01T12:34:56z", "2024-05-01T12:34:56", "2024-05-01T12:34:56Z ", "", "0000-01-01T00:00:00Z",
  ])("reads the time %s as Go does", (sent) => {
    expect(isGoTime(sent)).toBe(!(parseGoTime(sent) instanceof TimeFault));
  }); // prettier-ignore

  it("says yes to what most objects have", () => {
    const metadata = {
      name: "test-1.example",
      namespace: "prod",
      uid: "6f1e2d3c-4b5a-4c7d-8e9f-0a1b2c3d4e5f",
      resourceVersion: "1000037",
      generation: 2,
      creationTimestamp: "2024-05-01T12:34:56Z",
      labels: { "app.kubernetes.io/name": "x1", team: "a1" },
      annotations: { "meta.helm.sh/release-name": "any text" },
      finalizers: ["resources-finalizer.argocd.argoproj.io"],
      managedFields: [{ manager: "helm", time: "2024-05-01T12:34:56Z", fieldsV1: {} }],
    };
    expect(isPlainMetadata(metadata, true)).toBe(true);
  });
});
