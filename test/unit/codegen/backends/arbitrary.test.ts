import fc from "fast-check";
import { expect, it } from "vitest";
import { arbitraryBackend } from "../../../../src/codegen/backends/arbitrary/backend.js";
import { createNames } from "../../../../src/codegen/backends/names.js";
import type { ModuleExports } from "../../../../src/codegen/emit/evaluate.js";
import { evaluateFiles } from "../../../../src/codegen/emit/evaluate.js";
import type { UnitFiles } from "../../../../src/codegen/pipeline/emit-context.js";
import { createEmitContext } from "../../../../src/codegen/pipeline/emit-context.js";
import { Diagnostics } from "../../../../src/crd/diagnostics/diagnostics.js";
import { StoredRules } from "../../../../src/crd/rules/ruled-nodes.js";
import type { Admission } from "../../../../src/runtime/v1/admission/admission.js";
import * as runtime from "../../../../src/runtime/v1/internal.js";
import type { ArbitraryOptions } from "../../../../src/runtime/v1/testing/arbitrary/accepted-object.js";
import { newestMinor } from "../../../../src/runtime/v1/values/kubernetes-version.js";
import { readCrds } from "../../../support/read-crd.js";
import { writeBackends } from "../../../support/write-backends.js";

interface Made {
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec?: Readonly<Record<string, unknown>>;
}

interface Written {
  readonly arbitrary: ((options?: ArbitraryOptions) => fc.Arbitrary<Made>) | undefined;
  readonly example: (seed?: number) => Made;
  readonly admit: (object: unknown) => Admission;
  readonly text: string;
  readonly messages: readonly string[];
}

/** What is written for a CRD with the given schema of `spec`, run in memory. */
async function write(spec: object): Promise<Written> {
  const schema = { type: "object", required: ["spec"], properties: { spec } };
  const [resource] = await readCrds({ schema });
  const version = resource?.versions[0];
  if (resource === undefined || version === undefined) throw new Error("no version");
  const [kubernetes, diagnostics] = [newestMinor, new Diagnostics()];
  const names = createNames(resource, version, diagnostics);
  const files: UnitFiles = new Map();
  const backends = [...writeBackends, arbitraryBackend];
  const parts = new Set(backends.map(({ name }) => name));
  const unit = { resource, version, names, parts, rules: new StoredRules(kubernetes), kubernetes };
  const from = { kind: "package", specifier: "runtime" } as const;
  const context = createEmitContext(unit, files, [], diagnostics, () => from);
  for (const backend of backends) {
    backend.generate(unit, undefined, context);
  }
  const modules: Readonly<Record<string, ModuleExports>> = {
    "fast-check": { ...fc },
    runtime,
  };
  const written = [...files.values()].filter((file) => !file.isEmpty);
  const evaluated = evaluateFiles(written, (imported) =>
    imported.from.kind === "package" ? (modules[imported.from.specifier] ?? {}) : {},
  );
  const all = new Map([...evaluated.values()].flatMap(Object.entries<unknown>));
  const printed = files
    .get("arbitrary")
    ?.print({ target: "ts", importExtension: ".js", banner: "" });
  return {
    arbitrary: all.get("cronTabArbitrary") as Written["arbitrary"],
    example: all.get("cronTabExample") as Written["example"],
    admit: all.get("admitCronTab") as Written["admit"],
    text: (printed?.[0]?.text ?? "").trimStart(),
    messages: diagnostics.list.map(({ code, message }) => `${code}: ${message}`),
  };
}

const spec = {
  type: "object",
  required: ["schedule", "tier"],
  properties: {
    schedule: { type: "string", pattern: "^[a-z]+(-[0-9]{2})?$", maxLength: 40 },
    tier: { type: "string", enum: ["gold", "silver"] },
    count: { type: "integer", minimum: 5, maximum: 50, multipleOf: 5 },
    share: { type: "number", minimum: 0, exclusiveMinimum: true, maximum: 1 },
    at: { type: "string", format: "date-time" },
    first: { type: "string" },
    second: { type: "string" },
    any: { "x-kubernetes-preserve-unknown-fields": true },
    embedded: {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      "x-kubernetes-preserve-unknown-fields": true,
    },
    port: { "x-kubernetes-int-or-string": true },
    labels: { type: "object", additionalProperties: { type: "string" }, maxProperties: 4 },
    ports: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name"],
      items: {
        type: "object",
        required: ["name"],
        properties: {
          name: { type: "string", maxLength: 3 },
          old: { type: "string", nullable: true },
        },
      },
    },
  },
  oneOf: [{ required: ["first"] }, { required: ["second"] }],
  "x-kubernetes-validations": [{ rule: "!has(self.count) || self.tier == 'gold'" }],
};

