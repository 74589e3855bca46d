import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type {
  TransportRequest,
  TransportResponse,
} from "../../../../../src/runtime/v1/client/transport.js";
import { OperatorMetrics } from "../../../../../src/runtime/v1/manager/metrics/operator-metrics.js";

let metrics: OperatorMetrics;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-01-01T00:00:00Z") });
  metrics = new OperatorMetrics();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The lines of the metrics that begin so, without buckets. */
function lines(...beginnings: string[]): string[] {
  const isWanted = (line: string): boolean =>
    beginnings.some((beginning) => line.startsWith(beginning)) && !line.includes("_bucket{");
  return metrics.text().split("\n").filter(isWanted);
}

const idle = {
  active: 0,
  maxConcurrent: 3,
  stuck: 0,
  unfinishedSeconds: 0,
  longestRunningSeconds: 0,
  queuedByPriority: [],
};

it("shows the zeros of a controller that has done nothing yet", () => {
  metrics.controller("gadget", { metrics: () => idle });
  expect(lines("controller_runtime_", "workqueue_", "crdgen_stuck")).toEqual([
    'controller_runtime_active_workers{controller="gadget"} 0',
    'controller_runtime_max_concurrent_reconciles{controller="gadget"} 3',
    'controller_runtime_reconcile_errors_total{controller="gadget"} 0',
    'controller_runtime_reconcile_panics_total{controller="gadget"} 0',
    'controller_runtime_reconcile_timeouts_total{controller="gadget"} 0',
    'controller_runtime_reconcile_total{controller="gadget",result="error"} 0',
    'controller_runtime_reconcile_total{controller="gadget",result="requeue"} 0',
    'controller_runtime_reconcile_total{controller="gadget",result="requeue_after"} 0',
    'controller_runtime_reconcile_total{controller="gadget",result="success"} 0',
    'controller_runtime_terminal_reconcile_errors_total{controller="gadget"} 0',
    'crdgen_stuck_reconciles{controller="gadget"} 0',
    'workqueue_adds_total{controller="gadget",name="gadget"} 0',
    'workqueue_depth{controller="gadget",name="gadget",priority="0"} 0',
    'workqueue_longest_running_processor_seconds{controller="gadget",name="gadget"} 0',
    'workqueue_queue_duration_seconds_sum{controller="gadget",name="gadget"} 0',
    'workqueue_queue_duration_seconds_count{controller="gadget",name="gadget"} 0',
    'workqueue_retries_total{controller="gadget",name="gadget"} 0',
    'workqueue_unfinished_work_seconds{controller="gadget",name="gadget"} 0',
    'workqueue_work_duration_seconds_sum{controller="gadget",name="gadget"} 0',
    'workqueue_work_duration_seconds_count{controller="gadget",name="gadget"} 0',
  ]);
});

it("counts what a controller does", () => {
  const queuedByPriority = [
    { priority: 0, length: 7 },
    { priority: -100, length: 2000 },
  ];
  const numbers = {
    active: 2,
    maxConcurrent: 4,
    stuck: 1,
    unfinishedSeconds: 5.5,
    longestRunningSeconds: 3.5,
    queuedByPriority,
  };
  const observer = metrics.controller("gadget", { metrics: () => numbers });
  observer.added?.();
  observer.added?.();
  observer.retried?.();
  observer.began?.(500);
  observer.began?.(1500);
  observer.ended?.("error", 2000, true);
  observer.ended?.("requeue_after", 3000, false);
  const found = lines("controller_runtime_", "workqueue_", "crdgen_stuck");
  expect(found.filter((line) => !line.endsWith(" 0"))).toEqual([
    'controller_runtime_active_workers{controller="gadget"} 2',
    'controller_runtime_max_concurrent_reconciles{controller="gadget"} 4',
    'controller_runtime_reconcile_errors_total{controller="gadget"} 1',
    'controller_runtime_reconcile_time_seconds_sum{controller="gadget"} 5',
    'controller_runtime_reconcile_time_seconds_count{controller="gadget"} 2',
    'controller_runtime_reconcile_total{controller="gadget",result="error"} 1',
    'controller_runtime_reconcile_total{controller="gadget",result="requeue_after"} 1',
    'controller_runtime_terminal_reconcile_errors_total{controller="gadget"} 1',
    'crdgen_stuck_reconciles{controller="gadget"} 1',
    'workqueue_adds_total{controller="gadget",name="gadget"} 2',
    'workqueue_depth{controller="gadget",name="gadget",priority="-100"} 2000',
    'workqueue_depth{controller="gadget",name="gadget",priority="0"} 7',
    'workqueue_longest_running_processor_seconds{controller="gadget",name="gadget"} 3.5',
    'workqueue_queue_duration_seconds_sum{controller="gadget",name="gadget"} 2',
    'workqueue_queue_duration_seconds_count{controller="gadget",name="gadget"} 2',
    'workqueue_retries_total{controller="gadget",name="gadget"} 1',
    'workqueue_unfinished_work_seconds{controller="gadget",name="gadget"} 5.5',
    'workqueue_work_duration_seconds_sum{controller="gadget",name="gadget"} 5',
    'workqueue_work_duration_seconds_count{controller="gadget",name="gadget"} 2',
  ]);
});

