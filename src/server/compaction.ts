import type { MemoryApiServer } from "../runtime/v1/testing/memory-api-server.js";

/** Milliseconds for which a server keeps old states, at least. */
const interval = 300_000;

/**
 * Forgets states that are older than five minutes, as servers let etcd do it (apiserver
 * `storage/etcd3/compact.go`): lists that go on from there are answered with 410.
 */
export class Compaction {
  readonly #server: Pick<MemoryApiServer, "compact" | "now">;
  #time: number;
  /** What the server had come to then. */
  #version = 0;

  constructor(server: Pick<MemoryApiServer, "compact" | "now">) {
    this.#server = server;
    this.#time = server.now();
  }

  /** Before each request: nothing needs to be forgotten until somebody asks. */
  work(): void {
    const age = this.#server.now() - this.#time;
    if (age < interval) return;
    const version = this.#server.compact(this.#version);
    // Nothing was asked since then, so that what is there now was there five minutes ago.
    if (age >= 2 * interval) this.#server.compact(version);
    this.#version = version;
    this.#time = this.#server.now();
  }
}
