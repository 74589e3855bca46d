import * as prettier from "prettier";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { OutputFile } from "../../src/index.js";
import { generate } from "../../src/index.js";
import { compilers, Project, strictest } from "../support/compile.js";
import { readCorpus, readCorpusIndex } from "../support/corpus.js";
import { isWhole, oneOf, sample } from "../support/scope.js";
import { describeShared } from "../support/shared.js";

const minutes = 60_000;

describeShared("types of the corpus", () => {
  let files: readonly OutputFile[];
  let strict: Project;
  let some: Project;
  let loose: Project;

  beforeAll(async () => {
    const options = { parts: ["types", "client"], versions: "all", allowInvalid: true } as const;
    const most = readCorpus(sample(readCorpusIndex(), 4));
    files = (await generate({ sources: most, ...options })).files;
    const few = readCorpus(sample(readCorpusIndex(), 40));
    const fewFiles = (await generate({ sources: few, ...options })).files;
    [strict, some, loose] = [
      new Project(strictest),
      new Project(strictest),
      new Project({ strict: false }),
    ];
    for (const { path, text } of files) strict.write(path, text);
    for (const { path, text } of fewFiles) {
      some.write(path, text);
      loose.write(path, text);
    }
  }, 3 * minutes);

  afterAll(() => {
    strict.remove();
    some.remove();
    loose.remove();
  }, minutes);

  it(
    "compile with the newest compiler under the strictest flags",
    () => {
      expect(strict.check("typescript-7").slice(0, 10)).toEqual([]);
    },
    3 * minutes,
  );

  it.each(compilers)(
    "compile with %s under the strictest flags, some of them",
    (compiler) => {
      expect(some.check(compiler).slice(0, 10)).toEqual([]);
    },
    3 * minutes,
  );

  it(
    "compile with the flags off, some of them",
    () => {
      expect(loose.check("typescript-7").slice(0, 10)).toEqual([]);
    },
    3 * minutes,
  );

  it("never say any", () => {
    const types = files.filter(({ path }) => path.endsWith("/types.ts"));
    const withAny = types.filter(({ text }) => /(?:[:<|&(]|=>) *any\b/.test(withoutComments(text)));
    expect(withAny.map(({ path }) => path)).toEqual([]);
  });

  it(
    "are laid out as prettier lays them out",
    async () => {
      const own = files.filter(({ path }) => !path.startsWith("runtime/"));
      for (const { path, text } of oneOf(own, Math.ceil(own.length / (isWhole ? 400 : 100)))) {
        expect(text, path).toBe(await prettier.format(text, { parser: "typescript" }));
      }
    },
    3 * minutes,
  );

  it(
    "are the same bytes in any order of the sources",
    async () => {
      const sources = readCorpus().slice(0, isWhole ? 150 : 30);
      const options = { parts: ["types"], versions: "all", allowInvalid: true } as const;
      const forward = await generate({ sources, ...options });
      const backward = await generate({ sources: sources.toReversed(), ...options });
      expect(backward.files).toEqual(forward.files);
    },
    minutes,
  );
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[^]*?\*\//g, "").replace(/"[^"\n]*"|'[^'\n]*'/g, '""');
}
