import { describe, expect, it } from "vitest";
import { builtInKind, builtInKinds } from "../../../../src/runtime/v1/built-in.js";
import { memoryApiServer } from "../../../../src/runtime/v1/testing.js";
import type { JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import { objectAt, objectsAt } from "../../../../src/runtime/v1/values/json/raw-fields.js";

const container = { name: "web", image: "web:1" };
const labels = { app: "web" };
const template = { metadata: { labels }, spec: { containers: [container] } };
const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web" },
  spec: { selector: { matchLabels: labels }, template },
};

type Server = ReturnType<typeof memoryApiServer>;

async function send(
  server: Server,
  method: "DELETE" | "GET" | "PATCH" | "POST" | "PUT",
  path: string,
  body?: unknown,
  more: { readonly [name: string]: string } = {},
): Promise<{ readonly status: number; readonly object: JsonObject }> {
  const [place = "", query = ""] = path.split("?");
  const response = await server.send({
    method,
    path: place,
    query,
    headers: Object.entries({ "content-type": "application/json", ...more }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, object: JSON.parse(await response.text()) as JsonObject }; // an object
}

const deployments = "/apis/apps/v1/namespaces/default/deployments";

describe("built-in kinds in memoryApiServer", () => {
  it("fills in defaults, and counts generations", async () => {
    const server = memoryApiServer(builtInKinds(["apps/v1/Deployment"]));
    const { status, object } = await send(server, "POST", deployments, deployment);
    expect(status).toBe(201);
    expect(object["spec"]).toMatchObject({
      replicas: 1,
      progressDeadlineSeconds: 600,
      strategy: { type: "RollingUpdate" },
      template: { spec: { restartPolicy: "Always", dnsPolicy: "ClusterFirst" } },
    });
    const scaled = await send(server, "PATCH", `${deployments}/web`, { spec: { replicas: 3 } }, {
      "content-type": "application/merge-patch+json",
    }); // prettier-ignore
    expect(scaled.object["metadata"]).toMatchObject({ generation: 2 });
    const scale = await send(server, "GET", `${deployments}/web/scale`);
    expect(scale.object).toMatchObject({ kind: "Scale", spec: { replicas: 3 } });
  });

  it("refuses what the server refuses, in its words", async () => {
    const server = memoryApiServer([builtInKind("apps/v1", "Deployment")]);
    const other = { ...deployment.spec, selector: { matchLabels: { app: "other" } } };
    const mismatch = await send(server, "POST", deployments, { ...deployment, spec: other });
    expect(mismatch.status).toBe(422);
    expect(mismatch.object["message"]).toContain("`selector` does not match template `labels`");
    const typed = { ...deployment, spec: { ...deployment.spec, replicas: "three" } };
    const wrong = await send(server, "POST", deployments, typed);
    expect(wrong.status).toBe(400);
    expect(wrong.object["message"]).toContain("Go struct field DeploymentSpec.spec.replicas");
    const strict = await send(server, "POST", `${deployments}?fieldValidation=Strict`, {
      ...deployment,
      spec: { ...deployment.spec, replica: 2 },
    });
    expect(strict.object["message"]).toContain('unknown field "spec.replica"');
  });

  it("gives addresses to Services, which look at each other", async () => {
    const server = memoryApiServer(builtInKinds(["v1/Service"]));
    const addresses = new Set<unknown>();
    for (const name of ["one", "two", "three"]) {
      const { object } = await send(server, "POST", "/api/v1/namespaces/default/services", {
        apiVersion: "v1",
        kind: "Service",
        metadata: { name },
        spec: { ports: [{ port: 80 }] },
      });
      const { clusterIP } = objectAt(object, "spec") ?? {};
      expect(clusterIP).toMatch(/^\d+\.\d+\.\d+\.\d+$/);
      addresses.add(clusterIP);
    }
    expect(addresses.size).toBe(3);
  });

  it("shows one kind in several versions", async () => {
    const server = memoryApiServer(builtInKinds(["autoscaling", "events.k8s.io", "v1/Event"]));
    const scalers = "namespaces/default/horizontalpodautoscalers";
    const made = await send(server, "POST", `/apis/autoscaling/v1/${scalers}`, {
      apiVersion: "autoscaling/v1",
      kind: "HorizontalPodAutoscaler",
      metadata: { name: "web" },
      spec: {
        maxReplicas: 3,
        targetCPUUtilizationPercentage: 50,
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
      },
    });
    expect(made.status).toBe(201);
    const shown = await send(server, "GET", `/apis/autoscaling/v2/${scalers}/web`);
    expect(shown.object["spec"]).toMatchObject({
      metrics: [
        {
          type: "Resource",
          resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } },
        },
      ],
    });
    await send(server, "POST", "/api/v1/namespaces/default/events", {
      apiVersion: "v1",
      kind: "Event",
      metadata: { name: "one" },
      involvedObject: { kind: "Pod", name: "web", namespace: "default" },
      message: "hello",
    });
    const event = await send(server, "GET", "/apis/events.k8s.io/v1/namespaces/default/events/one");
    expect(event.object).toMatchObject({ note: "hello", regarding: { name: "web" } });
  });

  it("prints tables with the columns of the kind", async () => {
    const server = memoryApiServer(builtInKinds(["apps/v1/Deployment"]));
    await send(server, "POST", deployments, deployment);
    const accept = "application/json;as=Table;v=v1;g=meta.k8s.io";
    const { object } = await send(server, "GET", deployments, undefined, { accept });
    const names = objectsAt(object, "columnDefinitions").map(({ name }) => name);
    expect(names.slice(0, 4)).toEqual(["Name", "Ready", "Up-to-date", "Available"]);
  });

  it("has the kinds and defaults of the release that is named", async () => {
    const older = { kubernetesVersion: "1.34" };
    const server = memoryApiServer([builtInKind("apps/v1", "Deployment", older)]);
    const { status } = await send(server, "POST", deployments, deployment);
    expect(status).toBe(201);
    expect(() => builtInKind("apps/v1", "Deployment", { kubernetesVersion: "1.2" })).toThrow(
      "'1.2' is no Kubernetes version that crdgen knows",
    );
  });

  it("says which names mean nothing", () => {
    expect(() => builtInKinds(["apps/v1/Deploymnet"])).toThrow(
      "'apps/v1/Deploymnet' means no built-in kind of Kubernetes 1.37 that can be stored",
    );
    expect(() => builtInKind("apps/v1", "Pod")).toThrow("stores no 'apps/v1/Pod'");
    expect(() => builtInKinds(["authentication.k8s.io/v1/TokenReview"])).toThrow(TypeError);
  });
});
