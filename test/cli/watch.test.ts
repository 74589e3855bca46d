import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { main, runCli, Scratch, writeBelow } from "../support/cli.js";

const scratch = new Scratch();
const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
  running.clear();
});

interface Watching {
  /** Waits for a text, and gives what was printed up to the end of its line. */
  readonly until: (text: string) => Promise<string>;
  /** Ends it with SIGINT, and gives the signal that ended it. */
  readonly end: () => Promise<NodeJS.Signals | null>;
}

function watch(cwd: string, ...args: readonly string[]): Watching {
  const child = spawn(process.execPath, [main, ...args, "--watch"], { cwd });
  running.add(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  }
  const closed = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once("close", (_, signal) => {
      resolve(signal);
    }),
  );
  return {
    async until(wanted) {
      for (const begun = Date.now(); ; await new Promise((resolve) => setTimeout(resolve, 20))) {
        const end = text.indexOf("\n", text.indexOf(wanted));
        if (text.includes(wanted) && end >= 0) {
          const said = text.slice(0, end + 1);
          text = text.slice(end + 1);
          return said;
        }
        if (Date.now() - begun > 30_000) throw new Error(`never said '${wanted}': ${text}`);
      }
    },
    end() {
      child.kill("SIGINT");
      return closed;
    },
  };
}

/** On a busy machine runs follow each other, as a file that was saved once is looked at twice. */
const patience = { timeout: 30_000, interval: 20 };

function crd(kind: string, field: string): string {
  const plural = `${kind.toLowerCase()}s`;
  const spec = { type: "object", properties: { [field]: { type: "string", maxLength: 3 } } };
  return JSON.stringify({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural, kind },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", properties: { spec } } },
        },
      ],
    },
  });
}

it("generates what a changed input touches, and nothing from a broken one", async () => {
  const folder = scratch.next();
  writeBelow(folder, "crds/wheel.json", crd("Wheel", "color"));
  writeBelow(folder, "crds/door.json", crd("Door", "color"));
  const wheel = join(folder, "out/example.com/v1/wheels/types.ts");
  const door = join(folder, "out/example.com/v1/doors/types.ts");
  const { until, end } = watch(folder, "generate", "crds", "--out", "out");
  expect(await until("watching")).toMatch(
    /^✓ out: 2 versions of 2 resources: \d+ files written.*\n\d\d:\d\d:\d\d watching crds; Ctrl-C ends it\n$/s,
  );
  const untouched = statSync(door).mtimeMs;

  writeBelow(folder, "crds/wheel.json", crd("Wheel", "paint"));
  const said = await until("written,");
  expect(said).toMatch(
    /^\n\d\d:\d\d:\d\d changed: crds\/wheel\.json\n✓ out: 2 versions of 2 resources: [1-9]\d? files? written, /,
  );
  expect(readFileSync(wheel, "utf8")).toContain("paint?: string");
  expect(statSync(door).mtimeMs).toBe(untouched);

  const before = readFileSync(wheel, "utf8");
  writeBelow(folder, "crds/wheel.json", "{");
  expect(await until("no YAML now")).toMatch(
    /nothing was written.*\ncrds\/wheel\.json defined CRDs/,
  );
  expect(readFileSync(wheel, "utf8")).toBe(before);
  writeBelow(folder, "crds/wheel.json", crd("Wheel", "color").replace('"v1"', '"V 1"'));
  expect(await until("nothing was written")).toContain("crds/wheel.json:1:");
  expect(readFileSync(wheel, "utf8")).toBe(before);

  writeBelow(folder, "crds/wheel.json", crd("Wheel", "size"));
  await expect.poll(() => readFileSync(wheel, "utf8"), patience).toContain("size?: string");
  await until("mended: 2 errors in crds/wheel.json");

  rmSync(join(folder, "crds/door.json"));
  await until("removed: crds/door.json\n");
  await until("1 version of 1 resource");
  expect(existsSync(door)).toBe(false);

  rmSync(join(folder, "out"), { recursive: true });
  writeBelow(folder, "crds/wheel.json", crd("Wheel", "weight"));
  const read = (): string => (existsSync(wheel) ? readFileSync(wheel, "utf8") : "");
  await expect.poll(read, patience).toContain("weight?: string");
  // The file is looked at once more, as it may still have been written.
  await until("written,");
  expect(runCli(folder, ["generate", "crds", "--out", "out", "--check"]).code).toBe(0);
  expect(await end()).toBe("SIGINT");
});

it("says once what --allow-invalid lets pass, and reads a back end anew", async () => {
  const folder = scratch.next();
  const invalid = crd("Door", "color").replace('"Namespaced"', '"Everywhere"');
  writeBelow(folder, "crds/wheel.json", crd("Wheel", "color"));
  writeBelow(folder, "crds/door.json", invalid);
  const backend = (name: string): string =>
    `export default { name: "${name}", needs: [], parseOptions: () => undefined, generate() {} };\n`;
  writeBelow(folder, "backends/mine.mjs", backend("mine"));
  writeBelow(folder, "crdgen.config.json", JSON.stringify({ backends: ["./backends/mine.mjs"] }));
  const args = ["generate", "crds", "--out", "out", "--allow-invalid"];
  const { until, end } = watch(folder, ...args);
  expect(await until("watching")).toContain("crds/door.json:1:");

  writeBelow(folder, "crds/wheel.json", crd("Wheel", "paint"));
  expect(await until("written,")).not.toContain("door.json");
  writeBelow(folder, "crds/door.json", `${invalid}\n`);
  expect(await until("written,")).toContain("crds/door.json:1:");

  const failing = backend("mine").replace("generate() {}", "generate() { throw 'a new fault'; }");
  writeBelow(folder, "backends/mine.mjs", failing);
  expect(await until("a new fault")).toContain("changed: backends/mine.mjs\n");
  expect(await end()).toBe("SIGINT");
});

