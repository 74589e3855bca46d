import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const pages = ["README.md", "docs/cel.md", "docs/backends.md"];

// With `strict` and nothing more, as most projects have it.

/** What the examples take for granted. */
const given = `declare const baseUrl: string, token: string, ca: string, text: string;\n`;

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: ["node"],
  paths: {
    crdgen: [join(root, "dist/index.d.ts")],
    "crdgen/backend": [join(root, "dist/index-backend.d.ts")],
    "crdgen/cel": [join(root, "dist/index-cel.d.ts")],
  },
};

/** The TypeScript of the pages as files that lie beside the output of a sample, by path. */
function examples(): ReadonlyMap<string, string> {
  const text = pages.map((page) => readFileSync(join(root, page), "utf8")).join("\n");
  const blocks = [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, block = ""]) => block);
  return new Map(
    blocks.map((block, index) => {
      const [, name = `readme-${index}`] = /^\/\/ (\S+)\.[jt]s\n/.exec(block) ?? [];
      const path = join(root, `generated-samples/crontab/${name}.ts`);
      return [path, `${given}${block.replaceAll('"./generated/', '"./')}`];
    }),
  );
}

it("the examples of the README and the pages that it links compile", () => {
  const files = examples();
  expect(files.size).toBe(8);
  const host = ts.createCompilerHost(options);
  host.readFile = (path) => files.get(path) ?? ts.sys.readFile(path);
  host.fileExists = (path) => files.has(path) || ts.sys.fileExists(path);
  const program = ts.createProgram([...files.keys()], options, host);
  const faults = ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => [
      file?.fileName.replace(root, ""),
      ts.flattenDiagnosticMessageText(messageText, "\n"),
    ]);
  expect(faults).toEqual([]);
}, 60_000);
