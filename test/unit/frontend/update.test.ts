import { describe, expect, it } from "vitest";
import { createOptions } from "../../../src/frontend/check-options.js";
import { checkCrdUpdate } from "../../../src/frontend/crd/check-crd-update.js";
import { Findings } from "../../../src/frontend/findings/findings.js";
import { readInternalCrd } from "../../../src/frontend/internal/read-internal-crd.js";
import { CleanSchemas } from "../../../src/frontend/schema/clean-schemas.js";
import { SchemaTable } from "../../../src/ir/schema-table.js";
import { createJudges } from "../../../src/pipeline/create-judges.js";
import type { JsonObject } from "../../../src/runtime/v1/json/json.js";
import { crdRulesOf } from "../../../src/versions/crd-rules.js";
import { jsonDocument } from "../../support/json-document.js";

/** A stored CRD, established unless said otherwise. */
function crdOf(spec: JsonObject, established = "True"): JsonObject {
  const schema = { openAPIV3Schema: { type: "object" } };
  return {
    apiVersion: "apiextensions.k8s.io/v1beta1",
    kind: "CustomResourceDefinition",
    metadata: { name: "things.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      preserveUnknownFields: false,
      names: { plural: "things", singular: "thing", kind: "Thing", listKind: "ThingList" },
      validation: schema,
      version: "v1",
      versions: [{ name: "v1", served: true, storage: true }],
      ...spec,
    },
    status: {
      storedVersions: ["v1"],
      conditions: [{ type: "Established", status: established }],
    },
  };
}

/** What is wrong with replacing `old`. */
function faultsOf(crd: JsonObject, old: JsonObject): string[] {
  const table = new SchemaTable();
  const check = {
    options: createOptions,
    findings: new Findings(crdRulesOf(37)),
    judges: createJudges(37),
    table,
    clean: new CleanSchemas(table, new WeakSet()),
    document: jsonDocument(crd),
  };
  checkCrdUpdate(readInternalCrd(crd), readInternalCrd(old), check);
  return check.findings.ofFrontEnd().map(({ code, error }) => `${code}: ${error.field}`);
}

function withBundle(caBundle: string): JsonObject {
  const webhookClientConfig = { url: "https://hooks.example.com/", caBundle };
  const conversionReviewVersions = ["v1"];
  return { conversion: { strategy: "Webhook", webhookClientConfig, conversionReviewVersions } };
}

describe("a CRD that replaces another", () => {
  const names = { plural: "others", singular: "thing", kind: "Other", listKind: "ThingList" };

  it("may not change its group and plural, nor scope and kind once it is established", () => {
    const changed = { group: "other.example.com", scope: "Cluster", names };
    expect(faultsOf(crdOf(changed), crdOf({}))).toEqual([
      "crd/field-immutable: spec.scope",
      "crd/field-immutable: spec.names.kind",
      "crd/field-immutable: spec.group",
      "crd/field-immutable: spec.names.plural",
    ]);
    expect(faultsOf(crdOf(changed), crdOf({}, "False"))).toEqual([
      "crd/field-immutable: spec.group",
      "crd/field-immutable: spec.names.plural",
    ]);
  });

  it("may not bring a wrong caBundle once it is established", () => {
    const [wrong, none] = [crdOf(withBundle("bm8=")), crdOf({})];
    const fault = "crd/conversion-ca-bundle: spec.conversion.webhookClientConfig.caBundle";
    expect(faultsOf(wrong, none)).toEqual([fault]);
    expect(faultsOf(wrong, crdOf({}, "False"))).toEqual([]);
    expect(faultsOf(wrong, wrong)).toEqual([]);
  });
});
