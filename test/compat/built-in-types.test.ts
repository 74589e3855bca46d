import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { selectKinds } from "../../src/builtin/select-kinds.js";
import { generate } from "../../src/index.js";
import type { ResourceRow } from "../../src/runtime/v1/built-in/table/kind-table.js";
import { kindTable } from "../../src/runtime/v1/built-in/table/kind-table.js";
import type { KubernetesMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import { Project, strictest } from "../support/compile.js";
import { isWhole } from "../support/scope.js";

const minutes = 60_000;

/** Generates kinds into a project, and tells which there are. */
async function write(
  project: Project,
  minor: KubernetesMinor,
  builtIn: readonly string[],
): Promise<readonly ResourceRow[]> {
  const kubernetesVersion = `1.${minor}`;
  const runtimeEntries = ["node", "informer", "controller", "webhooks"] as const;
  const { files, diagnostics } = await generate({
    sources: [],
    builtIn,
    kubernetesVersion,
    runtimeEntries,
  });
  expect(diagnostics).toEqual([]);
  for (const { path, text } of files) project.write(path, text);
  return selectKinds(kindTable(minor), builtIn).resources;
}

describe("all built-in kinds", () => {
  const minors: readonly KubernetesMinor[] = isWhole ? [28, 30, 32, 34, 36, 37] : [30, 37];

  it.each(minors)(
    "of 1.%i compile, and what is read can be sent",
    async (minor) => {
      const project = new Project({ ...strictest, noUnusedLocals: false });
      const resources = await write(project, minor, ["all"]);
      expect(resources.length).toBeGreaterThan(40);
      const lines = resources.map(({ group, version, kind, plural }, index) => {
        const folder = `./${group === "" ? "core" : group}/${version}/${plural}/index.js`;
        return (
          `import type * as k${index} from "${folder}";\n` +
          `declare const v${index}: k${index}.${kind};\n` +
          `export const sent${index}: k${index}.${kind}Input = v${index};\n`
        );
      });
      project.write("read-and-sent.ts", lines.join(""));
      expect(project.check("typescript-7")).toEqual([]);
      project.remove();
    },
    2 * minutes,
  );
});

const head = `
import { DeploymentClient } from "./apps/v1/deployments/client.js";
import type { Deployment } from "./apps/v1/deployments/types.js";
import { JobClient } from "./batch/v1/jobs/client.js";
import { PodClient, pod as podDefinition } from "./core/v1/pods/client.js";
import type { Pod } from "./core/v1/pods/types.js";
import type { PodSpecInput, PodTemplateSpecInput, ResourceRequirementsInput } from "./core/v1/components/types.js";
import { ServiceAccountClient } from "./core/v1/serviceaccounts/client.js";
import { EventRecorder, ownerReference } from "./runtime/v1/controller.js";
import { Informer } from "./runtime/v1/informer.js";
import { admissionHandler } from "./runtime/v1/webhooks.js";
declare const deployments: DeploymentClient;
declare const jobs: JobClient;
declare const pods: PodClient;
declare const accounts: ServiceAccountClient;
declare const deployment: Deployment;
declare const pod: Pod;
declare const text: string;
declare const events: EventRecorder;
const apiVersion = "apps/v1";
const kind = "Deployment";
const metadata = { name: "a" };
const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "a", image: "b" }] } };
const spec = { selector: { matchLabels: { a: "b" } }, template };
const me = { fieldManager: "me" };
const podHead = { apiVersion: "v1", kind: "Pod", metadata } as const;
const containers = [{ name: "a", imagePullPolicy: "Always" }];
declare const castTemplate: PodTemplateSpecInput;
`;

/** Statements that compile. */
const accepted = [
  `deployments.create({ apiVersion, kind, metadata, spec })`,
  `deployments.apply({ apiVersion, kind, metadata, spec: { replicas: 3 } }, me)`,
  `deployments.apply({ apiVersion, kind, metadata, spec: { template: { spec: { containers: [{ name: "a", resources: { limits: { cpu: 1, memory: "1Gi" } } }] } } } }, me)`,
  `deployments.update(deployment)`,
  `deployments.modify("a", (one) => { one.spec.replicas = 3; })`,
  `deployments.scale.patch("a", { merge: { spec: { replicas: 2 } } })`,
  `deployments.status.update({ ...deployment, status: { readyReplicas: 1 } })`,
  `deployments.patch("a", { strategic: { spec: { template: { spec: { containers: [{ name: "a", $patch: "delete" }] } } } } })`,
  `pods.list({ fieldSelector: { "spec.nodeName": "a", "status.phase": "Running" } })`,
  `pods.log.get("a", { container: "b", tailLines: 10 })`,
  `pods.log.lines("a", { follow: true }).next()`,
  `pods.eviction.create("a", { deleteOptions: { gracePeriodSeconds: 0 } })`,
  `pods.binding.create("a", "node")`,
  `pods.resize.patch("a", { merge: { spec: { containers: [] } } })`,
  `accounts.token.create("a", { audiences: ["b"] }).then(({ status }) => status.token.length)`,
  `[ownerReference(deployment)]`,
  `events.record(deployment, { type: "Normal", reason: "A", message: "b" } as never)`,
  `admissionHandler<Pod>({ mutate: ({ object }) => { object.spec.nodeName = "a"; } })`,
  `new Informer(pods)`,
  `pod.metadata.creationTimestamp.slice(0, 4)`,
  `({ restartPolicy: text, containers: [] }) satisfies PodSpecInput`,
  `({ limits: { cpu: 0.5 } }) satisfies ResourceRequirementsInput`,
  `pod.spec.containers[0]?.resources.limits?.["cpu"]?.slice(1)`,
  `pods.create({ ...podHead, spec: { restartPolicy: text, containers: [] } })`,
  `pods.create({ ...podHead, spec: { restartPolicy: "Never", dnsPolicy: text, containers: [] } })`,
  `pods.create({ ...podHead, spec: { restartPolicy: "Never", containers } }, { dryRun: true })`,
  `deployments.create({ apiVersion, kind, metadata, spec: { ...spec, template: castTemplate } })`,
  `deployments.apply({ apiVersion, kind, metadata, spec: { strategy: { type: text } } }, me)`,
  `deployments.update({ ...deployment, spec: { ...deployment.spec, replicas: 3 } })`,
];

/** What the compiler says of calls with several signatures, without the reasons. */
const isOverloaded = "TS2769";

/** Statements that do not compile, and a word of the reason. */
const refused: readonly (readonly [statement: string, reason: string])[] = [
  [`pod.metadata.creationTimestamp.getTime()`, "getTime"],
  [`pod.status.startTime?.toISOString()`, "toISOString"],
  [
    `deployments.apply({ apiVersion, kind, metadata, spec: { template: { spec: { containers: [{ image: "a" }] } } } }, me)`,
    "name",
  ],
  [`deployments.create({ apiVersion: "apps/v1beta1", kind, metadata, spec })`, "apps/v1beta1"],
  [`deployments.create({ apiVersion, kind: "Deploymnet", metadata, spec })`, "Deploymnet"],
  [`deployments.create({ apiVersion, kind, metadata, spec, status: {} })`, "status"],
  [`deployments.create({ apiVersion, kind, spec })`, "metadata"],
  [`deployments.create({ apiVersion, kind, metadata })`, "spec"],
  [`deployments.create({ apiVersion, kind, metadata, spec: { template } })`, "selector"],
  [`pods.scale`, "scale"],
  [`jobs.scale`, "scale"],
  [`deployments.log`, "log"],
  [`pods.list({ fieldSelector: { "spec.nodeNam": "a" } })`, "spec.nodeNam"],
  [`deployments.list({ fieldSelector: { "spec.replicas": "a" } })`, "spec.replicas"],
  [
    `new Informer(pods, { indexers: { node: (one: Pod) => [one.spec.nodeName ?? ""] } }).byIndex("nod", "a")`,
    "nod",
  ],
  [`pods.create({ ...podHead, spec: { restartPolicy: "Nevr", containers: [] } })`, '"Never"'],
  [
    `pods.create({ ...podHead, spec: { containers: [{ name: "a", imagePullPolicy: "Allways" }] } })`,
    '"Always"',
  ],
  [`pods.create({ ...podHead, spec: { dnsPolicy: "Never", containers: [] } })`, "DNSPolicy"],
  [`pods.update({ ...podHead, spec: { restartPolicy: "Nevr", containers: [] } })`, '"Never"'],
  [
    `deployments.apply({ apiVersion, kind, metadata, spec: { strategy: { type: "Rolling" } } }, me)`,
    '"Rolling"',
  ],
  [`deployments.create({ apiVersion, kind, metadata, spec: { ...spec, replica: 3 } })`, "replica"],
  [
    `pods.create({ ...podHead, spec: { containers: [{ name: "a", imagee: "b" }], dnsPolicy: text } })`,
    "imagee",
  ],
  [`podDefinition.kind satisfies "Pood"`, "Pood"],
  [`pod.spec.containers[0]?.resources.limits?.["cpu"]?.toFixed()`, "toFixed"],
];

describe("programs with built-in kinds", () => {
  const project = new Project({ ...strictest, noUnusedLocals: false });

  beforeAll(async () => {
    await write(project, 37, ["workloads"]);
  }, minutes);

  afterAll(() => {
    project.remove();
  });

  it(
    "compile where they are right",
    () => {
      const lines = accepted.map((statement) => `void (${statement});\n`);
      project.write("right.ts", head + lines.join(""));
      expect(project.check("typescript-7")).toEqual([]);
      project.write("right.ts", "export {};\n");
    },
    minutes,
  );

  it(
    "do not compile where they are wrong",
    () => {
      const lines = refused.map(([statement]) => `void (${statement});\n`);
      project.write("wrong.ts", head + lines.join(""));
      const first = head.split("\n").length;
      const errors = project.check("typescript-7");
      const found = refused.map(([statement, reason], index) => {
        const own = errors.filter(({ line }) => line === first + index);
        const isTold = own.some(({ text }) => text.includes(reason) || text.includes(isOverloaded));
        return isTold ? statement : own;
      });
      expect(found).toEqual(refused.map(([statement]) => statement));
      project.write("wrong.ts", "export {};\n");
    },
    minutes,
  );
});
