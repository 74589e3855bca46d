import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import ts from "typescript";
import { afterAll, describe, expect, it } from "vitest";
import { generate } from "../../src/index.js";
import { partNames, runtimeEntryNames } from "../../src/pipeline/settings.js";
import { strictest } from "../support/compile.js";
import type { PageBlock } from "../support/page-blocks.js";
import { blocksOf } from "../support/page-blocks.js";
import { Reader } from "../support/reader.js";

// Rules for pages: every block of `ts` compiles beside the output of the sample (`./generated/` and
// `./src/generated/`), and those of README.md whose language is `sh` are run in their order in a
// fresh folder. A block whose first line is a comment with a path (`// src/app.ts`,
// `# crontab.yaml`) is this file there. A block of `text` is the output of the commands above it.

const root = join(import.meta.dirname, "../..");
const pages = [
  "README.md",
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
const blocks = pages.flatMap((page) => blocksOf(page, readFileSync(join(root, page), "utf8")));

describe("examples in TypeScript", () => {
  const sample = join(root, "generated-samples/crontab");

  /** What the examples take for granted; one that declares such a name has its own. */
  const given = join(sample, "given.d.ts");
  const givenText = "declare const baseUrl: string, token: string, ca: string, text: string;\n";

  const options: ts.CompilerOptions = {
    ...strictest,
    // Examples show what there is, not what is done with it.
    noUnusedLocals: false,
    noUnusedParameters: false,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.asynciterable.d.ts"],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: ["node"],
  };

  /** The sample with all parts, those among them that need a package. */
  async function generated(): Promise<readonly (readonly [path: string, text: string])[]> {
    const text = readFileSync(join(sample, "crd.yaml"), "utf8");
    const input = { sources: [{ path: "crd.yaml", text }], parts: partNames };
    const { files } = await generate({ ...input, runtimeEntries: runtimeEntryNames });
    return files.map(({ path, text: code }) => [join(sample, path), code]);
  }

  const examples = blocks.filter(({ language }) => language === "ts");
  const files = new Map([
    [given, givenText],
    ...examples.map((block, index): [string, string] => [pathOf(block, index), moduleOf(block)]),
  ]);

  /** Examples import each other by their names, whatever folder those are in. */
  function pathOf({ path = "example.ts" }: PageBlock, index: number): string {
    const isTaken = examples.findIndex((other) => other.path === path) !== index;
    const name = isTaken ? `example-${index}` : basename(path).replace(/\.[tj]s$/, "");
    return join(sample, `${name}.ts`);
  }

  function moduleOf({ text }: PageBlock): string {
    return `${text.replaceAll(/(["'])\.{1,2}\/(?:src\/)?generated\//g, "$1./")}\nexport {};\n`;
  }

  it("compile under the strictest flags", async () => {
    expect(examples.length).toBeGreaterThan(4);
    const beside = new Map([...(await generated()), ...files]);
    const host = ts.createCompilerHost(options);
    host.readFile = (path) => beside.get(path) ?? ts.sys.readFile(path);
    host.fileExists = (path) => beside.has(path) || ts.sys.fileExists(path);
    const program = ts.createProgram([...files.keys()], options, host);
    const faults = ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
      const index = [...files.keys()].indexOf(file?.fileName ?? "") - 1;
      const block = examples[index];
      const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line;
      const place = block === undefined ? file?.fileName : `${block.page}:${block.line + line + 1}`;
      return `${place ?? ""}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
    });
    expect(faults).toEqual([]);
  }, 120_000);
});

describe("commands of the README, one after the other in a fresh folder", () => {
  const reader = new Reader();
  const ofReadme = blocks.filter(({ page }) => page === "README.md");

  afterAll(() => {
    reader.remove();
  });

  /** The output that the page shows for a block of shell: the block of `text` behind it. */
  function shownBehind(index: number): string | undefined {
    const next = ofReadme[index + 1];
    return next?.language === "text" ? next.text : undefined;
  }

  it("are there", () => {
    expect(ofReadme.filter(({ language }) => language === "sh").length).toBeGreaterThan(1);
  });

  it("would be seen to fail, at their first fault", () => {
    const { code, output, skipped } = reader.run(
      "npx crdgen lint none.yaml  # in a cluster or not\nnpx crdgen lint cluster\necho done\n",
    );
    expect({ code, output, skipped }).toEqual({
      code: 2,
      output: "error: 'none.yaml': no such file or folder\n",
      skipped: ["npx crdgen lint cluster"],
    });
  });

  it.each(ofReadme.map((block, index) => ({ ...block, shown: shownBehind(index) })))(
    "$language of line $line",
    ({ language, text, path, shown }) => {
      if (path !== undefined) reader.write(path, text);
      if (language !== "sh") {
        expect(text).not.toBe("");
        return;
      }
      const { code, output, skipped } = reader.run(text);
      for (const line of skipped) console.info(`NOT RUN, needs a cluster or a network: ${line}`);
      if (shown !== undefined) expect(output).toBe(shown);
      else expect({ code, output: code === 0 ? "" : output }).toEqual({ code: 0, output: "" });
    },
    240_000,
  );
});
