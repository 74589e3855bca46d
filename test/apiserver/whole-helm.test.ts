import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import type { KubernetesObject } from "../../src/runtime/v1/index.js";
import { findHelm } from "../support/helm.js";
import { until } from "./operator-process.js";
import type { WholeCluster } from "./whole-cluster.js";
import { describeWholeCluster, hasWholeCluster } from "./whole-cluster.js";

const root = join(import.meta.dirname, "../..");
const { path: helm, reason } = hasWholeCluster ? await findHelm() : {};
const title = "the chart of the operator that `crdgen init` writes";
const name = "my-operator";
/** Helm would fail if it took it for a template. */
const hostile = '{{ fail "a description is no template" }}';

if (reason === undefined) describeWholeCluster(title, suite);
else {
  it(`${title} DID NOT RUN`, () => {
    console.warn(`${title}: DID NOT RUN, ${reason}`);
    expect(helm).toBeUndefined();
  });
}

function suite(cluster: () => WholeCluster): void {
  const folder = mkdtempSync(join(tmpdir(), "crdgen-helm-"));
  const project = join(folder, name);
  const chart = join(project, "deploy/chart");

  beforeAll(() => {
    const sample = readFileSync(join(root, "generated-samples/crontab/crd.yaml"), "utf8");
    const crd = sample.replace(/description: The cron spec.*/, `description: '${hostile}'`);
    expect(crd).toContain(hostile);
    writeFileSync(join(folder, "crd.yaml"), crd);
    const main = join(root, "dist/cli/main.js");
    const init = ["init", "--template", "operator", name, "--crd", "crd.yaml", "--helm"];
    execFileSync(process.execPath, [main, ...init], { cwd: folder });
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  function run(program: string, ...args: readonly string[]): string {
    const env = { ...process.env, KUBECONFIG: cluster().kubeconfig };
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", env });
    if (status !== 0) throw new Error(`${args.join(" ")}: ${stderr}${stdout}`);
    return stdout;
  }
  const runHelm = (...args: readonly string[]): string => run(helm ?? "", ...args);
  const kubectl = (...args: readonly string[]): string => run(cluster().kubectl, ...args);

  function read(namespace: string): readonly KubernetesObject[] {
    const kinds = "deployments,serviceaccounts,roles,rolebindings";
    const inNamespace = kubectl("get", kinds, "-n", namespace, "-o", "json");
    const others = kubectl("get", "clusterroles,clusterrolebindings", "-o", "json");
    const items = [inNamespace, others].flatMap(
      (text) => (JSON.parse(text) as { items: KubernetesObject[] }).items, // a list
    );
    return items.filter(({ metadata }) => metadata.name.includes(name));
  }

  it("has nothing that lint warns of", () => {
    expect(runHelm("lint", "--strict", chart)).toContain("1 chart(s) linted, 0 chart(s) failed");
  });

  it("is what kustomize makes, but for the namespace, labels and the tag", () => {
    const args = ["template", name, chart, "--namespace", name, "--include-crds"];
    const ours = objectsOf(runHelm(...args)).map(withoutLabels);
    const theirs = objectsOf(kubectl("kustomize", join(project, "deploy")))
      .filter(({ kind }) => kind !== "Namespace")
      .map(withoutLabels);
    expect(sorted(ours)).toEqual(sorted(theirs));
    expect(theirs).toHaveLength(7);
  });

  it("takes all of its values", () => {
    const values = {
      replicas: 3,
      image: { repository: "registry.example.com/it", tag: "1.2", pullPolicy: "Always" },
      imagePullSecrets: [{ name: "pull" }],
      fullnameOverride: "12",
      serviceAccount: { create: true, name: "true", annotations: { "a.example.com/b": "c" } },
      podAnnotations: { "prometheus.io/scrape": "true" },
      podLabels: { team: "1" },
      env: [{ name: "A", value: "b" }],
      resources: {},
      nodeSelector: { a: "b" },
      tolerations: [{ key: "a", operator: "Exists" }],
      affinity: { nodeAffinity: {} },
    };
    writeFileSync(join(folder, "values.json"), JSON.stringify(values));
    const args = ["template", "x", chart, "--namespace", "34", "-f", join(folder, "values.json")];
    const objects = objectsOf(runHelm(...args));
    expect(objects).toHaveLength(6);
    for (const { metadata } of objects) {
      expect(metadata).toMatchObject({ name: metadata.name === "true" ? "true" : "12" });
      expect([undefined, "34"]).toContain(metadata.namespace);
    }
    const account = objects.find(({ kind }) => kind === "ServiceAccount");
    expect(account?.metadata.annotations).toEqual({ "a.example.com/b": "c" });
    expect(objects.find(({ kind }) => kind === "Deployment")).toMatchObject({
      spec: {
        replicas: 3,
        template: {
          metadata: { annotations: { "prometheus.io/scrape": "true" }, labels: { team: "1" } },
          spec: {
            serviceAccountName: "true",
            imagePullSecrets: [{ name: "pull" }],
            containers: [
              {
                image: "registry.example.com/it:1.2",
                imagePullPolicy: "Always",
                env: [
                  { name: "NODE_ENV", value: "production" },
                  { name: "A", value: "b" },
                ],
              },
            ],
            nodeSelector: { a: "b" },
            tolerations: [{ key: "a", operator: "Exists" }],
            affinity: { nodeAffinity: {} },
          },
        },
      },
    });
    const noAccount = ["--set", "serviceAccount.create=false"];
    expect(() => runHelm("template", "x", chart, ...noAccount)).toThrow(
      /serviceAccount\.create is false: set serviceAccount\.name to an account that exists/,
    );
    const other = runHelm("template", "x", chart, ...noAccount, "--set", "serviceAccount.name=me");
    expect(objectsOf(other).map(({ kind }) => kind)).not.toContain("ServiceAccount");
    expect(other).toContain('serviceAccountName: "me"');
  });

  it("is installed as kustomize would, upgraded, and uninstalled", async () => {
    const release = [name, chart, "--namespace", name];
    runHelm("install", ...release, "--create-namespace");
    const installed = read(name).map(asStored);
    const may = (who: string, ...args: readonly string[]): string =>
      kubectl("auth", "can-i", ...args, "-n", name, `--as=system:serviceaccount:${name}:${who}`);
    expect(may(name, "update", "leases/my-operator")).toContain("yes");
    expect(may(name, "patch", "crontabs.stable.example.com")).toContain("yes");

    runHelm("upgrade", ...release, "--set", "replicas=3");
    const deployment = ["get", "deployment", name, "-n", name, "-o"];
    expect(kubectl(...deployment, "jsonpath={.spec.replicas}")).toBe("3");
    // What Helm has made, Helm does not change; the command of the README does.
    const path = join(chart, "crds/crd.yaml");
    writeFileSync(path, readFileSync(path, "utf8").replace(hostile, "changed"));
    runHelm("upgrade", ...release);
    const described = (): string => kubectl("get", "crd", "crontabs.stable.example.com", "-o", "yaml"); // prettier-ignore
    expect(described()).toContain(hostile);
    kubectl("apply", "--server-side", "--force-conflicts", "-f", path);
    expect(described()).toContain("description: changed");

    runHelm("uninstall", name, "--namespace", name, "--wait");
    await until("it is gone", () => read(name).length === 0);
    expect(described()).toContain("crontabs.stable.example.com");
    kubectl("apply", "-k", join(project, "deploy"));
    const applied = read(name).map(asStored);
    kubectl("delete", "-k", join(project, "deploy"), "--wait=false");
    // The CRD is a part of it. While it goes, Helm finds it, and waits in vain for it to be served.
    const crds = (): string => kubectl("get", "crd", "-o", "name");
    await until("the CRD is gone", () => !crds().includes("crontabs.stable.example.com"));
    expect(sorted(installed)).toEqual(sorted(applied));
    expect(installed).toHaveLength(6);
  });

  it("follows the release with its names", () => {
    const args = ["--namespace", "other", "--create-namespace"];
    runHelm("install", "prod", chart, ...args);
    const account = "--as=system:serviceaccount:other:prod-my-operator";
    const may = (...what: readonly string[]): string =>
      kubectl("auth", "can-i", ...what, "-n", "other", account);
    expect(may("update", "leases/my-operator")).toContain("yes");
    expect(may("patch", "deployments.apps")).toContain("yes");
    expect(kubectl("get", "deployment", "prod-my-operator", "-n", "other", "-o", "name")).toContain(
      "prod-my-operator",
    );
    runHelm("uninstall", "prod", "--namespace", "other");
  });
}

function objectsOf(text: string): readonly KubernetesObject[] {
  return parseAllDocuments(text)
    .map((document) => document.toJS() as KubernetesObject | null) // manifests
    .filter((object) => object !== null);
}

function sorted(objects: readonly KubernetesObject[]): readonly KubernetesObject[] {
  return [...objects].sort((left, right) => (left.kind < right.kind ? -1 : 1));
}

/** What differs between the two ways by intent: labels, what selects pods by them, and the tag. */
function withoutLabels(object: KubernetesObject): KubernetesObject {
  const text = JSON.stringify(object, (key, value: unknown) => {
    if (["labels", "matchLabels", "imagePullPolicy"].includes(key)) return undefined;
    return key === "image" ? String(value).replace(/:.*/, "") : value;
  });
  return JSON.parse(text) as KubernetesObject; // one without some fields
}

/** Likewise of what a server has, without what it adds of itself and who wrote it. */
function asStored(object: KubernetesObject): KubernetesObject {
  const ofServer = /^(?:status|uid|resourceVersion|generation|creationTimestamp|managedFields|annotations)$/; // prettier-ignore
  const text = JSON.stringify(withoutLabels(object), (key, value: unknown) =>
    ofServer.test(key) ? undefined : value,
  );
  return JSON.parse(text) as KubernetesObject; // likewise
}
