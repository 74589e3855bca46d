import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCli } from "../support/cli.js";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "crdgen-testing-examples-"));

beforeAll(() => {
  cpSync(join(root, "examples/testing"), folder, { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

function generate(out: string, ...more: string[]): void {
  const parts = "types,prune,defaults,validate,rules,admit,client,testing";
  const crd = join(root, "generated-samples/crontab/crd.yaml");
  const args = ["generate", crd, "--out", join(out, "generated"), "--parts", parts, ...more];
  const { code, err } = runCli(folder, args);
  expect(code, err).toBe(0);
}

/** Runs Node.js as if no test framework ran around it. */
function run(...args: string[]): string {
  const env = { PATH: process.env["PATH"], HOME: folder, NO_COLOR: "1" };
  const options = { cwd: folder, env, encoding: "utf8", timeout: 100_000 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  expect(status, stdout + stderr).toBe(0);
  return stdout;
}

it("the example for vitest passes", () => {
  generate("vitest");
  const vitest = join(folder, "node_modules/vitest/vitest.mjs");
  expect(run(vitest, "run", "--root", "vitest")).toMatch(/Tests +4 passed \(4\)/);
});

it("the example for node:test passes", () => {
  generate("node-test", "--emit", "js");
  const out = run("--test", "--test-reporter=tap", "node-test/crontabs.test.js");
  expect(out).toMatch(/^# pass 4$/m);
});