it("shows leaders, the oldest cache of a resource, and events that were given up", () => {
  metrics.elector("a", { isLeader: true });
  metrics.elector("b", { isLeader: false });
  const resource = "gadgets.example.com";
  metrics.cache({ resource, lastSynced: () => Date.now() - 3000 });
  const end = metrics.cache({ resource, lastSynced: () => Date.now() - 9000 });
  metrics.cache({ resource: "pods", lastSynced: () => undefined });
  metrics.recorder("example.com/gadgets", { dropped: 2 });
  metrics.recorder("example.com/gadgets", { dropped: 3 });
  expect(lines("leader_", "crdgen_")).toEqual([
    'crdgen_cache_age_seconds{resource="gadgets.example.com"} 9',
    'crdgen_cache_age_seconds{resource="pods"} -1',
    'crdgen_events_dropped_total{controller="example.com/gadgets"} 5',
    'leader_election_master_status{name="a"} 1',
    'leader_election_master_status{name="b"} 0',
  ]);
  end();
  expect(lines("crdgen_cache")[0]).toBe(
    'crdgen_cache_age_seconds{resource="gadgets.example.com"} 3',
  );
});

it("shows the process, and certificates", () => {
  vi.useRealTimers();
  metrics = new OperatorMetrics();
  metrics.certificateRead(false);
  metrics.certificateRead(true);
  const names = lines("process_", "nodejs_", "certwatcher_").map((line) => line.split(" "));
  expect(names.map(([name]) => name)).toEqual([
    "certwatcher_read_certificate_errors_total",
    "certwatcher_read_certificate_total",
    "nodejs_eventloop_active_seconds_total",
    "nodejs_heap_size_used_bytes",
    "process_cpu_seconds_total",
    "process_resident_memory_bytes",
    "process_start_time_seconds",
  ]);
  expect(names.slice(0, 2).map(([, value]) => value)).toEqual(["1", "2"]);
  for (const [, value] of names.slice(2)) expect(Number(value)).toBeGreaterThan(0);
});

describe("requests", () => {
  const secret = "Bearer abc.def-secret";
  const request: TransportRequest = {
    method: "GET",
    path: "/api/v1/namespaces/shop/secrets/hidden-name",
    query: "labelSelector=hidden",
    headers: [["authorization", secret]],
  };
  const answer = { status: 403 } as TransportResponse; // all that is looked at

  it("are counted by status, method and host; nothing else of them is a label", async () => {
    const middleware = metrics.requests("10.0.0.1:6443");
    await middleware(() => Promise.resolve(answer))(request);
    const broken = middleware(() => Promise.reject(new Error("hidden")))(request);
    await expect(broken).rejects.toThrow("hidden");
    expect(lines("rest_client_requests_total")).toEqual([
      'rest_client_requests_total{code="403",host="10.0.0.1:6443",method="GET"} 1',
      'rest_client_requests_total{code="<error>",host="10.0.0.1:6443",method="GET"} 1',
    ]);
    expect(metrics.text()).not.toMatch(/hidden|secret|shop/);
  });
});

it("counts what webhooks answer", async () => {
  const slow = metrics.webhook("/validate", async () => {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    return { status: 200, headers: {}, body: "" };
  });
  const broken = metrics.webhook("/broken", () => Promise.reject(new Error("no")));
  const request = { method: "POST", text: () => Promise.resolve("") };
  const answered = slow(request);
  expect(lines("controller_runtime_webhook")).toContain(
    'controller_runtime_webhook_requests_in_flight{webhook="/validate"} 1',
  );
  await vi.advanceTimersByTimeAsync(2000);
  expect((await answered).status).toBe(200);
  await expect(broken(request)).rejects.toThrow("no");
  expect(lines("controller_runtime_webhook")).toEqual([
    'controller_runtime_webhook_latency_seconds_sum{webhook="/broken"} 0',
    'controller_runtime_webhook_latency_seconds_count{webhook="/broken"} 1',
    'controller_runtime_webhook_latency_seconds_sum{webhook="/validate"} 2',
    'controller_runtime_webhook_latency_seconds_count{webhook="/validate"} 1',
    "controller_runtime_webhook_panics_total 1",
    'controller_runtime_webhook_requests_in_flight{webhook="/broken"} 0',
    'controller_runtime_webhook_requests_in_flight{webhook="/validate"} 0',
    'controller_runtime_webhook_requests_total{code="200",webhook="/broken"} 0',
    'controller_runtime_webhook_requests_total{code="200",webhook="/validate"} 1',
    'controller_runtime_webhook_requests_total{code="500",webhook="/broken"} 1',
    'controller_runtime_webhook_requests_total{code="500",webhook="/validate"} 0',
  ]);
});
