import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const readme = readFileSync(join(root, "README.md"), "utf8");

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

/** The TypeScript of the README as files that lie beside the output of a sample, by path. */
function examples(): ReadonlyMap<string, string> {
  const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, block = ""]) => block);
  return new Map(
    blocks.map((block, index) => [
      join(root, `generated-samples/crontab/readme-${index}.ts`),
      `${given}${block.replaceAll('"./generated/', '"./')}`,
    ]),
  );
}

it("the examples of the README compile", () => {
  const files = examples();
  expect(files.size).toBeGreaterThan(4);
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