it("makes objects that admission accepts, and so is what they shrink to", async () => {
  const { arbitrary, admit } = await write(spec);
  if (arbitrary === undefined) throw new Error("nothing is written");
  fc.assert(
    fc.property(arbitrary(), (object) => admit(object).allowed),
    { seed: 1, numRuns: 200 },
  );
  const asked: Made[] = [];
  const result = fc.check(
    fc.property(arbitrary(), (object) => {
      asked.push(object);
      return object.spec?.["count"] === undefined;
    }),
    { seed: 2, numRuns: 200 },
  );
  expect(result.failed).toBe(true);
  expect(asked.filter((object) => !admit(object).allowed)).toEqual([]);
  const [smallest] = result.counterexample ?? [];
  expect(smallest?.spec).toMatchObject({ count: 5, tier: "gold" });
  expect(Object.keys(smallest?.spec ?? {})).toHaveLength(4);
});

it("gives all fields a chance, and equal objects for equal seeds", async () => {
  const { arbitrary, example } = await write(spec);
  const objects = fc.sample(arbitrary?.() ?? fc.constant(undefined), { seed: 3, numRuns: 300 });
  const seen = new Set(objects.flatMap((object) => Object.keys(object?.spec ?? {})));
  expect([...seen].sort()).toEqual(Object.keys(spec.properties).sort());
  expect(example()).toEqual(example(0));
  expect(example(7)).toEqual(example(7));
  expect(example(8)).not.toEqual(example(9));
});

it("gives objects a name and a namespace, and refuses names that no object may have", async () => {
  const { arbitrary } = await write(spec);
  const options = { name: "nightly", namespace: "jobs" };
  const objects = fc.sample(arbitrary?.(options) ?? fc.constant(undefined), {
    seed: 1,
    numRuns: 20,
  });
  expect(
    new Set(
      objects.map((object) => JSON.stringify([object?.metadata.name, object?.metadata.namespace])),
    ),
  ).toEqual(new Set(['["nightly","jobs"]']));
  const wrong = arbitrary?.({ name: "Not a name" }) ?? fc.constant(undefined);
  expect(() => fc.sample(wrong, { seed: 1, numRuns: 1 })).toThrow(
    "no object has this name and namespace",
  );
});

it("writes nothing for what has no valid object, and names the rule", async () => {
  const { arbitrary, text, messages } = await write({
    type: "object",
    properties: { low: { type: "integer" }, high: { type: "integer" } },
    "x-kubernetes-validations": [
      { rule: "self.low < self.high" },
      { rule: "self.low > self.high" },
    ],
  });
  expect([arbitrary, text]).toEqual([undefined, ""]);
  expect(messages.join("\n")).toMatch(
    /^object\/no-arbitrary: no arbitrary is written for kind 'CronTab', .*: self\.low [<>] self\.high$/m,
  );
});

it("holds texts of the CRD as literals only", async () => {
  const hostile = "*/ `${process.exit()}` \u2028 </script>";
  const { arbitrary, admit, text } = await write({
    type: "object",
    required: ["__proto__", "constructor", hostile],
    properties: {
      ["__proto__"]: { type: "string", enum: [hostile] },
      constructor: { type: "integer" },
      [hostile]: { type: "string", pattern: "^[/*`]{2}$" },
    },
  });
  expect(text).not.toContain("\u2028");
  const objects = fc.sample(arbitrary?.() ?? fc.constant(undefined), { seed: 1, numRuns: 20 });
  for (const object of objects) expect(admit(object).allowed).toBe(true);
});

it("is laid out as prettier does it", async () => {
  const { format } = await import("prettier");
  const { text } = await write(spec);
  expect(text).toBe(await format(text, { parser: "typescript" }));
});
