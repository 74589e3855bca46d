import type * as fs from "node:fs";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DataFile } from "../../../../src/cli/serve/data-file.js";
import { DataLock } from "../../../../src/cli/serve/data-lock.js";
import type {
  ServerSnapshot,
  StoredChange,
} from "../../../../src/runtime/v1/testing/memory-api-server.js";

/** What the system does with a write: how many bytes it takes, or its error. */
let system: ((length: number) => number) | undefined;
vi.mock("node:fs", async (original) => {
  const real = await original<typeof fs>();
  const writeSync = (file: number, bytes: Uint8Array, from: number, length: number, at: number) =>
    real.writeSync(file, bytes, from, system?.(length) ?? length, at);
  return { ...real, writeSync };
});

const processes = { processId: process.pid, isRunning: (id: number) => id === 77 };
let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "crdgen-data-"));
  path = join(folder, "data");
});
afterEach(() => {
  system = undefined;
  rmSync(folder, { recursive: true });
});

/** A server of one resource, as far as its data file goes. */
class Objects {
  readonly #file: DataFile;
  readonly #texts = new Map<string, string>();
  #version: number;

  constructor(file: DataFile) {
    this.#file = file;
    this.#version = file.snapshot?.resourceVersion ?? 0;
    for (const [key, text] of file.snapshot?.objects["as."] ?? []) this.#texts.set(key, text);
    file.begin(() => this.snapshot());
  }

  snapshot(): ServerSnapshot {
    return { resourceVersion: this.#version, objects: { "as.": [...this.#texts] } };
  }

  write(key: string, text: string | undefined): void {
    const change: StoredChange = { resource: "as.", key, resourceVersion: this.#version + 1, text };
    this.#file.append(change);
    this.#version++;
    if (text === undefined) this.#texts.delete(key);
    else this.#texts.set(key, text);
  }

  close(): void {
    this.#file.close();
  }
}

function open(): Objects {
  return new Objects(DataFile.open(path, processes));
}

describe("a data file", () => {
  it("gives what was written, with the resource version, even where nothing is left", () => {
    const first = open();
    first.write("a", "1");
    first.write("b", "ü\n\u2028");
    first.write("a", undefined);
    const expected = first.snapshot();
    first.close();
    const second = open();
    expect(second.snapshot()).toEqual(expected);
    second.write("b", undefined);
    second.close();
    const third = open();
    expect(third.snapshot()).toEqual({ resourceVersion: 4, objects: { "as.": [] } });
    third.close();
  });

  it("is written anew when it has grown, and is whole at every moment", () => {
    const objects = open();
    const text = "x".repeat(1_000_000);
    let [longest, shrunk] = [0, 0];
    for (let index = 0; index < 60; index++) {
      objects.write(`n${index % 3}`, `${index}${text}`);
      const { size } = statSync(path);
      if (size < longest) {
        shrunk++;
        longest = 0;
      }
      longest = Math.max(longest, size);
      expect(size).toBeLessThan(11_000_000);
    }
    expect(shrunk).toBeGreaterThan(3);
    const expected = objects.snapshot();
    objects.close();
    expect(existsSync(`${path}.crdgen-new`)).toBe(false);
    // What a crash leaves of the next one does not matter.
    writeFileSync(`${path}.crdgen-new`, '{"crdgen":"serve","fo');
    const again = open();
    expect(again.snapshot()).toEqual(expected);
    again.close();
  });

  it("keeps objects that the server does not know", () => {
    const first = open();
    first.write("a", "1");
    first.close();
    const file = DataFile.open(path, processes);
    file.begin(() => ({ resourceVersion: 1, objects: { "bs.": [] } }));
    file.close();
    const second = open();
    expect(second.snapshot()).toEqual({ resourceVersion: 1, objects: { "as.": [["a", "1"]] } });
    second.close();
  });

  it("is written whole where the system takes a few bytes at a time", () => {
    system = (length) => Math.min(length, 7);
    const objects = open();
    objects.write("a", "1".repeat(100));
    const expected = objects.snapshot();
    objects.close();
    system = undefined;
    const again = open();
    expect(again.snapshot()).toEqual(expected);
    again.close();
  });

  it("is as it was where a write fails in the middle, and takes the next one", () => {
    const objects = open();
    objects.write("a", "1");
    const before = readFileSync(path);
    let room = 20;
    system = (length) => {
      if (room === 0) throw Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC" });
      const taken = Math.min(room, length);
      room -= taken;
      return taken;
    };
    expect(() => {
      objects.write("b", "2".repeat(100));
    }).toThrow("the data file cannot be written: ENOSPC: no space left");
    expect(readFileSync(path).equals(before)).toBe(true);
    system = undefined;
    objects.write("c", "3");
    const expected = objects.snapshot();
    objects.close();
    const again = open();
    expect(again.snapshot()).toEqual(expected);
    again.close();
  });

  it("stays as it is where there is no room to write it anew", () => {
    const first = open();
    first.write("a", "1");
    first.close();
    const before = readFileSync(path);
    system = () => {
      throw Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC" });
    };
    const file = DataFile.open(path, processes);
    expect(() => {
      file.begin(() => ({ resourceVersion: 1, objects: {} }));
    }).toThrow(`--data: ${path} cannot be used: ENOSPC`);
    file.close();
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(existsSync(`${path}.crdgen-new`)).toBe(false);
  });

  it("says where it is damaged, whichever byte it is", () => {
    const objects = open();
    for (const name of ["a", "b", "c"]) objects.write(name, `{"name":"${name}"}`);
    objects.close();
    const whole = readFileSync(path);
    const lines = (end: number): number => whole.subarray(0, end).toString().split("\n").length;
    for (let index = 0; index < whole.length - 1; index++) {
      const damaged = Buffer.from(whole);
      damaged[index] = (damaged[index] ?? 0) ^ 1;
      writeFileSync(path, damaged);
      const line = lines(index);
      const words =
        line === 1 ? /is not a data file|in format \d+;/ : `is damaged at line ${line} (`;
      expect(() => DataFile.open(path, processes), String(index)).toThrow(words);
    }
  });
});

describe("the lock of a data file", () => {
  it("is refused to others while its process runs", () => {
    writeFileSync(`${path}.lock`, JSON.stringify({ pid: 77 }));
    expect(() => DataLock.take(path, processes)).toThrow("is in use by process 77");
    expect(readFileSync(`${path}.lock`, "utf8")).toContain("77");
  });

  it.each([
    ["a process that has ended", JSON.stringify({ pid: 78 })],
    ["a process with the same id, as in a container", JSON.stringify({ pid: process.pid })],
    ["nobody: it is empty", ""],
    ["nobody: it cannot be read", "\0\0"],
  ])("is taken over from %s", (_, text) => {
    writeFileSync(`${path}.lock`, text);
    const lock = DataLock.take(path, processes);
    expect(JSON.parse(readFileSync(`${path}.lock`, "utf8"))).toMatchObject({ pid: process.pid });
    lock.release();
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  it.runIf(existsSync("/proc/self/stat"))("is taken over if its id was given again", () => {
    const { pid } = process;
    writeFileSync(`${path}.lock`, JSON.stringify({ pid, started: "1" }));
    const others = { processId: 78, isRunning: () => true };
    DataLock.take(path, others).release();
    const own = DataLock.take(path, processes);
    expect(() => DataLock.take(path, others)).toThrow(`is in use by process ${pid}`);
    own.release();
  });
});
