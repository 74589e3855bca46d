// How long `generate --watch` takes from the save of one CRD to the last file that it changes, in a
// folder of many: `npm run bench:generate` prints it, `node bench/generate/watch.js [SET [ROUNDS]]`
// alone.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { median, readSet, row } from "../shared.js";

const main = join(import.meta.dirname, "../../dist/cli/main.js");
const bound = 100;

/** Milliseconds, the median of some rounds. */
export async function measureWatch(set = "large", rounds = 9) {
  const scratch = mkdtempSync(join(tmpdir(), "crdgen-bench-"));
  const crds = join(scratch, "crds");
  mkdirSync(crds);
  for (const [index, { text }] of readSet(set).entries()) {
    writeFileSync(join(crds, `${index}.yaml`), text);
  }
  const own = join(crds, "own.yaml");
  writeFileSync(own, crdWith("first"));
  const out = join(scratch, "out");
  const args = [main, "generate", crds, "--out", out, "--allow-invalid", "--no-cache", "--watch"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
  const times = [];
  try {
    await said(child, "watching ");
    const written = join(out, "bench.example.com/v1/wheels/types.ts");
    for (let round = 0; round < rounds; round++) {
      await wait(500);
      const before = statSync(written).mtimeMs;
      const done = said(child, "written,");
      const start = Date.now();
      writeFileSync(own, crdWith(`field${round}`));
      await done;
      const { mtimeMs } = statSync(written);
      if (mtimeMs === before) throw new Error("the file was not written");
      times.push(mtimeMs - start);
    }
  } finally {
    child.kill();
    await new Promise((resolve) => child.once("close", resolve));
    rmSync(scratch, { recursive: true });
  }
  return row(`generate --watch, ${set}: milliseconds from save to written`, median(times), bound);
}

function said(child, text) {
  return new Promise((resolve, reject) => {
    let heard = "";
    const listen = (chunk) => {
      heard += chunk;
      if (heard.includes(text)) settle(resolve);
    };
    const end = () => settle(() => reject(new Error(`crdgen ended: ${heard.slice(-500)}`)));
    const settle = (done) => {
      child.stderr.off("data", listen);
      child.off("close", end);
      done();
    };
    child.stderr.on("data", listen);
    child.once("close", end);
  });
}

function crdWith(field) {
  return JSON.stringify({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "wheels.bench.example.com" },
    spec: {
      group: "bench.example.com",
      scope: "Namespaced",
      names: { plural: "wheels", kind: "Wheel" },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: "object",
              properties: { spec: { type: "object", properties: { [field]: { type: "string" } } } },
            },
          },
        },
      ],
    },
  });
}

if (process.argv[1] === import.meta.filename) {
  const [set = "large", rounds = "9"] = process.argv.slice(2);
  process.exitCode = (await measureWatch(set, Number(rounds))) ? 0 : 1;
}
