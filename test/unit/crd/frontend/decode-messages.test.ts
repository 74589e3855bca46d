import { expect, it } from "vitest";
import { Diagnostics } from "../../../../src/crd/diagnostics/diagnostics.js";
import { findCrds } from "../../../../src/crd/frontend/find-crds.js";
import { lintCrd } from "../../../../src/crd/frontend/lint-crd.js";
import { SchemaTable } from "../../../../src/crd/ir/schema-table.js";
import { readDocuments } from "../../../../src/crd/source/read.js";
import { writeYaml } from "../../../../src/crd/source/write-yaml.js";
import { lint } from "../../../../src/index.js";
import type { Json, JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import { boatCrd } from "../../../support/boat.js";
import { asCrd } from "../../../support/corpus-crds.js";
import { plainLintOptions } from "../../../support/lint-options.js";

const start = "CustomResourceDefinition cannot be handled as a CustomResourceDefinition: ";

/** The message of the answer, without the version that it names. */
function messageOf(change: JsonObject, version = "v1"): string | undefined {
  const crd = { apiVersion: `apiextensions.k8s.io/${version}`, kind: "CustomResourceDefinition" };
  const options = { ...plainLintOptions, table: new SchemaTable() };
  return lintCrd(asCrd({ ...crd, ...change }), options).message?.replace(
    ` in version "${version}"`,
    "",
  );
}

const webhook = (clientConfig: Json): Json => ({ conversion: { webhook: { clientConfig } } });

const schemaOf = (openAPIV3Schema: Json): Json => ({
  versions: [{ schema: { openAPIV3Schema } }],
});

it.each<readonly [name: string, change: JsonObject, message: string]>([
  [
    "a uid",
    { metadata: { uid: [] } },
    "json: cannot unmarshal array into Go struct field ObjectMeta.metadata.uid of type types.UID",
  ],
  [
    "an operation",
    { metadata: { managedFields: [{ operation: 1 }] } },
    "json: cannot unmarshal number into Go struct field ManagedFieldsEntry.metadata.managedFields.operation of type v1.ManagedFieldsOperationType",
  ],
  [
    "bytes",
    { spec: webhook({ caBundle: {} }) },
    "json: cannot unmarshal object into Go struct field WebhookClientConfig.spec.conversion.webhook.clientConfig.caBundle of type []uint8",
  ],
  [
    "a map of no object",
    { metadata: { labels: [] } },
    "json: cannot unmarshal array into Go struct field ObjectMeta.metadata.labels of type map[string]string",
  ],
  [
    "neither a boolean nor a schema, behind another fault",
    { metadata: 1, spec: schemaOf({ additionalProperties: "x" }) },
    "boolean or JSON schema expected",
  ],
  [
    "base64 behind another fault",
    { metadata: 1, spec: webhook({ caBundle: "x" }) },
    "json: cannot unmarshal number into Go struct field CustomResourceDefinition.metadata of type v1.ObjectMeta",
  ],
  [
    "base64 before another fault",
    { spec: webhook({ caBundle: "x", url: 1 }) },
    "illegal base64 data at input byte 0",
  ],
  [
    "a time behind another fault",
    { spec: 1, metadata: { creationTimestamp: "x" } },
    'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
  ],
])("the decoder's message: %s", (_name, change, message) => {
  expect(messageOf(change)).toBe(start + message);
});

it.each<readonly [caBundle: Json, value: string]>([
  [[256], "number 256"],
  [[-1], "number -1"],
  [[1.5], "number 1.5"],
  [[1, "a", 256], "string"],
  [[[]], "array"],
])("the list %j is no bytes", (caBundle, value) => {
  expect(messageOf({ spec: webhook({ caBundle }) })).toBe(
    `${start}json: cannot unmarshal ${value} into Go struct field WebhookClientConfig.spec.conversion.webhook.clientConfig.caBundle of type uint8`,
  );
});

it.each<readonly [caBundle: Json]>([[[]], [[65]], [[null, 255]]])(
  "takes the list %j for bytes",
  (caBundle) => {
    expect(messageOf({ spec: webhook({ caBundle }) })?.startsWith(start)).not.toBe(true);
  },
);

it("names the types of the version that the CRD is written in", () => {
  expect(messageOf({ spec: { scope: 1 } }, "v1beta1")).toBe(
    `${start}json: cannot unmarshal number into Go struct field CustomResourceDefinitionSpec.spec.scope of type v1beta1.ResourceScope`,
  );
});

it("tells unknown fields of v1beta1 before it refuses the version", () => {
  const crd = {
    apiVersion: "apiextensions.k8s.io/v1beta1",
    kind: "CustomResourceDefinition",
    spec: { additionalPrinterColumns: [{ jsonPath: ".a" }] },
  };
  const options = { ...plainLintOptions, table: new SchemaTable() };
  expect(lintCrd(asCrd(crd), options).warnings).toEqual([
    'unknown field "spec.additionalPrinterColumns[0].jsonPath"',
  ]);
});

it.each([
  ["json", "1.0", "1.0"],
  ["json", "1E2", "1E2"],
  ["json", '"a"', "string"],
  ["yaml", "1.5", "1.5"],
  ["yaml", "1.50", "1.5"],
])("shows numbers as the server reads them: %s %s", async (format, written, shown) => {
  const crd = JSON.stringify(boatCrd({ schema: { type: "object", minLength: "HERE" } }));
  const text = (format === "yaml" ? "# YAML\n" : "") + crd.replace('"HERE"', written);
  const [document] = await readDocuments({ path: "crd", text }, new Diagnostics());
  const [found] = findCrds(document === undefined ? [] : [document], new Diagnostics()).crds;
  if (found === undefined) throw new Error("no CRD");
  const { message } = lintCrd(found, { ...plainLintOptions, table: new SchemaTable() });
  expect(message).toContain(
    `cannot unmarshal ${shown === "string" ? "" : "number "}${shown} into Go struct field JSONSchemaProps`,
  );
});

it.each([
  ["crd.json", "put it in quotes"],
  ["crd.yaml", "put it in quotes: YAML reads unquoted numbers and words like `no` as other types"],
])("what should be a text and is none in %s: %s", async (path, help) => {
  const crd = boatCrd({ spec: { scope: 5 } });
  const text = path === "crd.json" ? JSON.stringify(crd) : writeYaml(crd);
  const [fault] = await lint({ sources: [{ path, text }] });
  expect(fault).toMatchObject({ code: "crd/cannot-decode", help });
});
