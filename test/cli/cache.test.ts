import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { faultyCrd } from "../support/boat.js";
import { main, runCli, runCliBeside, Scratch, writeBelow } from "../support/cli.js";

const scratch = new Scratch();

function project(count: number): string {
  const folder = scratch.next();
  for (let at = 0; at < count; at++) writeBelow(folder, `crd/${at}.yaml`, faultyCrd(`Kind${at}`));
  return folder;
}

const arguments_ = ["generate", "crd", "--out", "out", "--allow-invalid", "--parts", "types"];

function generate(
  folder: string,
  ...more: readonly string[]
): { code: number | null; err: string } {
  const { code, err } = runCli(folder, [...arguments_, ...more]);
  return { code, err: err.replace(/\d+ files? written, \d+ unchanged/, "") };
}

function textsBelow(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const files = names.filter((name) => name.endsWith(".ts"));
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

const entriesIn = (folder: string): readonly string[] =>
  readdirSync(folder).filter((name) => name.endsWith(".entry"));

describe("the cache of generate", () => {
  it("gives the same files and diagnostics as a run without it", () => {
    const folder = project(3);
    const without = generate(folder, "--no-cache");
    expect(without.err).toContain("schema/pattern-invalid");
    const files = textsBelow(join(folder, "out"));
    for (const round of ["cold", "warm"]) {
      rmSync(join(folder, "out"), { recursive: true });
      expect([round, generate(folder, "--cache-dir", "cache")]).toEqual([round, without]);
      expect(textsBelow(join(folder, "out"))).toEqual(files);
    }
    expect(entriesIn(join(folder, "cache"))).toHaveLength(3);
  });

  it("ignores entries that are damaged, cut off or another's, and replaces them", () => {
    const folder = project(3);
    const clean = generate(folder, "--cache-dir", "cache");
    const files = textsBelow(join(folder, "out"));
    const cache = join(folder, "cache");
    const before = entriesIn(cache).map((name) => readFileSync(join(cache, name)));
    const [first = "", second = "", third = ""] = entriesIn(cache);
    for (const at of [0, 31, 32, 40, (before[0]?.length ?? 0) - 1]) {
      const bytes = Buffer.from(before[0] ?? []);
      bytes[at] = (bytes[at] ?? 0) ^ 0x41;
      writeFileSync(join(cache, first), bytes);
      writeFileSync(join(cache, second), (before[1] ?? Buffer.of()).subarray(0, at));
      writeFileSync(join(cache, third), before[0] ?? "");
      rmSync(join(folder, "out"), { recursive: true });
      expect(generate(folder, "--cache-dir", "cache")).toEqual(clean);
      expect(textsBelow(join(folder, "out"))).toEqual(files);
      expect(entriesIn(cache).map((name) => readFileSync(join(cache, name)))).toEqual(before);
    }
  });

  it("notices a changed input, a changed option and an edited file of the output", () => {
    const folder = project(2);
    generate(folder, "--cache-dir", "cache");
    writeBelow(folder, "crd/1.yaml", faultyCrd("Kind1", "colour"));
    expect(generate(folder, "--cache-dir", "cache", "--check").code).toBe(1);
    generate(folder, "--cache-dir", "cache");
    const types = "out/sea.example.com/v1/kind1s/types.ts";
    expect(readFileSync(join(folder, types), "utf8")).toContain("colour?: string");
    expect(entriesIn(join(folder, "cache"))).toHaveLength(3);
    generate(folder, "--cache-dir", "cache", "--no-version-in-banner");
    expect(entriesIn(join(folder, "cache"))).toHaveLength(5);
    expect(generate(folder, "--cache-dir", "cache", "--no-version-in-banner", "--check").code).toBe(
      0,
    );
    writeFileSync(join(folder, types), `${readFileSync(join(folder, types), "utf8")}\n`);
    const edited = generate(folder, "--cache-dir", "cache", "--no-version-in-banner", "--check");
    expect(edited.code).toBe(1);
    expect(edited.err).toContain("kind1s/types.ts");
  });

  it("lies in node_modules, from ten files on, and nowhere without node_modules", () => {
    for (const [count, modules, entries] of [
      [10, true, 10],
      [9, true, 0],
      [10, false, 0],
    ] as const) {
      const folder = project(count);
      if (modules) mkdirSync(join(folder, "node_modules"));
      expect(generate(folder).code).toBe(0);
      const found = readdirSync(folder, { recursive: true, encoding: "utf8" });
      const inPlace = found.filter((path) => /^node_modules.\.cache.crdgen.\w+\.entry$/.test(path));
      expect(inPlace).toHaveLength(entries);
      expect(found.filter((path) => path.endsWith(".entry"))).toHaveLength(entries);
    }
  });

  // There is no record where the clock of the files runs ahead of that of the program.
  it("can be shared by runs at the same time", { retry: 2 }, async () => {
    const folder = project(12);
    generate(folder, "--no-cache");
    const files = textsBelow(join(folder, "out"));
    const run = (out: string): Promise<{ code: number | null }> => {
      const options = ["--allow-invalid", "--parts", "types", "--cache-dir", "cache"];
      return runCliBeside(folder, ["generate", "crd", "--out", out, ...options], process.env);
    };
    const outs = ["a", "b", "c"];
    const ended = await Promise.all(outs.map(run));
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
    for (const out of outs) expect(textsBelow(join(folder, out))).toEqual(files);
    // Of each output there is a record as well.
    expect(readdirSync(join(folder, "cache"))).toHaveLength(15);
    expect(entriesIn(join(folder, "cache"))).toHaveLength(12);
  });

  it("holds nothing for another build of crdgen", () => {
    const root = join(main, "../../..");
    const folder = project(2);
    const copy = scratch.next();
    cpSync(join(root, "dist"), join(copy, "dist"), { recursive: true });
    copyFileSync(join(root, "package.json"), join(copy, "package.json"));
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
    const run = (): number => {
      const program = join(copy, "dist/cli/main.js");
      const given = [program, ...arguments_, "--cache-dir", "cache"];
      expect(spawnSync(process.execPath, given, { cwd: folder }).status).toBe(0);
      return entriesIn(join(folder, "cache")).length;
    };
    expect([run(), run()]).toEqual([2, 2]);
    const [chunk = ""] = readdirSync(join(copy, "dist/cli")).filter((name) =>
      name.startsWith("chunk-"),
    );
    appendFileSync(join(copy, "dist/cli", chunk), "\n// another build\n");
    expect([run(), run()]).toEqual([4, 4]);
  });

  it("is not used for standard input", () => {
    const folder = scratch.next();
    const given = ["generate", "-", "--out", "out", "--allow-invalid", "--cache-dir", "cache"];
    expect(runCli(folder, given, faultyCrd("Boat")).code).toBe(0);
    expect(readdirSync(folder)).toEqual(["out"]);
  });

  it("is not needed: a run goes on where its folder cannot be written to", () => {
    const folder = project(2);
    const without = generate(folder, "--no-cache");
    // Whoever is root may write to any folder, but nobody below a file.
    writeBelow(folder, "file", "");
    expect(generate(folder, "--cache-dir", "file/cache")).toEqual(without);
    mkdirSync(join(folder, "locked"));
    chmodSync(join(folder, "locked"), 0o555);
    expect(generate(folder, "--cache-dir", "locked")).toEqual(without);
  });
});
