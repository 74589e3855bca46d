import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

/** The example as `npm run demo` finds it, in a copy of its own. */
describe("npm run demo", () => {
  let clone = "";

  beforeEach(() => {
    clone = mkdtempSync(join(tmpdir(), "crdgen-demo-"));
    cpSync(join(root, "examples/crontab"), join(clone, "examples/crontab"), {
      recursive: true,
      filter: (path) => !path.endsWith("/out"),
    });
    cpSync(join(root, "package.json"), join(clone, "package.json"));
    symlinkSync(join(root, "dist"), join(clone, "dist"));
  });

  afterEach(() => {
    rmSync(clone, { recursive: true });
  });

  function demo() {
    const options = { cwd: clone, encoding: "utf8" } as const;
    const { status, stdout, stderr } = spawnSync("npm", ["run", "--silent", "demo"], options);
    // Times and ports differ from run to run.
    const out = stdout.replaceAll(/ *\d+(?:\.\d+)? m?s\b/g, " TIME").replace(/:\d{4,5}\b/, ":PORT");
    return { status, out, err: stderr };
  }

  it("shows the main job in one screen", () => {
    const { status, out, err } = demo();
    expect({ status, err }).toEqual({ status: 0, err: "" });
    expect(out).toBe(screen);
    const lines = out.split("\n");
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
    for (const name of ["generated/index.js", "bad.txt", "requests.txt"]) {
      expect(existsSync(join(clone, "examples/crontab/out", name))).toBe(true);
    }
  }, 120_000);

  it.each([
    ["crontab.yaml", "kind: CustomResourceDefinition\n", "generate:\nerror["],
    ["good.yaml", "kind: CronTab\n", "validate good.yaml:\nerror[object/incomplete]"],
    ["bad.yaml", "", "validate bad.yaml:\n"],
    ["client.js", 'throw new Error("replicas are 2");\n', "client.js:\n"],
  ])(
    "fails where a step does not do what it says: with another %s",
    (name, text, fault) => {
      writeFileSync(join(clone, "examples/crontab", name), text);
      const { status, err } = demo();
      expect(status).toBe(1);
      expect(err).toContain(`demo: ${fault}`);
    },
    120_000,
  );

  it("asks for a build where there is none", () => {
    rmSync(join(clone, "dist"));
    expect(demo()).toMatchObject({
      status: 1,
      err: "demo: crdgen is not built; `npm ci` builds it\n",
    });
  });
});

const screen = `crdgen, without a cluster and without a network, in examples/crontab:

compile    crontab.yaml: types, validator, rules and client in 44 files TIME
judge      good.yaml: a server would accept it TIME
judge      bad.yaml: a server would refuse it, in these words TIME
           error: spec: Invalid value: more than 5 replicas need concurrency
                  Forbid
           error: spec.cronSpec: Invalid value: "every night": spec.cronSpec in
                  body should match '^(\\d+|\\*)(\\s+(\\d+|\\*)){4}$'
           warning: unknown field 'spec.cocurrency'
serve      a Kubernetes API server in memory, at http://127.0.0.1:PORT TIME
create     nightly; the defaults: replicas 1, concurrency Allow TIME
read       nightly: "0 3 * * *", generation 1 TIME
scale      nightly: replicas 3 TIME
refuse     Invalid value: more than 5 replicas need concurrency Forbid TIME
watch      ADDED with replicas 1, MODIFIED with replicas 3 TIME

All of it took TIME. See examples/crontab/out:
  generated      the code that client.js uses: types, validator, rules, client
  bad.txt        what crdgen says of bad.yaml, with lines and columns
  requests.txt   what the server was asked
`;
