import { afterAll, expect, it } from "vitest";
import { generate } from "../../src/index.js";
import { Project, strictest } from "../support/compile.js";
import { readCorpus, readCorpusIndex } from "../support/corpus.js";
import { isWhole, oneOf } from "../support/scope.js";
import { describeShared } from "../support/shared.js";

const minutes = 60_000;

/** A CRD with one field of a schema. */
function crd(
  kind: string,
  schema: object,
  subresources?: object,
): { readonly path: string; readonly text: string } {
  const plural = `${kind.toLowerCase()}s`;
  const root = { type: "object", properties: { spec: schema } };
  const value = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.sea.example.com` },
    spec: {
      group: "sea.example.com",
      scope: "Namespaced",
      names: { plural, kind },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: root },
          subresources,
        },
        {
          name: "v2",
          served: true,
          storage: false,
          schema: { openAPIV3Schema: { type: "object" } },
        },
      ],
    },
  };
  return { path: kind, text: JSON.stringify(value) };
}

const words = { type: "string" };
const engine = { type: "object", properties: { fuel: words, volts: words } };
const oneEngine = { oneOf: [{ required: ["fuel"] }, { required: ["volts"] }] };

/** Shapes whose code has once been refused by the compiler, or nearly so. */
const awkward = [
  crd("Resource", { type: "object", properties: { size: { type: "integer", default: 1 } } }),
  crd("Ferry", { type: "object", "x-kubernetes-preserve-unknown-fields": true }),
  crd("Yacht", {
    type: "object",
    properties: { sail: words, engine },
    oneOf: [
      { required: ["sail"] },
      { required: ["engine"], properties: { engine: oneEngine } },
      { properties: { engine: { not: { required: ["fuel"] } } } },
    ],
  }),
  crd("Raft", { type: "object", properties: { engine: { ...engine, nullable: true } }, not: {} }),
  crd("Dinghy", {
    type: "object",
    properties: { sail: words },
    "x-kubernetes-validations": [
      { rule: "has(self.sail) || true" },
      { rule: "true || self.sail == oldSelf.sail" },
    ],
  }),
  crd("Skiff", {
    type: "object",
    properties: {
      oars: { type: "array", maxItems: 9, items: { type: "integer" } },
      crew: {
        type: "array",
        maxItems: 9,
        items: { type: "object", properties: { age: { type: "integer" } } },
      },
      flags: { type: "object", maxProperties: 9, additionalProperties: words },
      built: {
        type: "string",
        format: "date-time",
        "x-kubernetes-validations": [{ rule: "oldSelf == self || true" }],
      },
    },
    "x-kubernetes-validations": [
      { rule: "oldSelf.hasValue() || true", optionalOldSelf: true },
      { rule: "oldSelf.optMap(o, true).orValue(true)", optionalOldSelf: true },
      { rule: "oldSelf.optMap(o, size(o.oars) > 1 || true).orValue(true)", optionalOldSelf: true },
      { rule: "self.crew.all(c, has(c.age) || true)" },
      { rule: "self.crew.exists(c, c.age > 1 ? true : true)" },
      { rule: "self.flags.exists(k, v, k == 'red' || true)" },
      { rule: "self.oars.all(o, [o].all(p, o > 1 || true))" },
      { rule: "self.oars.all(o, 'self' == 'oldSelf' || o == 2)" },
    ],
  }),
  crd("Gondola", {
    type: "object",
    properties: {
      größe: {
        type: "object",
        properties: { länge: { type: "integer", default: 11 }, 日本: words },
      },
      ладьи: {
        type: "array",
        items: {
          ...engine,
          required: ["fuel"],
          "x-kubernetes-validations": [{ rule: "has(self.volts)" }],
        },
      },
    },
  }),
  // Its defaults put a text where the number of replicas belongs.
  crd(
    "Fleet",
    { type: "object", properties: { size: { type: "string", default: "many" } } },
    { scale: { specReplicasPath: ".spec.size", statusReplicasPath: ".status.size" } },
  ),
  crd("Canoe", { type: "object", anyOf: [{}, { required: ["a"] }], allOf: [{ not: {} }] }),
];

describeShared("all parts, of awkward CRDs and of some of the corpus", () => {
  // Most projects have `strict` and nothing more, which refuses other code than the strictest flags
  // do.
  const projects = [strictest, { strict: true }].map((options) => new Project(options));

  afterAll(() => {
    for (const project of projects) project.remove();
  }, minutes);

  it(
    "compile under the strictest flags, and under those of most projects",
    async () => {
      const corpus = readCorpus(oneOf(readCorpusIndex(), isWhole ? 8 : 40));
      const options = { versions: "all", allowInvalid: true } as const;
      const { files } = await generate({ sources: [...awkward, ...corpus], ...options });
      for (const project of projects) {
        for (const { path, text } of files) project.write(path, text);
        expect(project.check("typescript-7").slice(0, 10)).toEqual([]);
      }
    },
    5 * minutes,
  );
});
