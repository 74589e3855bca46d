import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import type { Program } from "../../../../src/runtime/v1/node/exec-plugin.js";
import { programOutput } from "../../../../src/runtime/v1/node/exec-plugin.js";

const folder = mkdtempSync(join(tmpdir(), "crdgen-program-"));

afterAll(() => {
  rmSync(folder, { recursive: true });
});

function run(program: Partial<Program>): Promise<string> {
  const environment = process.env;
  return programOutput({
    command: "sh",
    args: [],
    environment,
    isInteractive: false,
    limit: 20_000,
    ...program,
  });
}

function shell(script: string, more: Partial<Program> = {}): Promise<string> {
  return run({ args: ["-c", script], ...more });
}

/** Milliseconds that a busy machine may need. */
const longWait = 30_000;

/** The process id that a script has written, as soon as it has. */
async function idIn(path: string): Promise<number> {
  return vi.waitFor(() => {
    const text = readFileSync(path, "utf8");
    if (!text.endsWith("\n")) throw new Error("not yet");
    return Number(text);
  }, longWait);
}

function isRunning(id: number): boolean {
  try {
    // What has ended and was not waited for is still in the table of processes.
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${id}/status`, "utf8"));
  } catch {
    return false;
  }
}

describe("the output of a program", () => {
  it("is what it prints", async () => {
    expect(await shell("printf 'a\\n'; sleep 0.1; printf 'é'")).toBe("a\né");
  });

  it.each<[string, Partial<Program>, string]>([
    ["no such program", { command: "no-such-program" }, "cannot be run: there is no such program"],
    ["no such file", { command: join(folder, "none") }, "cannot be run: there is no such program"],
    [
      "a file that is no program",
      { command: join(folder, "plain") },
      "cannot be run: it is not executable",
    ],
    ["a failure", { args: ["-c", "echo half; exit 3"] }, "failed: exit code 3"],
    ["a signal", { args: ["-c", "kill -TERM $$"] }, "failed: SIGTERM"],
  ])("is an error of %s", async (_, program, message) => {
    writeFileSync(join(folder, "plain"), "#!/bin/sh\n");
    chmodSync(join(folder, "plain"), 0o644);
    await expect(run(program)).rejects.toThrow(new Error(message));
  });

  it("is not waited for longer than its time, and nothing of it goes on", async () => {
    const path = join(folder, "grandchild");
    const script = `trap '' TERM; sleep 1000 & echo $! > ${path}; wait; sleep 1000`;
    const started = Date.now();
    const late = shell(script, { limit: 500 });
    await expect(late).rejects.toThrow(new Error("did not end within 0.5 seconds, and was ended"));
    expect(Date.now() - started).toBeLessThan(5000);
    const id = await idIn(path);
    await vi.waitFor(() => {
      expect(isRunning(id)).toBe(false);
    }, longWait);
  });

  it("does not wait for what holds the pipe after the program", async () => {
    const path = join(folder, "daemon");
    const output = await shell(`sleep 1000 & echo $! > ${path}; echo done`);
    expect(output).toBe("done\n");
    process.kill(await idIn(path));
  });

  it.each(["SIGTERM", "SIGINT"] as const)(
    "ends with the process that waits for it: %s",
    async (signal) => {
      const path = join(folder, signal);
      const module = join(import.meta.dirname, "../../../../src/runtime/v1/node/exec-plugin.ts");
      const loader = join(import.meta.dirname, "../../../../scripts/typescript.js");
      const script = `
      const { programOutput } = await import(${JSON.stringify(module)});
      const args = ["-c", "sleep 1000 & echo $! > ${path}; wait"];
      await programOutput({ command: "sh", args, environment: process.env, isInteractive: false, limit: 60_000 });`;
      const child = spawn(process.execPath, [
        "--import",
        loader,
        "--input-type=module",
        "-e",
        script,
      ]);
      const ended = new Promise((resolve) =>
        child.once("exit", (_code, by) => {
          resolve(by);
        }),
      );
      const id = await idIn(path);
      child.kill(signal);
      expect(await ended).toBe(signal);
      await vi.waitFor(
        () => {
          expect(isRunning(id)).toBe(false);
        },
        { timeout: 10_000 },
      );
    },
  );

  it("leaves no timer behind", async () => {
    const loader = join(import.meta.dirname, "../../../../scripts/typescript.js");
    const module = join(import.meta.dirname, "../../../../src/runtime/v1/node/exec-plugin.ts");
    const script = `
      const { programOutput } = await import(${JSON.stringify(module)});
      const options = { args: [], environment: process.env, isInteractive: false, limit: 60_000 };
      await programOutput({ ...options, command: "true" });
      await programOutput({ ...options, command: "no-such-program" }).catch(() => undefined);
      console.log(process.getActiveResourcesInfo().filter((name) => name === "Timeout").length);`;
    const child = spawn(process.execPath, [
      "--import",
      loader,
      "--input-type=module",
      "-e",
      script,
    ]);
    let out = "";
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
    await new Promise((resolve) => child.once("close", resolve));
    expect(out).toBe("0\n");
  });
});
