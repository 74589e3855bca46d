import { expect, it } from "vitest";
import type { Backend } from "../../../src/backends/backend.js";
import type { Config } from "../../../src/config/config.js";
import { configSchema } from "../../../src/config/schema.js";

// The type says what the schema checks: the compiler sees that every field is there, the test that there are no others.
const everything: Required<Config> = {
  inputs: ["crd"],
  out: "generated",
  parts: ["types"],
  emit: "js",
  runtime: "import",
  importExtension: "none",
  kubernetesVersion: "1.34",
  only: ["a/*"],
  versions: "all",
  allowInvalid: true,
  skipInvalid: false,
  versionInBanner: false,
  prettier: true,
  backends: [
    { name: "a", needs: [], parseOptions: () => 1, generate: () => undefined } satisfies Backend<1>,
  ],
};

it("the type of a configuration has the fields that its schema has", () => {
  expect(configSchema.parse(everything)).toEqual(everything);
  expect(Object.keys(everything).sort()).toEqual(Object.keys(configSchema.shape).sort());
});
