import { expect, it } from "vitest";
import type { Config } from "../../../../src/cli/config/config.js";
import { configJsonSchema, configSchema } from "../../../../src/cli/config/schema.js";
import type { Backend } from "../../../../src/codegen/backends/backend.js";

// The type says what the schema checks: the compiler sees that every field is there, the test that
// there are no others.
const everything: Required<Config> = {
  extends: ["./base.json", "package"],
  inputs: ["crd"],
  prefer: ["**/*-Default.crd.yaml"],
  out: "generated",
  outputs: [{ out: "a", parts: ["types"], overrides: [{ resources: "*" }], backends: ["./b.js"] }],
  overrides: [
    {
      resources: ["a/*"],
      parts: ["client"],
      versions: "storage",
      rename: { kind: "A", types: { BSpec: "ASpec" }, fields: { "spec.a[*]": "AItem" } },
    },
  ],
  parts: ["types"],
  emit: "js",
  runtime: "import",
  runtimeEntries: ["node"],
  importExtension: "none",
  kubernetesVersion: "1.34",
  only: ["a/*"],
  builtIn: ["workloads"],
  versions: "all",
  allowInvalid: true,
  skipInvalid: false,
  versionInBanner: false,
  prettier: true,
  cache: false,
  cacheDir: "cache",
  lint: {
    ignore: [
      "portability/newer-server",
      { code: "schema/format-unknown", crd: "a.b", path: "spec" },
    ],
    maxWarnings: 0,
    minimumVersion: "1.30",
  },
  diff: {
    failOn: "behaviour",
    allow: ["diff/field-removed", "enum-value-added", "readers"],
    renames: [
      { crd: "*.example.com", from: "spec.env[*].name", to: "spec.env[*].key" },
      { from: 'spec["a.b"]', to: "spec.ab" },
      { from: "kind2", to: "kind3" },
    ],
  },
  backends: [
    { name: "a", needs: [], parseOptions: () => 1, generate: () => undefined } satisfies Backend<1>,
    "./describe.js",
    ["./describe.js", { verb: "tell" }],
  ],
};

it("the type of a configuration has the fields that its schema has", () => {
  expect(configSchema.parse(everything)).toEqual(everything);
  // Editors alone need `$schema`, in JSON and YAML.
  const names = Object.keys(configSchema.shape).filter((name) => name !== "$schema");
  expect(Object.keys(everything).sort()).toEqual(names.sort());
});

it("the published JSON Schema has every field, with its meaning", () => {
  const names = Object.keys(configSchema.shape);
  const schema = configJsonSchema();
  expect(schema).toMatchObject({ type: "object", additionalProperties: false });
  const properties = Object.entries(schema.properties);
  expect(properties.map(([name]) => name).sort()).toEqual(names.sort());
  for (const [name, property] of properties) {
    expect([name, property]).toEqual([
      name,
      expect.objectContaining({ description: expect.any(String) as string }),
    ]);
  }
  expect(schema.properties["kubernetesVersion"]).toMatchObject({
    type: "string",
    pattern: String.raw`^v?1\.\d+(\.\d+)?$`,
  });
  expect(schema.properties["emit"]).toMatchObject({ enum: ["ts", "js"] });
});
