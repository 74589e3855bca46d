import { describe, expect, it } from "vitest";
import { kindTable } from "../../../../src/runtime/v1/built-in/table/kind-table.js";
import { builtinTable } from "../../../../src/runtime/v1/built-in/tables/builtin-table.js";
import { selectorText } from "../../../../src/runtime/v1/built-in/tables/selector-text.js";
import type { Json, JsonObject } from "../../../../src/runtime/v1/values/json/json.js";

const now = Date.parse("2026-01-02T00:00:00Z");

/** A row by the names of columns. */
function row(apiVersion: string, kind: string, object: JsonObject): { [column: string]: Json } {
  const [version = "", group = ""] = apiVersion.split("/").reverse();
  const table = builtinTable({ group, version, kind }, 37);
  const cells = table.row(object, now);
  const entries = table.definitions.map(({ name }, index) => [String(name), cells[index] ?? null]);
  return Object.fromEntries(entries) as { [column: string]: Json }; // names of columns are texts
}

function pod(status: JsonObject, metadata: JsonObject = {}): { [column: string]: Json } {
  const containers = [{ name: "a" }, { name: "b" }];
  return row("v1", "Pod", { metadata, spec: { containers }, status });
}

describe("tables of built-in kinds", () => {
  it("have a cell for each column of each kind", () => {
    const lacking = kindTable(37).resources.flatMap((resource) => {
      const cells = builtinTable(resource, 37).row({ metadata: {} }, now);
      return resource.columns.filter((_, index) => cells[index] === null).map(({ name }) => name);
    });
    expect(lacking).toEqual([]);
  });

  it("say how the containers of a pod run", () => {
    const running = { name: "a", ready: true, restartCount: 0, state: { running: {} } };
    const failing = {
      name: "b",
      restartCount: 3,
      state: { waiting: { reason: "CrashLoopBackOff" } },
      lastState: { terminated: { exitCode: 1, finishedAt: "2026-01-01T23:59:00Z" } },
    };
    const containerStatuses = [running, failing];
    expect(pod({ phase: "Running", containerStatuses })).toMatchObject({
      Ready: "1/2",
      Status: "CrashLoopBackOff",
      Restarts: "3 (60s ago)",
    });
    const ended = { name: "b", state: { terminated: { exitCode: 2 } } };
    expect(pod({ phase: "Failed", containerStatuses: [ended] })).toMatchObject({
      Status: "ExitCode:2",
    });
    const deletionTimestamp = "2026-01-01T00:00:00Z";
    expect(pod({ phase: "Running" }, { deletionTimestamp })).toMatchObject({
      Status: "Terminating",
    });
    const gated = [{ type: "PodScheduled", status: "False", reason: "SchedulingGated" }];
    expect(pod({ phase: "Pending", conditions: gated })).toMatchObject({
      Status: "SchedulingGated",
    });
  });

  it("say which init container of a pod runs", () => {
    const initContainers = [{ name: "i", restartPolicy: "Always" }, { name: "j" }];
    const spec = { containers: [{ name: "a" }], initContainers };
    const started = { name: "i", started: true, ready: true, state: { running: {} } };
    const waiting = { name: "j", state: { waiting: { reason: "PodInitializing" } } };
    const status = { phase: "Pending", initContainerStatuses: [started, waiting] };
    expect(row("v1", "Pod", { spec, status })).toMatchObject({ Ready: "1/2", Status: "Init:1/2" });
  });

  it("show endpoints, three at most", () => {
    const addresses = ["10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4"].map((ip) => ({ ip }));
    const subsets = [{ addresses, ports: [{ port: 80 }] }];
    expect(row("v1", "Endpoints", { subsets })["Endpoints"]).toBe(
      "10.0.0.1:80,10.0.0.2:80,10.0.0.3:80 + 1 more...",
    );
    expect(row("v1", "Endpoints", {})["Endpoints"]).toBe("<none>");
  });

  it("show the addresses of balancers", () => {
    const spec = { type: "LoadBalancer", ports: [{ port: 80, nodePort: 30000, protocol: "TCP" }] };
    expect(row("v1", "Service", { spec })).toMatchObject({
      "External-IP": "<pending>",
      "Port(s)": "80:30000/TCP",
    });
    const status = { loadBalancer: { ingress: [{ hostname: "b" }, { ip: "10.1.1.1" }] } };
    expect(row("v1", "Service", { spec, status })["External-IP"]).toBe("10.1.1.1,b");
  });

  it("show metrics of autoscalers, two at most", () => {
    const resource = { name: "cpu", target: { averageUtilization: 80 } };
    const pods = { target: { averageValue: "1k" } };
    const metrics = [
      { type: "Resource", resource },
      { type: "Pods", pods },
      { type: "Pods", pods },
    ];
    const current = [{ type: "Resource", resource: { current: { averageUtilization: 7 } } }];
    const object = { spec: { metrics }, status: { currentMetrics: current } };
    expect(row("autoscaling/v2", "HorizontalPodAutoscaler", object)["Targets"]).toBe(
      "cpu: 7%/80%, <unknown>/1k + 1 more...",
    );
    const measured = {
      spec: { metrics: [{ type: "Pods", pods }] },
      status: { currentMetrics: [{ pods: {} }] },
    };
    expect(row("autoscaling/v1", "HorizontalPodAutoscaler", measured)["Targets"]).toBe("<nil>/1k");
  });

  it("have the columns of their release", () => {
    const account = { group: "", version: "v1", kind: "ServiceAccount" };
    const names = (minor: 34 | 35): readonly unknown[] =>
      builtinTable(account, minor).definitions.map(({ name }) => name);
    expect(names(34)).toEqual(["Name", "Secrets", "Age"]);
    expect(names(35)).toEqual(["Name", "Age"]);
  });

  it("show selectors as queries", () => {
    const matchExpressions = [
      { key: "c", operator: "NotIn", values: ["2", "1"] },
      { key: "a", operator: "DoesNotExist" },
    ];
    expect(selectorText({ matchLabels: { b: "1" }, matchExpressions })).toBe(
      "!a,b=1,c notin (1,2)",
    );
    expect(selectorText({})).toBe("<none>");
    expect(selectorText({ matchExpressions: [{ key: "a", operator: "Is" }] })).toBe("<error>");
  });
});
