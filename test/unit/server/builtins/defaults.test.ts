import { describe, expect, it } from "vitest";
import { constantDefaults } from "../../../../src/runtime/v1/built-in/defaults/constants.js";
import { defaultsOf } from "../../../../src/runtime/v1/built-in/defaults/defaults.js";
import { isLatestImage } from "../../../../src/runtime/v1/built-in/defaults/image-tag.js";
import { kindTable } from "../../../../src/runtime/v1/built-in/table/kind-table.js";
import type { JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../../../src/runtime/v1/values/kubernetes-version.js";

const kinds = { apps: "apps/v1", batch: "batch/v1", core: "v1" };

function filled(
  apiVersion: string,
  kind: string,
  body: JsonObject,
  minor: KubernetesMinor = 37,
): JsonObject {
  const [version = "", group = ""] = apiVersion.split("/").reverse();
  const object = structuredClone(body);
  defaultsOf({ group, version, kind }, minor)?.(object);
  return object;
}

function specOf(apiVersion: string, kind: string, spec: JsonObject, minor?: KubernetesMinor) {
  return filled(apiVersion, kind, { spec }, minor)["spec"];
}

describe("defaults of built-in kinds", () => {
  it("reach containers in the templates of templates", () => {
    const template = { spec: { containers: [{ name: "c", image: "i:1" }] } };
    const spec = { jobTemplate: { spec: { template } } };
    expect(specOf(kinds.batch, "CronJob", spec)).toMatchObject({
      concurrencyPolicy: "Allow",
      jobTemplate: {
        spec: {
          template: {
            spec: {
              containers: [{ imagePullPolicy: "IfNotPresent", terminationMessagePolicy: "File" }],
              dnsPolicy: "ClusterFirst",
              restartPolicy: "Always",
            },
          },
        },
      },
    });
  });

  it("of a Job do not reach the template of a CronJob", () => {
    const spec = specOf(kinds.batch, "CronJob", { jobTemplate: { spec: { template: {} } } });
    expect(spec).not.toHaveProperty("jobTemplate.spec.completions");
    expect(specOf(kinds.batch, "Job", {})).toMatchObject({ completions: 1, backoffLimit: 6 });
  });

  it("fill what is absent, and leave what is given", () => {
    expect(specOf(kinds.apps, "Deployment", { replicas: 0 })).toMatchObject({
      replicas: 0,
      strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "25%" } },
    });
    expect(specOf(kinds.apps, "Deployment", { strategy: { type: "Recreate" } })).toMatchObject({
      strategy: { type: "Recreate" },
    });
    expect(filled(kinds.core, "Secret", {})).toEqual({ type: "Opaque" });
  });

  it("copy ports and limits within a pod", () => {
    const container = { name: "c", ports: [{ containerPort: 80 }] };
    const resources = { limits: { cpu: "100u", memory: "1Gi" }, requests: { memory: "1Mi" } };
    const spec = { hostNetwork: true, containers: [{ ...container, resources }] };
    expect(specOf(kinds.core, "Pod", spec)).toMatchObject({
      containers: [
        {
          ports: [{ containerPort: 80, hostPort: 80, protocol: "TCP" }],
          resources: { limits: { cpu: "1m" }, requests: { cpu: "1m", memory: "1Mi" } },
        },
      ],
    });
  });

  it("give ports of a Service their target, by its type", () => {
    const spec = { type: "LoadBalancer", ports: [{ port: 80 }, { port: 81, targetPort: "web" }] };
    expect(specOf(kinds.core, "Service", spec)).toEqual({
      type: "LoadBalancer",
      sessionAffinity: "None",
      ports: [
        { port: 80, targetPort: 80, protocol: "TCP" },
        { port: 81, targetPort: "web", protocol: "TCP" },
      ],
      externalTrafficPolicy: "Cluster",
      internalTrafficPolicy: "Cluster",
      allocateLoadBalancerNodePorts: true,
    });
    expect(specOf(kinds.core, "Service", { type: "ExternalName" })).not.toHaveProperty(
      "internalTrafficPolicy",
    );
  });

  it("copy labels of templates to a Job without its own", () => {
    const template = { metadata: { labels: { a: "b" } } };
    expect(filled(kinds.batch, "Job", { spec: { template } })).toHaveProperty(
      "metadata.labels.a",
      "b",
    );
  });

  it("differ between releases", () => {
    expect(specOf(kinds.batch, "Job", {}, 28)).not.toHaveProperty("manualSelector");
    expect(specOf(kinds.batch, "Job", {}, 29)).toHaveProperty("manualSelector", false);
    const rolling = "updateStrategy.rollingUpdate.maxUnavailable";
    expect(specOf(kinds.apps, "StatefulSet", {}, 34)).not.toHaveProperty(rolling);
    expect(specOf(kinds.apps, "StatefulSet", {}, 35)).toHaveProperty(rolling, 1);
    expect(specOf(kinds.apps, "StatefulSet", {}, 36)).not.toHaveProperty(rolling);
  });

  it("add up what containers request for a pod as a whole, from 1.34 to 1.36", () => {
    const container = (cpu: string) => ({ resources: { requests: { cpu } } });
    const spec = {
      resources: { limits: { cpu: "4", memory: "1Gi" } },
      containers: [container("100m"), container("200m")],
      initContainers: [{ ...container("50m"), restartPolicy: "Always" }, container("1")],
    };
    const requests = { cpu: "1050m", memory: "1Gi" };
    expect(specOf(kinds.core, "Pod", spec, 36)).toHaveProperty("resources.requests", requests);
    expect(specOf(kinds.core, "Pod", spec, 37)).not.toHaveProperty("resources.requests");
  });

  it("are none for kinds without any, and for those that a release lacks", () => {
    const role = { group: "rbac.authorization.k8s.io", version: "v1", kind: "Role" };
    expect(defaultsOf(role, 37)).toBeUndefined();
    const slice = { group: "resource.k8s.io", version: "v1", kind: "ResourceSlice" };
    expect(defaultsOf(slice, 37)).toBeDefined();
    expect(defaultsOf(slice, 33)).toBeUndefined();
  });

  it("are of structs and fields that the table has", () => {
    const table = kindTable(37);
    const missing = Object.entries(constantDefaults).flatMap(([struct, paths]) =>
      Object.keys(paths).filter((path) => {
        const [key] = path.split(".");
        return table.findStruct(struct)?.fields.every(({ name }) => name !== key) ?? true;
      }),
    );
    expect(missing).toEqual([]);
  });
});

describe("tags of images", () => {
  it.each([
    ["nginx", true],
    ["nginx:latest", true],
    ["nginx:1.2", false],
    ["example.com:5000/a/b", true],
    ["example.com:5000/a/b:v1", false],
    ["Example/a", true],
    [`nginx@sha256:${"a".repeat(64)}`, false],
    ["", false],
    ["Nginx", false],
    ["a//b", false],
    ["nginx:", false],
  ])("%s", (image, isLatest) => {
    expect(isLatestImage(image)).toBe(isLatest);
  });
});
