import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { worldInMemory } from "./operator-in-memory.js";
import { buildOperator } from "./operator-process.js";
import type { OperatorWorld } from "./operator-scenario.js";
import { operatorScenario } from "./operator-scenario.js";
import { exampleFolder, startExample, worldOfProcesses } from "./operator-worlds.js";
import { serveForOperators } from "./served-operators.js";

/*
 * The example on `memoryApiServer` and on `crdgen serve`; whole-operators.test.ts has the same
 * tests on a whole Kubernetes.
 */

const root = join(import.meta.dirname, "../..");
const cli = join(root, "dist/cli/main.js");
const folder = mkdtempSync(join(tmpdir(), "crdgen-example-"));
const project = join(folder, "operator");

beforeAll(() => {
  cpSync(exampleFolder, project, { recursive: true });
  buildOperator(project);
}, 240_000);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("the sources of examples/operator", () => {
  it("has the rights that its code needs, and no others", () => {
    const args = ["rbac", "--namespace", "site-operator", "--out", "deploy/rbac.yaml", "--check"];
    execFileSync(process.execPath, [cli, ...args], { cwd: project });
  });

  it("has the configuration of the webhooks that its code serves", () => {
    const args = ["rbac", "--namespace", "site-operator", "--webhooks", "--check"];
    const out = ["--out", "deploy/webhooks.yaml"];
    execFileSync(process.execPath, [cli, ...args, ...out], { cwd: project });
  });

  it("has what `crdgen init` writes beside its own parts", () => {
    const crd = join(exampleFolder, "deploy/crd.yaml");
    const args = ["init", "--template", "operator", "site-operator", "--crd", crd];
    execFileSync(process.execPath, [cli, ...args], { cwd: folder });
    const own = (file: string): string => readFileSync(join(exampleFolder, file), "utf8");
    const written = (file: string): string =>
      readFileSync(join(folder, "site-operator", file), "utf8");
    for (const file of ["Dockerfile", "tsconfig.json", "dev.js", ".gitignore", ".dockerignore"]) {
      expect(own(file)).toBe(written(file));
    }
    // Both name the checkout that they were made from, each from its own folder.
    const here = (text: string, from: string): string =>
      text.replace(/"file:(.*)"/, (_, path: string) => JSON.stringify(resolve(from, path)));
    const ofExample = here(own("package.json"), exampleFolder);
    expect(ofExample).toBe(here(written("package.json"), join(folder, "site-operator")));
    expect(ofExample).toContain(JSON.stringify(root));
  });
});

describe("examples/operator on memoryApiServer", () => {
  let world: (OperatorWorld & { close(): Promise<void> }) | undefined;
  beforeAll(async () => {
    world = await worldInMemory(project);
  }, 60_000);
  afterAll(() => world?.close());
  operatorScenario(() => started(world));
});

describe("examples/operator on crdgen serve", () => {
  let server: Awaited<ReturnType<typeof serveForOperators>> | undefined;
  let world: (OperatorWorld & { stop(): void }) | undefined;
  beforeAll(async () => {
    server = await serveForOperators();
    world = await worldOfProcesses(server, folder, startExample(project));
  }, 60_000);
  afterAll(async () => {
    world?.stop();
    await server?.close();
  });
  operatorScenario(() => started(world));
});

function started<World>(world: World | undefined): World {
  if (world === undefined) throw new Error("the world is there only during tests");
  return world;
}
