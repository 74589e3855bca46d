import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Host } from "../../../src/cli/host.js";
import { processHost } from "../../../src/cli/host.js";
import { planOutput } from "../../../src/cli/plan-output.js";
import { writeOutput } from "../../../src/cli/write-output.js";
import { generatedMark } from "../../../src/codegen/emit/jsdoc.js";

const root = mkdtempSync(join(tmpdir(), "crdgen-write-"));
afterAll(() => {
  rmSync(root, { recursive: true });
});

/** A signal comes while the files are written. */
const interrupted: Host = {
  ...processHost(),
  uninterrupted: (work) => work(() => Promise.resolve(true)),
};

async function write(folder: string, host: Host, ...paths: readonly string[]): Promise<void> {
  const files = paths.map((path) => ({ path, text: path }));
  await writeOutput(await planOutput(files, folder, host), folder, host);
}

it("an interruption before the renaming leaves no new folder", async () => {
  await write(join(root, "new"), interrupted, "a.ts", "b/c.ts");
  expect(readdirSync(root)).toEqual([]);
});

it("an interruption before the renaming leaves the old output", async () => {
  const folder = join(root, "old");
  await write(folder, processHost(), "a.ts");
  await write(folder, interrupted, "a.ts", "b.ts", "c.ts");
  expect(readdirSync(folder)).toEqual(["a.ts"]);
});

/** A host that refuses an operation on paths with this ending, as the system would. */
function refusing(operation: "rename" | "writeFile" | "list", ending: string, code: string): Host {
  const host = processHost();
  const refused = (path: string): boolean => path.endsWith(ending);
  const fault = Object.assign(new Error(code), { code });
  return {
    ...host,
    [operation]: (from: string, to: string) =>
      refused(operation === "rename" ? to : from)
        ? Promise.reject(fault)
        : host[operation](from, to),
  };
}

function text(path: string): string {
  return readFileSync(path, "utf8");
}

describe("a failure", () => {
  it("leaves the old output even where a file cannot be given its name", async () => {
    const folder = join(root, "in-use");
    const files = ["a.ts", "b.ts", "z.ts"].map((path) => ({ path, text: `${generatedMark}\n` }));
    const host = processHost();
    await writeOutput(await planOutput(files, folder, host), folder, host);
    const changed = ["0/v1/new/types.ts", "a.ts", "b.ts", "z.ts"].map((path) => ({
      path,
      text: `${generatedMark} changed\n`,
    }));
    const locked = refusing("rename", "/z.ts", "EPERM");
    const plan = await planOutput(changed, folder, locked);
    await expect(writeOutput(plan, folder, locked)).rejects.toThrow(
      `'${folder}': cannot be written to (EPERM)`,
    );
    expect(readdirSync(folder)).toEqual(["a.ts", "b.ts", "z.ts"]);
    for (const { path } of files) expect(text(join(folder, path))).toBe(`${generatedMark}\n`);
  });

  it("leaves none of the folders that were made for it", async () => {
    const full = refusing("writeFile", "/a.ts", "ENOSPC");
    await expect(write(join(root, "deep/er/out"), full, "a.ts")).rejects.toThrow("(ENOSPC)");
    expect(existsSync(join(root, "deep"))).toBe(false);
  });
});

describe("folders that cannot be listed", () => {
  it.each(["ENOENT", "EACCES"])("are no reason to fail: %s", async (code) => {
    const folder = join(root, `closed-${code}`);
    writeBelow(folder, "data/own.ts");
    await write(folder, refusing("list", "/data", code), "a.ts");
    expect(readdirSync(folder)).toEqual(["a.ts", "data"]);
  });

  it("still hold files of somebody else", async () => {
    const folder = join(root, "closed-foreign");
    writeBelow(folder, "data/own.ts");
    const files = [{ path: "data/own.ts", text: "generated" }];
    const { foreign } = await planOutput(files, folder, refusing("list", "/data", "EACCES"));
    expect(foreign).toEqual(["data/own.ts"]);
  });

  it("are not looked for where crdgen has no files", async () => {
    const folder = join(root, "wide");
    writeBelow(folder, "a/b/c/d/e.ts");
    writeBelow(folder, "runtime/v1/cel/values/more/e.ts");
    const listed: string[] = [];
    const host = processHost();
    const list = (path: string): ReturnType<Host["list"]> => {
      listed.push(path.slice(folder.length));
      return host.list(path);
    };
    await planOutput([], folder, { ...host, list });
    expect(listed).not.toContain("/a/b/c/d");
    expect(listed).toContain("/runtime/v1/cel/values/more");
  });
});

describe("what is no file", () => {
  it("is in the way: a link that leads nowhere", async () => {
    const folder = join(root, "link");
    mkdirSync(folder);
    symlinkSync("nowhere", join(folder, "a.ts"));
    const { foreign } = await planOutput([{ path: "a.ts", text: "" }], folder, processHost());
    expect(foreign).toEqual(["a.ts"]);
  });

  it("is in the way: a pipe", async () => {
    const folder = join(root, "pipe");
    mkdirSync(folder);
    if (spawnSync("mkfifo", [join(folder, "a.ts")]).status !== 0) return; // not on Windows
    const { foreign } = await planOutput([{ path: "a.ts", text: "" }], folder, processHost());
    expect(foreign).toEqual(["a.ts"]);
  });
});

it("a folder that nothing is left in goes right behind its last file", async () => {
  const folder = join(root, "stale");
  const own = ["a.example/v1/as/types.ts", "a.example/v1/index.ts", "b.example/v1/index.ts"];
  for (const path of own) writeBelow(folder, path, `${generatedMark}\n`);
  writeBelow(folder, "a.example/notes.md");
  const host = processHost();
  const seen: string[][] = [];
  const removeFile = (path: string): Promise<void> => {
    seen.push(readdirSync(folder, { recursive: true, encoding: "utf8" }).sort());
    return host.removeFile(path);
  };
  await write(folder, { ...host, removeFile }, "index.ts");
  const before = [...own, "a.example", "a.example/v1", "a.example/v1/as", "b.example"];
  const all = [...before, "b.example/v1", "a.example/notes.md", "index.ts"].sort();
  const without = (...paths: readonly string[]): string[] =>
    all.filter((path) => !paths.includes(path));
  expect(seen).toEqual([
    all,
    without("a.example/v1/as", "a.example/v1/as/types.ts"),
    without("a.example/v1/as", "a.example/v1/as/types.ts", "a.example/v1", "a.example/v1/index.ts"),
  ]);
  expect(readdirSync(folder)).toEqual(["a.example", "index.ts"]);
});

it("what a run that was killed left beside a folder goes, whoever made the folder since", async () => {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  writeBelow(root, `made.${pid}.crdgen-new/a.ts`);
  writeBelow(root, "made/notes.md");
  await write(join(root, "made"), processHost(), "a.ts");
  expect(readdirSync(root).filter((name) => name.startsWith("made"))).toEqual(["made"]);
});

function writeBelow(folder: string, path: string, content = "of somebody"): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}
