import { describe, expect, it } from "vitest";
import { lintCrd } from "../../../../src/crd/frontend/lint-crd.js";
import { SchemaTable } from "../../../../src/crd/ir/schema-table.js";
import type { JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import { boatCrd } from "../../../support/boat.js";
import { asCrd } from "../../../support/corpus-crds.js";
import { plainLintOptions } from "../../../support/lint-options.js";

const schema = { openAPIV3Schema: { type: "object", properties: { size: { type: "integer" } } } };

/** The causes of a CRD of v1 with fields that only v1beta1 has, or that stand elsewhere there. */
function causesWith(added: JsonObject, version: JsonObject = { schema }): readonly string[] {
  const versions = [{ name: "v1", served: true, storage: true, ...version }];
  const crd = asCrd(boatCrd({ spec: { versions, ...added } }));
  const options = { ...plainLintOptions, table: new SchemaTable() };
  return lintCrd(crd, options).causes.map(({ field, message }) => `${field}: ${message}`);
}

describe("fields of v1beta1 in a CRD of v1 are dropped", () => {
  it.each<[string, JsonObject]>([
    ["validation", { validation: { openAPIV3Schema: { type: "string" } } }],
    ["subresources", { subresources: { scale: { specReplicasPath: "size" } } }],
    ["printer columns", { additionalPrinterColumns: [{ name: "a", type: "x", JSONPath: "b" }] }],
    ["selectable fields", { selectableFields: [{ jsonPath: "b" }] }],
    ["the version", { version: "v2" }],
    ["a client of webhooks", { conversion: { strategy: "None", webhookClientConfig: {} } }],
    ["review versions", { conversion: { strategy: "None", conversionReviewVersions: ["v1"] } }],
  ])("%s", (_name, added) => {
    expect(causesWith(added)).toEqual([]);
  });

  it("a schema beside the versions is none", () => {
    expect(causesWith({ validation: schema }, {})).toEqual([
      "spec.versions[0].schema.openAPIV3Schema: Required value",
    ]);
  });

  it("a webhook by its old name is none", () => {
    const webhookClientConfig = { url: "https://hooks.example.com/convert" };
    const conversionReviewVersions = ["v1"];
    const conversion = { strategy: "Webhook", webhookClientConfig, conversionReviewVersions };
    expect(causesWith({ conversion })).toEqual([
      "spec.conversion.webhookClientConfig: Required value: required when strategy is set to Webhook",
      "spec.conversion.conversionReviewVersions: Required value",
    ]);
  });
});
