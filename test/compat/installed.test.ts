import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pack } from "../support/pack.js";

const root = join(import.meta.dirname, "../..");

/**
 * What `npm install crdgen` puts into an empty project: the package and what it depends on, without
 * optional peers.
 */
describe("an installation", () => {
  const project = mkdtempSync(join(tmpdir(), "crdgen-installed-"));
  const modules = join(project, "node_modules");
  const installed = ["crdgen", ...dependenciesOf("")];

  beforeAll(() => {
    const { filename } = pack("--pack-destination", project);
    mkdirSync(modules);
    execFileSync("tar", ["-xzf", join(project, filename), "-C", modules]);
    execFileSync("mv", [join(modules, "package"), join(modules, "crdgen")]);
    for (const name of installed.slice(1)) {
      cpSync(join(root, "node_modules", name), join(modules, name), { recursive: true });
    }
    cpSync(join(root, "generated-samples/crontab/crd.yaml"), join(project, "crd.yaml"));
    rmSync(join(project, filename));
  }, 60_000);

  afterAll(() => {
    rmSync(project, { recursive: true });
  });

  it("has at most 8 packages and 30 MB", () => {
    expect(installed.length).toBeLessThanOrEqual(8);
    expect(bytesIn(modules)).toBeLessThanOrEqual(30_000_000);
  });

  it("generates", () => {
    expect(crdgen("generate", "crd.yaml", "--out", "out")).toMatchObject({ status: 0 });
  });

  it("asks for prettier by name where it is needed", () => {
    const { status, stderr } = crdgen("generate", "crd.yaml", "--out", "pretty", "--prettier");
    expect(stderr).toContain("--prettier needs the package prettier, which is not installed");
    expect(status).toBe(2);
  });

  it("uses the project's own prettier", () => {
    const prettier = join(modules, "prettier");
    cpSync(join(root, "node_modules/prettier"), prettier, { recursive: true });
    writeFileSync(join(project, ".prettierrc"), '{ "semi": false }');
    const { status } = crdgen("generate", "crd.yaml", "--out", "pretty", "--prettier");
    rmSync(prettier, { recursive: true });
    expect(status).toBe(0);
    expect(readFileSync(join(project, "pretty/index.ts"), "utf8")).not.toContain(";\n");
  });

  it("reads a configuration in TypeScript, or says what is missing for that", () => {
    writeFileSync(join(project, "crdgen.config.ts"), 'export default { out: "o" as string };\n');
    const { status, stderr } = crdgen("generate", "crd.yaml");
    rmSync(join(project, "crdgen.config.ts"));
    const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
    const isRead = major > 22 || (major === 22 && minor >= 18);
    expect(status).toBe(isRead ? 0 : 2);
    if (!isRead)
      expect(stderr).toMatch(/does not read TypeScript; write .* or install the package/);
  });

  it("starts with a configuration that it can read", () => {
    expect(crdgen("init", "--crd", "crd.yaml")).toMatchObject({ status: 0 });
    expect(crdgen("generate")).toMatchObject({ status: 0 });
    for (const name of ["crdgen.config.ts", "crdgen.config.json"]) {
      rmSync(join(project, name), { force: true });
    }
  });

  it("says that a configuration in JavaScript is none where its syntax is wrong", () => {
    writeFileSync(join(project, "bad.mjs"), "export default {");
    const { status, stderr } = crdgen("generate", "crd.yaml", "--config", "bad.mjs");
    expect(stderr).toContain("bad.mjs");
    expect(status).toBe(2);
  });

  function crdgen(...args: readonly string[]) {
    const main = join(modules, "crdgen/dist/cli/main.js");
    return spawnSync(process.execPath, [main, ...args], { cwd: project, encoding: "utf8" });
  }
});

/** The packages that one needs, and those that these need; `""` is the package itself. */
function dependenciesOf(name: string): readonly string[] {
  const file = join(root, name === "" ? "." : `node_modules/${name}`, "package.json");
  const { dependencies = {} } = JSON.parse(readFileSync(file, "utf8")) as {
    readonly dependencies?: Readonly<Record<string, string>>;
  };
  return Object.keys(dependencies).flatMap((next) => [next, ...dependenciesOf(next)]);
}

function bytesIn(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return entries
    .map((entry) => lstatSync(join(folder, entry)))
    .reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0);
}
