import { describe, expect, it } from "vitest";
import type { GenerateOptions } from "../../../../src/index.js";
import { generate, OptionError } from "../../../../src/index.js";
import type { JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import { boatSource } from "../../../support/boat.js";

const version = (name: string, served: boolean, storage: boolean): JsonObject => ({
  name,
  served,
  storage,
  schema: { openAPIV3Schema: { type: "object" } },
});
const versions = [
  version("v1", true, false),
  version("v2", true, true),
  version("v3", false, false),
];
const sources = [boatSource({ spec: { versions } })];

describe("of the versions of a CRD", () => {
  it.each<[GenerateOptions["versions"], string[]]>([
    [undefined, ["v1", "v2"]],
    ["served", ["v1", "v2"]],
    ["storage", ["v2"]],
    ["all", ["v1", "v2", "v3"]],
  ])("%s are written", async (wanted, written) => {
    const options = wanted === undefined ? {} : { versions: wanted };
    const { files, counts } = await generate({ sources, runtime: "import", ...options });
    const names = files.flatMap(({ path }) => /\/(v\d)\//.exec(path)?.[1] ?? []);
    expect([...new Set(names)]).toEqual(written);
    expect(counts.versions).toBe(written.length);
  });
});

describe("imports of other files", () => {
  it.each<[NonNullable<GenerateOptions["importExtension"]>, RegExp]>([
    [".js", /\.js$/],
    [".ts", /\.ts$/],
    ["none", /\/[\w-]+$/],
  ])("end in %s, those of the runtime, too", async (importExtension, ending) => {
    const { files } = await generate({ sources, importExtension });
    const imported = files.flatMap(({ text }) =>
      [...text.matchAll(/^(?:import|export|\}).* from "(\.[^"]*)";$/gm)].map(([, path]) => path),
    );
    expect(imported.length).toBeGreaterThan(30);
    expect(imported.filter((path) => !ending.test(path ?? ""))).toEqual([]);
  });
});

describe("options that cannot be", () => {
  it.each<[GenerateOptions, string, string]>([
    [{ parts: [] }, "parts", "name at least one"],
    [
      { emit: "js", importExtension: ".ts" },
      "importExtension",
      "must not be '.ts' if emit is 'js'",
    ],
  ])("%j are refused", async (options, option, fault) => {
    const error: unknown = await generate({ sources, ...options }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(OptionError);
    expect(error).toMatchObject({ option, fault, message: `${option}: ${fault}` });
  });
});
