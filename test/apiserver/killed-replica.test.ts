import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ResourceClient } from "../../src/runtime/v1/client/resource-client.js";
import type { GadgetTypes } from "./fixtures.js";
import { crdOf, gadget } from "./fixtures.js";
import { leaseCrd } from "./lease-crd.js";
import { describeApiServer, installCrd, waitUntil } from "./server.js";

const leaseDuration = 3_000;
/** The lease, a pause of the follower, and time for a busy machine. */
const longestTakeover = leaseDuration + 2.2 * 400 + 5_000;

describeApiServer("a replica in a process of its own", (server) => {
  const replicas: Replica[] = [];

  beforeAll(async () => {
    await installCrd(server(), crdOf(gadget));
    await installCrd(server(), leaseCrd());
    const client = new ResourceClient<GadgetTypes>(gadget, server().transport);
    for (let index = 0; index < 20; index++) {
      const metadata = { name: `g${index}` };
      await client.create({ apiVersion: "example.com/v1", kind: "Gadget", metadata });
    }
  });

  afterAll(() => {
    for (const replica of replicas) replica.signal("SIGKILL");
  });

  async function start(identity: string): Promise<Replica> {
    const replica = new Replica(server().kubeconfig, identity);
    replicas.push(replica);
    await waitUntil(`${identity} is ready`, () =>
      Promise.resolve(replica.lines.some(({ what }) => what === "ready")),
    );
    return replica;
  }

  const leads = (replica: Replica, since = 0): Promise<void> =>
    waitUntil("it leads", () => Promise.resolve(replica.begunAfter(since).length > 0));

  it("is taken over within the lease time when it is killed in the middle of its work", async () => {
    const first = await start("first");
    await leads(first);
    const second = await start("second");
    await sleep(500);
    expect(second.begunAfter(0)).toEqual([]);
    first.signal("SIGKILL");
    const killed = Date.now();
    await leads(second);
    const [takeover = Infinity] = second.begunAfter(0);
    await first.exited;
    expect(Math.max(...first.begunAfter(0))).toBeLessThan(takeover);
    expect(takeover - killed).toBeLessThan(longestTakeover);
    console.log(`takeover after ${takeover - killed} ms of a lease of ${leaseDuration} ms`);
    await waitUntil("all are reconciled", () => Promise.resolve(second.names.size === 20));
  }, 60_000);

  it("begins nothing when it goes on after it was stopped for longer than its lease", async () => {
    const second = replicas[1];
    if (second === undefined) throw new Error("there is no second replica");
    const third = await start("third");
    second.signal("SIGSTOP");
    const stopped = Date.now();
    await leads(third);
    const [takeover = Infinity] = third.begunAfter(0);
    second.signal("SIGCONT");
    await sleep(2_000);
    expect(second.begunAfter(stopped)).toEqual([]);
    expect(third.begunAfter(Date.now() - 1_000).length).toBeGreaterThan(0);
    expect(takeover - stopped).toBeLessThan(longestTakeover);
    third.signal("SIGKILL");
    const killed = Date.now();
    await leads(second, killed);
    expect(Math.min(...second.begunAfter(killed))).toBeGreaterThan(
      Math.max(...third.begunAfter(0)),
    );
  }, 60_000);
});

/** What a replica has printed. */
interface Line {
  readonly what: string;
  readonly name: string;
  readonly at: number;
}

class Replica {
  readonly lines: Line[] = [];
  readonly exited: Promise<void>;
  readonly #process: ChildProcess;

  constructor(kubeconfig: string, identity: string) {
    const root = join(import.meta.dirname, "../..");
    this.#process = spawn(
      process.execPath,
      [
        ...["--import", join(root, "scripts/typescript.js")],
        ...[join(import.meta.dirname, "replica.ts"), kubeconfig, identity],
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    let rest = "";
    this.#process.stdout?.setEncoding("utf8").on("data", (text: string) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const [what = "", name = "", at] = line.split(" ");
        this.lines.push({ what, name, at: Number(at) });
      }
    });
    this.exited = new Promise((resolve) => {
      this.#process.once("close", () => {
        resolve();
      });
    });
  }

  /** When it began to reconcile, as far as that was after a time. */
  begunAfter(time: number): number[] {
    return this.lines.filter(({ what, at }) => what === "began" && at > time).map(({ at }) => at);
  }

  /** Of all that it has reconciled. */
  get names(): ReadonlySet<string> {
    return new Set(this.lines.filter(({ what }) => what === "ended").map(({ name }) => name));
  }

  signal(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }
}
