import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import ts from "typescript";
import { expect, it } from "vitest";
import { compile } from "../../../../src/index-cel.js";

const page = readFileSync(join(import.meta.dirname, "../../../../docs/cel.md"), "utf8");

/**
 * The example of the page as a function; statements with a comment behind them become pairs of
 * value and comment.
 */
function exampleOf(text: string): string {
  const blocks = [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, block = ""]) => block);
  const block = blocks.find((candidate) => candidate.includes('from "crdgen/cel"')) ?? "";
  const statements = block
    .replace(/^import .*$/m, "")
    .replace(
      /^(\S.*); \/\/ (.*)$/gm,
      (_, value: string, comment: string) =>
        `results.push([${value}, ${JSON.stringify(comment)}]);`,
    );
  return ts.transpile(statements, { target: ts.ScriptTarget.ES2022 });
}

it("the example of docs/cel.md gives what it says", () => {
  const results: [unknown, string][] = [];
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the example is code
  const run = new Function("compile", "results", exampleOf(page)) as (
    compileExpression: typeof compile,
    found: [unknown, string][],
  ) => void; // what the text is a body of
  run(compile, results);
  expect(results).toHaveLength(4);
  for (const [value, comment] of results) {
    expect(inspect(value).replaceAll("'", '"')).toBe(comment);
  }
});
