import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { until } from "./operator-process.js";
import type { BuiltOperator, RightsPlace } from "./rights-scenario.js";
import { buildTemplate, expectEachToMatter, giveRights, runDay } from "./rights-scenario.js";
import { describeWholeCluster } from "./whole-cluster.js";

describeWholeCluster(
  "the rights of the operator that `crdgen init` writes",
  (cluster) => {
    let operator: BuiltOperator;

    beforeAll(async () => {
      operator = await buildTemplate();
      const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
      const { code } = await cluster().request("POST", definitions, operator.crd);
      expect(code).toBe(201);
      const served = "/apis/stable.example.com/v1/crontabs";
      await until(
        "it is served",
        async () => (await cluster().request("GET", served)).code === 200,
      );
    });

    afterAll(() => {
      rmSync(operator.folder, { recursive: true, force: true });
    });

    const place = (): RightsPlace => ({ admin: cluster().transport, namespace: "default" });

    it("are all that it needs", async () => {
      await giveRights(place().admin, operator.objects);
      expect(await runDay(operator, place())).toEqual({ refused: [], isWhole: true });
    });

    it("are no more than it needs: without one of them, the server refuses what it does", async () => {
      await expectEachToMatter(operator, place(), {
        "update stable.example.com/crontabs/finalizers": [
          expect.stringContaining("cannot set blockOwnerDeletion") as string, // admission says it
        ],
      });
    });
  },
  { flags: ["--enable-admission-plugins=OwnerReferencesPermissionEnforcement"] },
);
