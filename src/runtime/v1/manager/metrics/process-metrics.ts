import type { MetricsRegistry } from "./registry.js";

/**
 * The process, under the names of Prometheus' libraries, and for how long its event loop has had
 * work: near one second per second, everything waits. Other runtimes than Node.js show what they
 * have.
 */
export function addProcessMetrics(registry: MetricsRegistry): void {
  const { process, performance: clock } = globalThis as NodeGlobals; // of Node.js
  if (process?.cpuUsage === undefined || process.memoryUsage === undefined) return;
  const { cpuUsage, memoryUsage } = process;
  addNumber(registry, "counter", {
    name: "process_cpu_seconds_total",
    help: "CPU time of the process",
    read() {
      const { user, system } = cpuUsage();
      return (user + system) / 1e6;
    },
  });
  addNumber(registry, "gauge", {
    name: "process_resident_memory_bytes",
    help: "Memory of the process",
    read: () => memoryUsage().rss,
  });
  const started = (Date.now() - clock.now()) / 1000;
  addNumber(registry, "gauge", {
    name: "process_start_time_seconds",
    help: "When the process began, since 1970",
    read: () => started,
  });
  addNumber(registry, "gauge", {
    name: "nodejs_heap_size_used_bytes",
    help: "Heap that objects take",
    read: () => memoryUsage().heapUsed,
  });
  if (clock.eventLoopUtilization === undefined) return;
  addNumber(registry, "counter", {
    name: "nodejs_eventloop_active_seconds_total",
    help: "For how long the event loop has had work",
    read: () => (clock.eventLoopUtilization?.().active ?? 0) / 1000,
  });
}

function addNumber(
  registry: MetricsRegistry,
  type: "counter" | "gauge",
  {
    name,
    help,
    read,
  }: { readonly name: string; readonly help: string; readonly read: () => number },
): void {
  registry.collected({ type, name, help, read: () => [[read()]] });
}

/** The parts of Node.js that are used. Other runtimes may lack them. */
interface NodeGlobals {
  readonly process?: {
    /** Microseconds. */
    readonly cpuUsage?: () => { readonly user: number; readonly system: number };
    /** Bytes. */
    readonly memoryUsage?: () => { readonly rss: number; readonly heapUsed: number };
  };
  readonly performance: {
    now(): number;
    /** Milliseconds. */
    eventLoopUtilization?(): { readonly active: number };
  };
}
