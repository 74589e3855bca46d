import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Replica, startOperator, until } from "./operator-process.js";
import type { BuiltOperator, RightsPlace } from "./rights-scenario.js";
import { buildTemplate, expectEachToMatter, giveRights, runDay } from "./rights-scenario.js";
import type { WholeCluster } from "./whole-cluster.js";
import { describeWholeCluster, freePorts } from "./whole-cluster.js";

const name = "my-operator";
const cronTabs = "/apis/stable.example.com/v1/crontabs";

describeWholeCluster(
  "the rights of the operator that `crdgen init` writes",
  (cluster) => {
    let operator: BuiltOperator;
    let applied: string;

    beforeAll(async () => {
      operator = await buildTemplate();
      applied = kubectl(cluster(), ["apply", "--server-side", "-k", deployFolder(operator)]);
      await until(
        "it is served",
        async () => (await cluster().request("GET", cronTabs)).code === 200,
      );
    });

    afterAll(() => {
      rmSync(operator.folder, { recursive: true, force: true });
    });

    const place = (): RightsPlace => ({ admin: cluster().transport, namespace: "default" });

    it("come with a kustomization that a server takes as a whole, at once and again", async () => {
      const again = kubectl(cluster(), ["apply", "--server-side", "-k", deployFolder(operator)]);
      expect([applied, again].map((output) => output.replace(/ .*/gm, "").split("\n"))).toEqual([
        manifests,
        manifests,
      ]);
      // Its namespace refuses pods that are not restricted.
      const pods = `/api/v1/namespaces/${name}/pods`;
      await until("there are two pods", async () => {
        const { body } = await cluster().request("GET", pods);
        return (body as { items: unknown[] }).items.length === 2;
      });
    });

    it("let it work as its Deployment runs it: as its account, found by probes and metrics", async () => {
      const [health = 0, metrics = 0] = await twoPorts();
      const replica = new Replica(
        startOperator(join(operator.folder, name), {
          NODE_ENV: "production",
          KUBECONFIG: kubeconfigOfAccount(cluster(), operator),
          HOSTNAME: `${name}-pod`,
          HEALTH_PORT: String(health),
          METRICS_PORT: String(metrics),
        }),
      );
      try {
        await until("it is ready", () => isOk(`http://127.0.0.1:${health}/readyz`));
        await until("it leads", async () => (await leaderOf(cluster())).startsWith(`${name}-pod_`));
        kubectl(cluster(), ["apply", "-f", join(deployFolder(operator), "sample.json")]);
        const event = ["get", "events", "-o", 'jsonpath={.items[?(@.reason=="Deployed")].message}'];
        await until("there is an event", () => kubectl(cluster(), event) !== "");
        expect(kubectl(cluster(), event)).toBe("made the Deployment example");
        expect(kubectl(cluster(), ["get", "deployment", "example", "-o", "name"])).toBe(
          "deployment.apps/example",
        );
        const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
        expect(text).toContain(`\nleader_election_master_status{name="${name}"} 1\n`);
        // The cleanup takes the finalizer off.
        kubectl(cluster(), ["delete", "crontab", "example", "--timeout=20s"]);
      } finally {
        replica.kill("SIGTERM");
      }
      expect([await replica.exited, replica.output]).toEqual([
        0,
        expect.not.stringMatching(/WARN|ERROR/),
      ]);
      expect(await leaderOf(cluster())).toBe("");
      kubectl(cluster(), ["delete", "lease", name, "-n", name]);
    });

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

/** What the template's kustomization makes, in the order in which kubectl sends it. */
const manifests = [
  `namespace/${name}`,
  "customresourcedefinition.apiextensions.k8s.io/crontabs.stable.example.com",
  `serviceaccount/${name}`,
  `role.rbac.authorization.k8s.io/${name}`,
  `clusterrole.rbac.authorization.k8s.io/${name}`,
  `rolebinding.rbac.authorization.k8s.io/${name}`,
  `clusterrolebinding.rbac.authorization.k8s.io/${name}`,
  `deployment.apps/${name}`,
];

function deployFolder({ folder }: BuiltOperator): string {
  return join(folder, name, "deploy");
}

/** What kubectl prints as a superuser, its warnings included. */
function kubectl(
  { kubectl: program, kubeconfig }: WholeCluster,
  args: readonly string[],
  config = kubeconfig,
): string {
  const all = ["--kubeconfig", config, ...args];
  const { status, stdout, stderr } = spawnSync(program, all, { encoding: "utf8" });
  if (status !== 0) throw new Error(`kubectl ${args.join(" ")}: ${stderr}`);
  return (stdout + stderr).trim();
}

/** The path of a kubeconfig with a token of the operator's account, as a pod has one. */
function kubeconfigOfAccount(cluster: WholeCluster, { folder }: BuiltOperator): string {
  const config = join(folder, "account.kubeconfig");
  const token = kubectl(cluster, ["create", "token", name, "-n", name]);
  const ca = join(folder, "ca.crt");
  writeFileSync(ca, cluster.ca);
  const set = (...args: string[]): string => kubectl(cluster, ["config", ...args], config);
  set("set-cluster", "whole", "--server", cluster.url, "--certificate-authority", ca);
  set("set-credentials", "account", "--token", token);
  set("set-context", "pod", "--cluster=whole", "--user=account", "--namespace", name);
  set("use-context", "pod");
  return config;
}

/** Who holds the lease; `""` = nobody. */
async function leaderOf(cluster: WholeCluster): Promise<string> {
  const path = `/apis/coordination.k8s.io/v1/namespaces/${name}/leases/${name}`;
  const { body } = await cluster.request("GET", path);
  return (body as { spec?: { holderIdentity?: string } }).spec?.holderIdentity ?? "";
}

async function isOk(url: string): Promise<boolean> {
  return await fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function twoPorts(): Promise<readonly number[]> {
  const first = await freePorts(2);
  return [first, first + 1];
}