it("reads the configuration anew when it changes, and goes on with the old one while it is faulty", async () => {
  const folder = scratch.next();
  writeBelow(folder, "crds/wheel.json", crd("Wheel", "color"));
  writeBelow(folder, "others/door.json", crd("Door", "color"));
  const config = (settings: object): void => {
    writeBelow(folder, "crdgen.config.mjs", `export default ${JSON.stringify(settings)};\n`);
  };
  config({ inputs: ["crds"], out: "out" });
  const { until, end } = watch(folder, "generate");
  await until("watching crds, crdgen.config.mjs;");

  config({ inputs: ["crds", "others"], out: "out" });
  expect(await until("written,")).toMatch(
    /changed: crdgen\.config\.mjs\n✓ out: 2 versions of 2 resources/,
  );
  writeBelow(folder, "others/door.json", crd("Door", "paint"));
  expect(await until("written,")).toContain("changed: others/door.json");

  config({ inputs: ["crds"], out: "out", parts: ["colours"] });
  expect(await until("nothing was written")).toContain("parts[0]: must be one of");
  writeBelow(folder, "crds/wheel.json", crd("Wheel", "paint"));
  expect(await until("written,")).toContain("✓ out: 2 versions of 2 resources");
  config({ inputs: ["crds"], out: "new" });
  expect(await until("written,")).toContain("✓ new: 1 version of 1 resource");
  expect(await end()).toBe("SIGINT");
});

it("goes on where a watched file, or all of them, are gone", async () => {
  const folder = scratch.next();
  writeBelow(folder, "crds/wheel.json", crd("Wheel", "color"));
  writeBelow(
    folder,
    "crds/door.json",
    crd("Door", "color").replace('"Namespaced"', '"Everywhere"'),
  );
  const { until, end } = watch(folder, "lint", "crds");
  await until("watching");
  rmSync(join(folder, "crds/door.json"));
  const said = await until("accepted");
  expect(said).toContain("removed: crds/door.json\n");
  expect(said).not.toContain("mended");
  rmSync(join(folder, "crds/wheel.json"));
  expect(await until("no CustomResourceDefinition")).toContain("removed: crds/wheel.json\nerror: ");
  writeBelow(folder, "crds/wheel.json", crd("Wheel", "color").replace('"Namespaced"', '"No"'));
  expect(await until("refused")).toContain("added: crds/wheel.json\n");
  writeBelow(folder, "crds/wheel.json", crd("Wheel", "color"));
  expect(await until("mended")).toContain("mended: 1 error in crds/wheel.json\n");
  expect(await end()).toBe("SIGINT");
});

it("leaves files alone that crdgen has not written", async () => {
  const folder = scratch.next();
  writeBelow(folder, "crds/wheel.json", crd("Wheel", "color"));
  const { until, end } = watch(folder, "generate", "crds", "--out", "out");
  await until("watching");
  writeBelow(folder, "out/example.com/v1/doors/types.ts", "export const mine = 1;\n");
  writeBelow(folder, "crds/door.json", crd("Door", "color"));
  expect(await until("nothing was written")).toContain("out/example.com/v1/doors/types.ts");
  expect(readFileSync(join(folder, "out/example.com/v1/doors/types.ts"), "utf8")).toContain("mine");
  expect(await end()).toBe("SIGINT");
});

it("checks CRDs and objects again", async () => {
  const folder = scratch.next();
  writeBelow(folder, "crds/wheel.json", crd("Wheel", "color"));
  writeBelow(folder, "wheel.yaml", object("red"));
  const lint = watch(folder, "lint", "crds");
  await lint.until("watching");
  const validate = watch(folder, "validate", "--crd", "crds", "wheel.yaml");
  expect(await validate.until("watching")).toContain("1 object is accepted by");

  writeBelow(folder, "wheel.yaml", object("green"));
  expect(await validate.until("refused by")).toContain("spec.color: Too long");
  writeBelow(
    folder,
    "crds/wheel.json",
    crd("Wheel", "color").replace('"maxLength":3', '"maxLength":5'),
  );
  expect(await validate.until("accepted by")).toContain("changed: crds/wheel.json\n✓ 1 object is");
  expect(await validate.until("mended")).toContain("mended: 1 error in wheel.yaml\n");
  expect(await lint.until("accepted by")).toContain("✓ 1 CRD is");
  writeBelow(
    folder,
    "crds/wheel.json",
    crd("Wheel", "color").replace('"Namespaced"', '"Everywhere"'),
  );
  expect(await lint.until("refused by")).toContain('Unsupported value: "Everywhere"');
  expect(await Promise.all([lint.end(), validate.end()])).toEqual(["SIGINT", "SIGINT"]);
});

function object(color: string): string {
  return `apiVersion: example.com/v1\nkind: Wheel\nmetadata:\n  name: one\nspec:\n  color: ${color}\n`;
}

it("needs something to watch and to write", () => {
  const folder = scratch.next();
  writeBelow(folder, "wheel.json", crd("Wheel", "color"));
  const cases = [
    [
      ["generate", "-", "--out", "out", "--watch"],
      "--watch: standard input (-) can be read only once",
    ],
    [["generate", "wheel.json", "--out", "out", "--watch", "--check"], "leave out --watch"],
    [["lint", "http://localhost:1/crd.yaml", "--watch"], "--watch needs inputs in files"],
  ] as const;
  for (const [args, reason] of cases) {
    const { code, err } = runCli(folder, args, "");
    expect([code, err]).toEqual([2, expect.stringContaining(reason)]);
  }
});
