import { describe, expect, it } from "vitest";
import { createJudges } from "../../../../src/codegen/pipeline/judges.js";
import { lintCrd } from "../../../../src/crd/frontend/lint-crd.js";
import { SchemaTable } from "../../../../src/crd/ir/schema-table.js";
import type { JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import { asCrd } from "../../../support/corpus-crds.js";
import { plainLintOptions } from "../../../support/lint-options.js";

/** A CRD of v1beta1, which keeps unknown fields unless it says otherwise. */
function crdOf(spec: JsonObject): JsonObject {
  return {
    apiVersion: "apiextensions.k8s.io/v1beta1",
    kind: "CustomResourceDefinition",
    metadata: { name: "boats.sea.example.com" },
    spec: {
      group: "sea.example.com",
      version: "v1",
      names: { plural: "boats", kind: "Boat" },
      ...spec,
    },
  };
}

/** What is said beyond that no server takes it. */
function faultsOf(spec: JsonObject): string[] {
  const options = { ...plainLintOptions, judges: createJudges(37), table: new SchemaTable() };
  const { diagnostics } = lintCrd(asCrd(crdOf(spec)), options);
  expect(diagnostics[0]?.code).toBe("crd/v1beta1");
  return diagnostics
    .slice(1)
    .filter(({ severity }) => severity === "error")
    .map(({ code, message }) => `${code}: ${message.split(":")[0] ?? ""}`);
}

/** A schema that is not structural: `a` has no type. */
function loose(keywords: JsonObject): JsonObject {
  return { type: "object", properties: { a: {}, b: keywords } };
}

const missing = ["schema/type-missing: a.type", "schema/type-missing: b.type"] as const;

describe("a schema of v1beta1", () => {
  it("needs not be structural, nor be there", () => {
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf({ validation: { openAPIV3Schema: loose({}) } })).toEqual([]);
    expect(faultsOf({ validation: { openAPIV3Schema: loose({ type: "words" }) } })).toEqual([]);
  });

  it.each<[string, JsonObject]>([
    ["x-kubernetes-preserve-unknown-fields", { "x-kubernetes-preserve-unknown-fields": true }],
    ["x-kubernetes-list-type", { "x-kubernetes-list-type": "atomic" }],
    ["x-kubernetes-embedded-resource", { "x-kubernetes-embedded-resource": true }],
    ["x-kubernetes-int-or-string", { "x-kubernetes-int-or-string": true }],
    ["x-kubernetes-list-map-keys", { "x-kubernetes-list-map-keys": ["a"] }],
    ["x-kubernetes-validations", { "x-kubernetes-validations": [{ rule: "true" }] }],
  ])("must be structural to have %s", (_keyword, keywords) => {
    expect(faultsOf({ validation: { openAPIV3Schema: loose(keywords) } })).toContain(missing[0]);
    const inVersion = { name: "v1", served: true, storage: true };
    const schemas = [loose({}), loose(keywords)].map((openAPIV3Schema) => ({ openAPIV3Schema }));
    const versions = schemas.map((schema, index) => ({
      ...inVersion,
      name: `v${index + 1}`,
      storage: index === 0,
      schema,
    }));
    expect(faultsOf({ versions })).toContain(missing[0]);
  });

  it.each<[string, JsonObject]>([
    ["x-kubernetes-map-type", { "x-kubernetes-map-type": "atomic" }],
    ["a flag that is off", { "x-kubernetes-int-or-string": false }],
    ["an empty list of keys", { "x-kubernetes-list-map-keys": [] }],
    ["an empty list of rules", { "x-kubernetes-validations": [] }],
    ["a property of such a name", { properties: { "x-kubernetes-list-type": {} } }],
  ])("needs not be structural to have %s", (_keyword, keywords) => {
    expect(faultsOf({ validation: { openAPIV3Schema: loose(keywords) } })).not.toContain(
      missing[0],
    );
  });

  it("must be structural to prune, and be there for each version that is served", () => {
    const pruning = { preserveUnknownFields: false };
    expect(faultsOf({ ...pruning, validation: { openAPIV3Schema: loose({}) } })).toEqual(missing);
    const versions = ["v1", "v2", "v3"].map((name) => ({
      name,
      served: name !== "v3",
      storage: name === "v1",
      ...(name === "v1" && { schema: { openAPIV3Schema: { type: "object" } } }),
    }));
    expect(faultsOf({ ...pruning, versions })).toEqual([
      "crd/schema-missing: the root of the schema",
    ]);
  });

  it("may have defaults only where unknown fields are pruned", () => {
    const validation = {
      openAPIV3Schema: { type: "object", properties: { a: { type: "string", default: "b" } } },
    };
    expect(faultsOf({ validation, preserveUnknownFields: false })).toEqual([]);
    expect(faultsOf({ validation })).toEqual([
      "crd/defaults-need-pruning: spec.preserveUnknownFields",
    ]);
    const untyped = { openAPIV3Schema: loose({ type: "string", default: "b" }) };
    expect(faultsOf({ validation: untyped })).toEqual([
      "crd/defaults-need-pruning: spec.preserveUnknownFields",
      "schema/type-missing: a.type",
    ]);
  });
});

describe("what a CRD of v1beta1 leaves out", () => {
  it("is filled in", () => {
    const versions = [{ name: "v1", served: true, storage: true }];
    expect(faultsOf({ versions, version: "" })).toEqual([]);
    expect(faultsOf({ versions, version: "v2" })).toEqual(["crd/version-mismatch: spec.version"]);
    expect(faultsOf({ version: "v1", scope: "" })).toEqual([]);
    expect(faultsOf({ scope: "Galaxy" })).toEqual(["crd/scope-invalid: spec.scope"]);
    expect(faultsOf({ group: "" })).toEqual(
      expect.arrayContaining(["crd/group-invalid: spec.group"]),
    );
    const webhookClientConfig = { service: { name: "a", namespace: "b" } };
    const conversion = { strategy: "Webhook", webhookClientConfig };
    const pruning = {
      preserveUnknownFields: false,
      validation: { openAPIV3Schema: { type: "object" } },
    };
    expect(faultsOf({ ...pruning, conversion })).toEqual([]);
    expect(faultsOf({ ...pruning, conversion: { strategy: "None" } })).toEqual([]);
  });
});
