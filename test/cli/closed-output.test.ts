import { spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { main } from "../support/cli.js";

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
    [1, 2, "crdgen: the output cannot be written: ENOSPC: no space left on device, write\n"],
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
