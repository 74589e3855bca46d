import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { Host } from "../../../src/cli/host.js";
import { processHost } from "../../../src/cli/host.js";
import { planOutput } from "../../../src/cli/plan-output.js";
import { writeOutput } from "../../../src/cli/write-output.js";

const root = mkdtempSync(join(tmpdir(), "crdgen-write-"));
afterAll(() => {
  rmSync(root, { recursive: true });
});

/** A signal comes while the files are written. */
const interrupted: Host = {
  ...processHost(),
  uninterrupted: (work) => work(() => Promise.resolve(true)),
};

async function write(folder: string, host: Host, ...paths: readonly string[]): Promise<void> {
  const files = paths.map((path) => ({ path, text: path }));
  await writeOutput(await planOutput(files, folder, host), folder, host);
}

it("an interruption before the renaming leaves no new folder", async () => {
  await write(join(root, "new"), interrupted, "a.ts", "b/c.ts");
  expect(readdirSync(root)).toEqual([]);
});

it("an interruption before the renaming leaves the old output", async () => {
  const folder = join(root, "old");
  await write(folder, processHost(), "a.ts");
  await write(folder, interrupted, "a.ts", "b.ts", "c.ts");
  expect(readdirSync(folder)).toEqual(["a.ts"]);
});
