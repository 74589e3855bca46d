import { expect, it } from "vitest";
import { loadUnitCompiler } from "../../../../src/codegen/pipeline/compile-unit.js";
import { readResources } from "../../../../src/codegen/pipeline/read-source.js";
import { Diagnostics } from "../../../../src/crd/diagnostics/diagnostics.js";
import { makeExample } from "../../../../src/crd/example/example.js";
import { createCreationJudge } from "../../../../src/crd/example/judge.js";
import type { JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import { newestMinor } from "../../../../src/runtime/v1/values/kubernetes-version.js";

function crd(spec: object): string {
  return JSON.stringify({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "boats.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { kind: "Boat", plural: "boats", singular: "boat", listKind: "BoatList" },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", required: ["spec"], properties: { spec } } },
        },
      ],
    },
  });
}

/** The spec of a full example. */
async function specOf(spec: object): Promise<JsonObject> {
  const source = { path: "crd.yaml", text: crd(spec) };
  const [resource] = await readResources([source], newestMinor, false, new Diagnostics());
  const version = resource?.versions[0];
  if (resource === undefined || version === undefined) throw new Error("no CRD");
  const judge = createCreationJudge((await loadUnitCompiler(newestMinor))(resource, version));
  const options = { full: true, seed: 0, fixed: [] };
  const made = makeExample(resource, version, judge, newestMinor, options);
  expect(made.errors).toEqual([]);
  return made.object["spec"] as JsonObject; // the root requires it
}

const text = { type: "string", maxLength: 64 };

/** Fields that no rule is about. */
const plain = Object.fromEntries(["one", "two", "three", "four"].map((name) => [name, text]));

/** Exactly one of some fields, as a rule says it. */
function exactlyOne(names: readonly string[]): object {
  return { rule: `${names.map((name) => `(has(self.${name}) ? 1 : 0)`).join(" + ")} == 1` };
}

it("keeps the fields beside those of which a rule of spec allows one", async () => {
  const rule = {
    rule: "(has(self.role) && !has(self.profile)) || (!has(self.role) && has(self.profile))",
  };
  const spec = await specOf({
    type: "object",
    properties: { ...plain, role: text, profile: text },
    "x-kubernetes-validations": [rule],
  });
  expect(Object.keys(spec)).toHaveLength(5);
});

it("keeps what is around an object of which a rule allows one of three fields", async () => {
  const part = { type: "object", properties: { a: text, b: text } };
  const names = ["http", "sse", "stdio"];
  const endpoint = {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, part])),
    "x-kubernetes-validations": [exactlyOne(names)],
  };
  const spec = await specOf({
    type: "object",
    required: ["endpoint"],
    properties: { ...plain, endpoint },
  });
  expect(Object.keys(spec)).toHaveLength(5);
  expect(Object.keys(spec["endpoint"] as JsonObject)).toHaveLength(1); // an object, by its schema
});

it("does not take a value that no schema knows for a step towards good ones", async () => {
  const tags = {
    type: "object",
    maxProperties: 5,
    additionalProperties: { type: "string", maxLength: 20 },
  };
  const item = { type: "object", properties: { id: text, alias: text, tags } };
  const spec = await specOf({
    type: "object",
    required: ["terms"],
    properties: {
      ...plain,
      terms: {
        ...{ type: "array", minItems: 1, maxItems: 5, items: item },
        "x-kubernetes-validations": [
          { rule: "self.all(x, has(x.tags) || has(x.id) || has(x.alias))" },
          { rule: "!self.exists(x, has(x.id) && (has(x.alias) || has(x.tags)))" },
          { rule: "!self.exists(x, has(x.alias) && (has(x.id) || has(x.tags)))" },
        ],
      },
    },
  });
  expect(Object.keys(spec)).toHaveLength(5);
});
