import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { OperatorMetrics } from "../../../../../src/runtime/v1/manager/metrics/operator-metrics.js";

/*
 * `controller-runtime.txt` is what a manager of controller-runtime v0.25.2 has served, with leader
 * election and one controller, of which some reconciles failed; without the metrics of Go's own
 * runtime (`go_…`).
 */

/** The type, the names of labels, and bounds of buckets of each family. */
function shapesOf(text: string): Record<string, string> {
  const labels = new Map<string, Set<string>>();
  const types = new Map<string, string>();
  for (const line of text.split("\n")) {
    const [, declared, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    if (declared !== undefined && type !== undefined) types.set(declared, type);
    const [, name = "", pairs = ""] = /^([^#{ ]+)(?:\{(.*)\})? /.exec(line) ?? [];
    if (name === "") continue;
    const family = name.replace(/_(bucket|sum|count)$/, "");
    const set = labels.get(types.get(family) === "histogram" ? family : name) ?? new Set();
    for (const [, label, value] of pairs.matchAll(/(\w+)="([^"]*)"/g)) {
      set.add(label === "le" ? `le=${value}` : String(label));
    }
    labels.set(types.get(family) === "histogram" ? family : name, set);
  }
  return Object.fromEntries(
    [...types].map(([name, type]) => [name, `${type} ${[...(labels.get(name) ?? [])].join(" ")}`]),
  );
}

/** All that a whole operator shows. */
async function ours(): Promise<Record<string, string>> {
  const metrics = new OperatorMetrics();
  const observer = metrics.controller("configmap", {
    metrics: () => ({
      active: 0,
      maxConcurrent: 1,
      stuck: 0,
      unfinishedSeconds: 0,
      longestRunningSeconds: 0,
      queuedByPriority: [{ priority: -100, length: 0 }],
    }),
  });
  observer.ended?.("error", 1, false);
  metrics.elector("seen", { isLeader: true });
  metrics.cache({ resource: "configmaps", lastSynced: () => 0 });
  metrics.recorder("example.com/seen", { dropped: 0 });
  const answer = { status: 200 } as Awaited<ReturnType<ReturnType<typeof send>>>; // enough
  const send = metrics.requests("127.0.0.1:6443");
  await send(() => Promise.resolve(answer))({ method: "GET", path: "/", headers: [] });
  metrics.webhook("/validate", () => Promise.resolve({ status: 200, headers: {}, body: "" }));
  return shapesOf(metrics.text());
}

const theirs = shapesOf(readFileSync(new URL("controller-runtime.txt", import.meta.url), "utf8"));

it("what both show has the same type, labels and buckets", async () => {
  const shown = await ours();
  const both = Object.keys(theirs).filter((name) => shown[name] !== undefined);
  expect(both.length).toBeGreaterThan(20);
  for (const name of both) expect([name, shown[name]]).toEqual([name, theirs[name]]);
});

it("what only one shows is known", async () => {
  const shown = await ours();
  expect(Object.keys(theirs).filter((name) => shown[name] === undefined)).toEqual([
    // An exception of a conversion is answered, and counted with the webhook's codes.
    "controller_runtime_conversion_webhook_panics_total",
    // Of Go's process collector: they would need a read of /proc at each look.
    "process_max_fds",
    "process_network_receive_bytes_total",
    "process_network_transmit_bytes_total",
    "process_open_fds",
    "process_virtual_memory_bytes",
    "process_virtual_memory_max_bytes",
  ]);
  expect(Object.keys(shown).filter((name) => theirs[name] === undefined)).toEqual([
    // These appear with the first webhook there as well.
    "controller_runtime_webhook_requests_in_flight",
    "controller_runtime_webhook_requests_total",
    // Our own.
    "crdgen_cache_age_seconds",
    "crdgen_events_dropped_total",
    "crdgen_stuck_reconciles",
    "nodejs_eventloop_active_seconds_total",
    "nodejs_heap_size_used_bytes",
  ]);
});
