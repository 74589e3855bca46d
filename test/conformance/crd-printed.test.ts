import { expect, it } from "vitest";
import { printCrd } from "../../src/crd/frontend/read-resource.js";
import type { JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { withoutKeys } from "../../src/runtime/v1/values/json/raw-fields.js";
import type { CrdRecord } from "../support/corpus-crds.js";
import { readCorpusCrds } from "../support/corpus-crds.js";
import type { PatchOperation } from "../support/json-patch.js";
import { applyPatch } from "../support/json-patch.js";
import { describeShared } from "../support/shared.js";

interface Recorded extends CrdRecord {
  /** From what was sent to what came back, without what the server makes up. */
  readonly patch?: readonly PatchOperation[];
}

/** The recordings are without it. */
function withoutStatus(crd: JsonObject): JsonObject {
  return withoutKeys(crd, "status");
}

describeShared("accepted CRDs of the corpus", () => {
  it("come back as the server prints them", async () => {
    const corpus = await readCorpusCrds();
    const accepted = (corpus.records as readonly Recorded[]).filter(
      ({ code, ops }) => code === 201 && ops === undefined,
    );
    expect(accepted.length).toBeGreaterThan(1000);
    for (const record of accepted) {
      const { value } = corpus.crdOf(record);
      const expected = applyPatch(value, record.patch ?? []) as JsonObject; // a CRD, as recorded
      expect(withoutStatus(printCrd(value)), record.id).toEqual(expected);
    }
  }, 120_000);
});
