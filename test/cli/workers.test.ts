import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { unpackSource } from "../../src/cli/cache/source-cache.js";
import { SourceWorkers } from "../../src/cli/workers/shared-work.js";
import type { WorkerAnswer, WorkerTask } from "../../src/cli/workers/worker-task.js";
import { Claims } from "../../src/cli/workers/worker-task.js";
import { createEmitSource } from "../../src/codegen/pipeline/emit-source.js";
import { resolveSettings } from "../../src/codegen/pipeline/settings.js";
import { kindSource } from "../support/boat.js";
import { main, runCli, Scratch, writeBelow } from "../support/cli.js";
import { sample } from "../support/scope.js";

const scratch = new Scratch();
const script = pathToFileURL(join(main, "../source-worker.js"));

/** A CRD with a fault and, now and then, a rule. */
function crd(at: number): string {
  const size = { type: "integer", minimum: at };
  const name = { type: "string", pattern: "(?<a" };
  const rules = { "x-kubernetes-validations": [{ rule: `self.size > ${at}` }] };
  const spec = { type: "object", properties: { size, name }, ...(at % 3 === 0 ? rules : {}) };
  return kindSource(`Kind${at}`, { schema: { type: "object", properties: { spec } } }).text;
}

function project(count: number): string {
  const folder = scratch.next();
  for (let at = 0; at < count; at++) writeBelow(folder, `crd/${at}.yaml`, crd(at));
  return folder;
}

function textsBelow(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const files = names.filter((name) => name.endsWith(".ts"));
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

describe("the workers of generate", () => {
  it("change neither files nor diagnostics nor their order", () => {
    const folder = project(150);
    // What is no text, and two CRDs of one name: the main thread has to report both, in the order
    // of the inputs.
    writeFileSync(join(folder, "crd/97.yaml"), Buffer.from([0x61, 0xff, 0xfe, 0x0a]));
    writeBelow(folder, "crd/99.yaml", crd(11));
    const ways = [[], ["--allow-invalid", "--parts", "types,rules"], ["--skip-invalid"]];
    for (const more of sample(ways, 3)) {
      const run = (...given: readonly string[]): unknown => {
        const out = `out${more.length}`;
        const outcome = runCli(folder, ["generate", "crd", "--out", out, ...more, ...given]);
        const { code, err } = outcome;
        const hasOutput = readdirSync(folder).includes(out);
        const told = err.replace(/\d+ files? written, \d+ unchanged/, "");
        return { code, told, texts: hasOutput ? textsBelow(join(folder, out)) : {} };
      };
      const alone = run("--workers", "0", "--no-cache");
      expect(run("--workers", "1", "--no-cache")).toEqual(alone);
      expect(run("--workers", "3", "--no-cache")).toEqual(alone);
      expect(run("--workers", "2", "--cache-dir", "cache")).toEqual(alone);
      expect(run("--workers", "2", "--cache-dir", "cache")).toEqual(alone);
    }
  });

  it("make of each input what the main thread makes", async () => {
    const folder = project(12);
    const settings = resolveSettings({ allowInvalid: true });
    const inputs = Array.from({ length: 12 }, (_, at) => ({
      path: join(folder, `crd/${at}.yaml`),
    }));
    const claims = Claims.memoryFor(inputs.length);
    // The main thread has this one.
    expect(new Claims(claims).take(3)).toBe(true);
    const workerData: WorkerTask = { settings: [settings], inputs, claims, cache: undefined };
    const worker = new Worker(script, { workerData });
    const answers: WorkerAnswer[] = [];
    worker.on("message", (answer: WorkerAnswer) => answers.push(answer));
    await new Promise((resolve) => worker.once("exit", resolve));
    expect(answers.map(({ index }) => index)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 2, 1, 0]);
    const emitSource = await createEmitSource(settings);
    for (const { index, result } of answers) {
      const path = inputs[index]?.path ?? "";
      const source = { path, text: readFileSync(path, "utf8") };
      expect(Buffer.from(result?.content ?? []).toString()).toBe(source.text);
      const emitted = result && unpackSource(result.packed, source);
      expect(emitted).toEqual(await emitSource(source));
      expect(emitted?.resources[0]?.code[0]?.units[0]?.runtime.length).toBeGreaterThan(0);
    }
  });

  it("leave to the main thread what they have taken when they fail", async () => {
    const folder = scratch.next();
    const channel = new BroadcastChannel("crdgen-test-workers");
    const taken = new Promise((resolve) => {
      channel.onmessage = resolve;
    });
    writeBelow(
      folder,
      "failing.mjs",
      `import { parentPort, workerData } from "node:worker_threads";
      const claims = new Int32Array(workerData.claims);
      for (let at = 1; at < 4; at++) Atomics.store(claims, at, 1);
      parentPort.postMessage({ index: 3, result: { content: Buffer.of(1), packed: Buffer.of(2) } });
      const channel = new BroadcastChannel("crdgen-test-workers");
      channel.postMessage("taken");
      setTimeout(() => { throw new Error("broken"); }, 100);`,
    );
    const inputs = ["a", "b", "c", "d", "e"].map((path) => ({ path }));
    const task = { settings: [resolveSettings({})], inputs, cache: undefined };
    const failing = pathToFileURL(join(folder, "failing.mjs"));
    const workers = new SourceWorkers(failing, task, 1, 1);
    await taken;
    channel.close();
    expect(await workers.resultOf(1)).toBe(undefined);
    expect(await workers.resultOf(2)).toBe(undefined);
    expect((await workers.resultOf(3))?.packed).toEqual(new Uint8Array([2]));
    expect(await workers.resultOf(4)).toBe(undefined);
    await workers.end();
  });

  it("takes a whole number of them", () => {
    const { code, err } = runCli(scratch.next(), ["generate", "a", "--out", "b", "--workers", "x"]);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining("--workers: 'x' is not a whole number"),
    ]);
  });
});
