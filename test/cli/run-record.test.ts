import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { faultyCrd } from "../support/boat.js";
import { runCli, Scratch, writeBelow } from "../support/cli.js";
import { sample } from "../support/scope.js";

const scratch = new Scratch();

/** A folder with CRDs that were saved a minute ago. */
function project(): string {
  const folder = scratch.next();
  for (const at of [0, 1, 2]) save(folder, `crd/${at}.yaml`, faultyCrd(`Kind${at}`));
  return folder;
}

function save(folder: string, path: string, text: string): void {
  writeBelow(folder, path, text);
  const minuteAgo = Date.now() / 1000 - 60.25;
  utimesSync(join(folder, path), minuteAgo, minuteAgo);
}

interface Answer {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function generate(folder: string, ...more: readonly string[]): Answer {
  const given = ["--allow-invalid", "--parts", "types", "--cache-dir", "cache", "--color", "never"];
  return runCli(folder, ["generate", "crd", "--out", "out", ...given, ...more]);
}

/** Whether a run knew that there is nothing to do; `--debug` says so. */
function isRepeated(folder: string, ...more: readonly string[]): boolean {
  const { code, err } = generate(folder, "--debug", ...more);
  expect(code).toBe(0);
  return err.includes("nothing has changed since a run");
}

function recordIn(folder: string): string {
  const [record = "", ...others] = readdirSync(join(folder, "cache")).filter((name) =>
    name.endsWith(".run"),
  );
  expect(others).toEqual([]);
  return join(folder, "cache", record);
}

const types = "out/sea.example.com/v1/kind1s/types.ts";

// There is no record where the clock of the files runs ahead of that of the program.
describe("the record of a run", { retry: 2 }, () => {
  it("makes the next run say the same, and write nothing", () => {
    const folder = project();
    const first = generate(folder);
    expect(first.err).toContain("schema/pattern-invalid");
    const written = statSync(join(folder, types)).mtimeMs;
    expect(isRepeated(folder)).toBe(true);
    const again = generate(folder);
    const unchanged = (text: string): string =>
      text.replace(/(\d+) files written, 0 unchanged/, "0 files written, $1 unchanged");
    expect(again).toEqual({ ...first, err: unchanged(first.err) });
    expect(statSync(join(folder, types)).mtimeMs).toBe(written);
  });

  it("says what a run without a cache says, in each format", () => {
    for (const more of [["--format", "json"], ["--format", "github"], ["--quiet"], ["--verbose"]]) {
      const folder = project();
      save(folder, "crd/service.yaml", "apiVersion: v1\nkind: Service\nmetadata: { name: a }\n");
      generate(folder, ...more);
      expect(isRepeated(folder, ...more)).toBe(true);
      expect(generate(folder, ...more)).toEqual(generate(folder, "--no-cache", ...more));
    }
  });

  it.each<[string, (folder: string) => void]>([
    [
      "an input is changed",
      (folder) => {
        appendFileSync(join(folder, "crd/1.yaml"), "\n");
      },
    ],
    [
      "an input comes",
      (folder) => {
        save(folder, "crd/3.yaml", faultyCrd("Kind3"));
      },
    ],
    [
      "an input goes",
      (folder) => {
        rmSync(join(folder, "crd/1.yaml"));
      },
    ],
    [
      "an input becomes a patch",
      (folder) => {
        makePatch(folder, "1.yaml");
      },
    ],
    [
      "a file of the output is changed",
      (folder) => {
        changeKeepingItsTime(join(folder, types));
      },
    ],
    [
      "a file of the output goes",
      (folder) => {
        rmSync(join(folder, types));
      },
    ],
    [
      "the output goes",
      (folder) => {
        rmSync(join(folder, "out"), { recursive: true });
      },
    ],
    [
      "a stale file comes",
      (folder) => {
        addStaleFile(folder);
      },
    ],
  ])("is worth nothing where %s", (_, change) => {
    const folder = project();
    generate(folder);
    change(folder);
    expect(isRepeated(folder)).toBe(false);
    expect(generate(folder, "--check", "--no-cache").code).toBe(0);
    expect(isRepeated(folder)).toBe(true);
  });

  it("is worth nothing for other options, and not for --check", () => {
    const folder = project();
    generate(folder);
    expect(isRepeated(folder, "--check")).toBe(false);
    expect(isRepeated(folder, "--format", "json")).toBe(false);
    expect(isRepeated(folder, "--no-version-in-banner")).toBe(false);
    // That one has changed the output, so that the first record is out of date as well.
    expect(isRepeated(folder)).toBe(false);
    expect(isRepeated(folder)).toBe(true);
  });

  it("is worth nothing where the configuration has changed", () => {
    const folder = project();
    writeBelow(folder, "crdgen.config.yaml", "inputs: [crd]\n");
    expect(isRepeated(folder)).toBe(false);
    expect(isRepeated(folder)).toBe(true);
    writeBelow(folder, "crdgen.config.yaml", "inputs: [crd] # all\n");
    expect(isRepeated(folder)).toBe(false);
  });

  it("is not made for an input that was saved just now: it may be saved again at once", () => {
    const folder = project();
    const soon = Date.now() / 1000 + 60.25;
    utimesSync(join(folder, "crd/1.yaml"), soon, soon);
    generate(folder);
    expect(isRepeated(folder)).toBe(false);
  });

  it("is ignored where it is damaged, and replaced", () => {
    const folder = project();
    const first = generate(folder);
    const whole = readFileSync(recordIn(folder));
    for (const at of sample([0, 63, 64, 65, 200, whole.length - 1], 3)) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      for (const bytes of [damaged, whole.subarray(0, at)]) {
        writeFileSync(recordIn(folder), bytes);
        expect(isRepeated(folder)).toBe(false);
        expect(readFileSync(recordIn(folder)).equals(whole)).toBe(true);
      }
    }
    expect(first.code).toBe(0);
  });

  it("is not left behind by a run that fails", () => {
    const folder = project();
    mkdirSync(join(folder, types), { recursive: true });
    expect(generate(folder).code).not.toBe(0);
    expect(readdirSync(join(folder, "cache")).filter((name) => name.endsWith(".run"))).toEqual([]);
  });
});

function makePatch(folder: string, file: string): void {
  writeBelow(folder, "crd/kustomization.yaml", `patches: [{ path: ${file} }]\n`);
}

/** To another text of the same length. */
function changeKeepingItsTime(path: string): void {
  const { atimeMs, mtimeMs } = statSync(path);
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.replace("Kind1", "Kind9"));
  utimesSync(path, atimeMs / 1000, mtimeMs / 1000);
}

function addStaleFile(folder: string): void {
  const text = readFileSync(join(folder, types), "utf8");
  writeBelow(folder, "out/sea.example.com/v1/others/types.ts", text);
}
