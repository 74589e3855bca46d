import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { expect } from "vitest";
import type { Served } from "../support/serve.js";
import { untilItListens } from "../support/serve.js";

/** The most memory that a server may ever have had, in MB. */
const mostMemory = 512;

/** What is sent to a server; the body as it is. */
export interface Sent {
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** Default: JSON. */
  readonly type?: string;
  readonly headers?: { readonly [name: string]: string };
}

/** An answer that has been read to its end. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  /** Of a Status; undefined for other objects. */
  readonly message: string | undefined;
}

/** A process of `crdgen serve` that is under attack, on Linux. */
export class AttackedServer {
  readonly url: string;
  readonly #pid: number;

  private constructor(served: Served) {
    this.url = /listens at (\S+)\n/.exec(served.text())?.[1] ?? "";
    this.#pid = served.child.pid ?? 0;
  }

  /** Waits until it listens. */
  static async of(served: Served): Promise<AttackedServer> {
    await untilItListens(served);
    return new AttackedServer(served);
  }

  /** Sends a request, and reads the answer. */
  async ask(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    const { body, type = "application/json", headers } = sent;
    const response = await fetch(this.url + path, {
      method,
      headers: { ...(body === undefined ? {} : { "content-type": type }), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    return { status: response.status, text, message: messageOf(text) };
  }

  /**
   * Attacks while another client asks for the namespace `default`. Every answer to it must be good.
   *
   * @returns the longest that it waited, in ms
   */
  async longestWait(attack: () => Promise<unknown>): Promise<number> {
    const path = new URL("bystander.mjs", import.meta.url);
    const worker = new Worker(path, {
      workerData: `${this.url}/api/v1/namespaces/default`,
    });
    let heard: Heard[] = [];
    worker.on("message", (one: Heard) => heard.push(one));
    try {
      // Its first requests compile what they need.
      await expect.poll(() => heard.length, { timeout: 10_000 }).toBeGreaterThan(20);
      heard = [];
      await attack();
      const answered = heard.length;
      await expect.poll(() => heard.length, { timeout: 10_000 }).toBeGreaterThan(answered);
    } finally {
      await worker.terminate();
    }
    expect(heard.filter(({ outcome }) => outcome !== 200)).toEqual([]);
    return Math.max(...heard.map(({ duration }) => duration));
  }

  /** The processor time that it has taken, in ms, which a busy machine does not change. */
  cpuTime(): number {
    // Behind the name, which may hold spaces: the 14th and 15th, in hundredths of a second.
    const fields = this.#read("stat")
      .replace(/^.*\) /, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  }

  /**
   * The time that its main thread has worked, in ms: nobody waits longer for what it does at once,
   * however busy the machine is.
   */
  mainThreadTime(): number {
    return Number(this.#read(`task/${this.#pid}/schedstat`).split(" ")[0]) / 1e6;
  }

  /** The memory that it has now, in MB. */
  memory(): number {
    return this.#megabytes("VmRSS");
  }

  /** Fails if it ever had more memory than allowed, or is gone. */
  checkMemory(): void {
    expect(this.#megabytes("VmHWM")).toBeLessThan(mostMemory);
  }

  #megabytes(name: string): number {
    const found = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(this.#read("status"));
    return Number(found?.[1]) / 1024;
  }

  #read(file: string): string {
    return readFileSync(`/proc/${this.#pid}/${file}`, "utf8");
  }
}

interface Heard {
  /** A status, or what went wrong. */
  readonly outcome: number | string;
  readonly duration: number;
}

function messageOf(text: string): string | undefined {
  try {
    const value = JSON.parse(text) as { kind?: string; message?: string }; // an object of the API
    return value.kind === "Status" ? value.message : undefined;
  } catch {
    return undefined;
  }
}
