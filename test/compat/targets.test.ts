import { spawnSync } from "node:child_process";
import { afterEach, expect, it } from "vitest";
import { generate } from "../../src/index.js";
import { Project, strictest } from "../support/compile.js";
import { readCorpus, readCorpusIndex } from "../support/corpus.js";
import { isWhole, oneOf } from "../support/scope.js";
import { describeShared } from "../support/shared.js";

const minutes = 60_000;

describeShared("all parts of some of the corpus", () => {
  let project: Project | undefined;

  async function write(
    emit: "ts" | "js",
    options: Readonly<Record<string, boolean>>,
  ): Promise<Project> {
    project = new Project(options);
    const sources = readCorpus(oneOf(readCorpusIndex(), isWhole ? 40 : 240));
    const { files } = await generate({ sources, emit, versions: "all", allowInvalid: true });
    expect(files.length).toBeGreaterThan(sources.length * 8);
    for (const { path, text } of files) project.write(path, text);
    return project;
  }

  afterEach(() => {
    project?.remove();
  });

  it.each([
    ["the strictest flags", strictest],
    ["the flags off", { strict: false }],
  ])(
    "compile with TypeScript 5.0 under %s",
    async (_, options) => {
      expect((await write("ts", options)).check("typescript-5.0").slice(0, 10)).toEqual([]);
    },
    3 * minutes,
  );

  it(
    "compile where every file's declarations are made from that file alone",
    async () => {
      const options = { ...strictest, declaration: true, isolatedDeclarations: true };
      expect((await write("ts", options)).check("typescript-7").slice(0, 10)).toEqual([]);
    },
    3 * minutes,
  );

  it(
    "are declarations that hold, and modules that load, as JavaScript",
    async () => {
      const { folder, ...rest } = await write("js", {
        ...strictest,
        skipLibCheck: false,
      }).then((written) => ({
        folder: written.folder,
        errors: written.check("typescript"),
        oldest: written.check("typescript-5.0"),
      }));
      expect(rest).toEqual({ errors: [], oldest: [] });
      const script = 'console.log(Object.keys(await import("./index.js")).length > 1)';
      const { stdout, stderr } = spawnSync(
        process.execPath,
        ["--input-type=module", "-e", script],
        { cwd: folder, encoding: "utf8" },
      );
      expect({ stdout, stderr }).toEqual({ stdout: "true\n", stderr: "" });
    },
    3 * minutes,
  );
});
