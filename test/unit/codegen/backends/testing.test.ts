import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { generate } from "../../../../src/index.js";
import { boatCrd } from "../../../support/boat.js";

async function testingFiles(
  sample: string,
  versions: "served" | "all",
): Promise<Map<string, string>> {
  const path = join(import.meta.dirname, "../../../../generated-samples", sample, "crd.yaml");
  const sources = [{ path, text: readFileSync(path, "utf8") }];
  const { files } = await generate({
    sources,
    parts: ["testing"],
    versions,
    versionInBanner: false,
  });
  return new Map(files.map(({ path: name, text }) => [name, text]));
}

it("writes the resource as a server in memory serves it, next to the definition of clients", async () => {
  const files = await testingFiles("crontab", "served");
  const folder = "stable.example.com/v1/crontabs";
  expect(files.get(`${folder}/testing.ts`)?.split("\n").slice(3).join("\n")).toBe(`
import type { ServedVersion } from "../../../runtime/v1/testing.js";
import { admitCronTab } from "./admit.js";
import { cronTabMergeSchema } from "./apply.js";
import { cronTab as cronTabDefinition } from "./client.js";
import { defaultCronTab } from "./defaults.js";
import { pruneCronTab } from "./prune.js";

/** The resource as \`memoryApiServer\` serves it. */
export const cronTab: ServedVersion = {
  ...cronTabDefinition,
  storage: true,
  admit: admitCronTab,
  prune: pruneCronTab,
  fill: defaultCronTab,
  mergeSchema: cronTabMergeSchema,
};
`);
  expect(files.get(`${folder}/index.ts`)).not.toContain("testing.js");
  expect([...files.keys()]).toContain("runtime/v1/testing.ts");
});

it.each([
  [".status.readyPods", []],
  [".status.conditions[?(@.type=='Ready')].status", ["readPath: parseJsonPath,"]],
  [".metadata.labels.app\\.kubernetes\\.io/name", ["readPath: parseJsonPath,"]],
])("brings along what reads the path of a column where it has to: %s", async (jsonPath, found) => {
  const columns = [{ name: "State", type: "string", jsonPath }];
  const crd = boatCrd({ version: { additionalPrinterColumns: columns } });
  const sources = [{ path: "boat.json", text: JSON.stringify(crd) }];
  const { files } = await generate({ sources, parts: ["testing"], versionInBanner: false });
  const text = files.find(({ path }) => path.endsWith("v1/boats/testing.ts"))?.text ?? "";
  expect(text).toContain("mergeSchema");
  expect([...text.matchAll(/readPath.*/g)].map(String)).toEqual(found);
});
