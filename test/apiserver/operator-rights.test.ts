import { spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { NodeTransport } from "../../src/runtime/v1/node.js";
import { fromKubeconfig } from "../../src/runtime/v1/node.js";
import { until } from "./operator-process.js";
import type { BuiltOperator, RightsPlace } from "./rights-scenario.js";
import { buildTemplate, expectEachToMatter, giveRights, runDay } from "./rights-scenario.js";

const main = join(import.meta.dirname, "../../dist/cli/main.js");

describe("the rights of the operator that `crdgen init` writes, on `crdgen serve`", () => {
  let operator: BuiltOperator;
  let admin: NodeTransport;
  let server: ReturnType<typeof spawn> | undefined;

  beforeAll(async () => {
    operator = await buildTemplate();
    const kubeconfig = join(operator.folder, "admin.kubeconfig");
    const options = ["--tls", "--authorization", "rbac", "--built-in", "workloads", "--port", "0"];
    const crds = join(operator.folder, "my-operator/deploy/crd.yaml");
    server = spawn(
      process.execPath,
      [main, "serve", crds, ...options, "--kubeconfig", kubeconfig],
      { stdio: ["ignore", "ignore", "inherit"] },
    );
    await until("the server listens", () => existsSync(kubeconfig));
    admin = await fromKubeconfig({ path: kubeconfig });
  });

  afterAll(() => {
    server?.kill();
    admin.close();
    rmSync(operator.folder, { recursive: true, force: true });
  });

  const place = (): RightsPlace => ({ admin, namespace: "default" });

  it("are all that it needs", async () => {
    await giveRights(admin, operator.objects);
    expect(await runDay(operator, place())).toEqual({ refused: [], isWhole: true });
  });

  it("are no more than it needs: without one of them, the server refuses what it does", async () => {
    await expectEachToMatter(operator, place(), {
      // Owner references are checked by OwnerReferencesPermissionEnforcement, which is not there.
      "update stable.example.com/crontabs/finalizers": [],
    });
  });
});
