import { spawn, spawnSync } from "node:child_process";
import { closeSync, constants, existsSync, openSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { main, Scratch, writeBelow } from "../support/cli.js";

const scratch = new Scratch();

describe("output that nobody reads any more", () => {
  it("ends the run without a word", async () => {
    const child = spawn(process.execPath, [main, "explain"], { stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.destroy();
    let complaints = "";
    child.stderr.on("data", (chunk: Buffer) => (complaints += chunk.toString()));
    const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
    expect(complaints).toBe("");
    expect(code).toBe(0);
  });
});

describe.runIf(existsSync("/dev/full"))("output that there is no room for", () => {
  it.each([
    [1, 2, "error: the output cannot be written: ENOSPC: no space left on device, write\n"],
    [2, 2, ""],
  ])("is no internal error: descriptor %i", (descriptor, code, complaint) => {
    const full = openSync("/dev/full", "w");
    const stdio = ["ignore", "pipe", "pipe"].map((way, at) => (at === descriptor ? full : way));
    const args = descriptor === 1 ? ["explain"] : ["lint"];
    const { status, stderr } = spawnSync(process.execPath, [main, ...args], {
      stdio: stdio as ["ignore", "pipe", number], // one of them is a descriptor
      encoding: "utf8",
    });
    closeSync(full);
    expect(status).toBe(code);
    expect(descriptor === 1 ? stderr : "").toBe(complaint);
  });
});

describe("generated files", () => {
  const crd = readFileSync(
    join(import.meta.dirname, "../../generated-samples/crontab/crd.yaml"),
    "utf8",
  );
  const args = ["generate", "a.yaml", "b.yaml", "--parts", "types", "--out", "out"];

  /**
   * The exit code of a run whose warning, that a CRD is there twice, goes to a descriptor that
   * takes nothing.
   */
  function lose(folder: string, stdout: number): number | null {
    for (const name of ["a.yaml", "b.yaml"]) writeBelow(folder, name, crd);
    return spawnSync(process.execPath, [main, ...args, "--format", "json"], {
      cwd: folder,
      stdio: ["ignore", stdout, "ignore"],
    }).status;
  }

  it("are all written where nobody reads the warnings", () => {
    const folder = scratch.next();
    const fifo = join(folder, "fifo");
    if (spawnSync("mkfifo", [fifo]).status !== 0) return; // not on Windows
    const reader = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
    const writer = openSync(fifo, "w");
    closeSync(reader);
    expect(lose(folder, writer)).toBe(0);
    closeSync(writer);
    expect(readdirSync(folder).sort()).toEqual(["a.yaml", "b.yaml", "fifo", "out"]);
  });

  it.runIf(existsSync("/dev/full"))(
    "are all written where there is no room for the warnings",
    () => {
      const folder = scratch.next();
      const full = openSync("/dev/full", "w");
      expect(lose(folder, full)).toBe(2);
      closeSync(full);
      expect(readdirSync(folder).sort()).toEqual(["a.yaml", "b.yaml", "out"]);
    },
  );
});
