import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { GenerateInput } from "../../../src/index.js";
import { generate } from "../../../src/index.js";
import { publicModules } from "../../../src/pipeline/runtime-output.js";
import { boatSource } from "../../support/boat.js";

const runtime = join(import.meta.dirname, "../../../src/runtime/v1");
const sources = [boatSource({})];

async function modulesOfIndex(options: Partial<GenerateInput> = {}): Promise<readonly string[]> {
  const { files } = await generate({ sources, ...options });
  const { text = "" } = files.find(({ path }) => path === "runtime/v1/index.ts") ?? {};
  return [...text.matchAll(/^export \* from "\.\/(.*)\.js";$/gm)].map(([, module = ""]) => module);
}

it.each(publicModules)("%s is a module of the runtime", (module) => {
  expect(existsSync(join(runtime, `${module}.ts`))).toBe(true);
});

it("has an index of what is meant for people", async () => {
  const modules = await modulesOfIndex();
  expect(modules.filter((module) => !module.startsWith("client/"))).toEqual(publicModules);
  expect(modules).toContain("client/api-error");
  expect(modules).toContain("client/fetch-transport");
});

it("has only that of what is in use", async () => {
  expect(await modulesOfIndex({ parts: ["types"] })).toEqual(["kubernetes", "variants"]);
  expect(await modulesOfIndex({ parts: ["validate"] })).toContain("validation/validity");
});
