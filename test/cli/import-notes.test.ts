import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runCli, Scratch, writeBelow } from "../support/cli.js";

const sample = join(import.meta.dirname, "../../generated-samples/crontab/crd.yaml");
const crontab = readFileSync(sample, "utf8");
const scratch = new Scratch();

/** What `generate` says besides its summary, in a folder with these files. */
function notesOf(files: Readonly<Record<string, unknown>>, ...more: readonly string[]): string {
  const folder = scratch.next();
  writeBelow(folder, "crd.yaml", crontab);
  for (const [path, content] of Object.entries(files)) {
    writeBelow(folder, path, typeof content === "string" ? content : JSON.stringify(content));
  }
  const args = ["generate", "crd.yaml", "--out", "app/src/k8s", "--parts", "types", ...more];
  const { code, err } = runCli(folder, args);
  expect(code, err).toBe(0);
  return err.split("\n").slice(1).join("\n");
}

function note(tool: string, extension: string): string {
  return `note: ${tool} does not find TypeScript files under .js paths: generate with --import-extension ${extension} (or with .js, if that works here)\n`;
}

const commonJs = { compilerOptions: { module: "commonjs" } };
const tsLoader = { devDependencies: { webpack: "5", "ts-loader": "9" } };
const tsJest = { devDependencies: { "ts-jest": "29" }, jest: { preset: "ts-jest" } };

it.each<[string, Record<string, unknown>, string]>([
  ["Deno", { "app/deno.json": {} }, note("Deno", ".ts")],
  [
    "a configuration of Deno with comments",
    { "app/deno.jsonc": '{ // tasks\n "tasks": { "a": "//" /* none */, },\n}' },
    note("Deno", ".ts"),
  ],
  [
    "Node that runs TypeScript",
    {
      "app/package.json": { type: "module" },
      "app/tsconfig.json": {
        compilerOptions: { module: "nodenext", rewriteRelativeImportExtensions: true },
      },
    },
    note("Node without a compiler", ".ts"),
  ],
  [
    "webpack",
    {
      "app/package.json": tsLoader,
      "app/tsconfig.json": commonJs,
      "app/webpack.config.js": "module.exports = {};",
    },
    note("webpack with ts-loader", "none"),
  ],
  [
    "Jest, with a base of tsconfig.json",
    {
      "app/package.json": tsJest,
      "app/tsconfig.json": '{ "extends": "../base", /* more */ "compilerOptions": {}, }',
      "base.json": commonJs,
    },
    note("Jest with ts-jest", "none"),
  ],
])("notices %s", (_, files, text) => {
  expect(notesOf(files)).toBe(text);
});

it.each<[string, Record<string, unknown>]>([
  ["nothing", {}],
  ["Deno that guesses", { "app/deno.json": { unstable: ["sloppy-imports"] } }],
  ["Deno beside Node", { "app/deno.json": {}, "app/package.json": {} }],
  ["what lies above the project", { "deno.json": {}, "app/package.json": {} }],
  ["what lies above the repository", { "deno.json": {}, "app/.git/HEAD": "" }],
  ["a broken file", { "app/deno.json": "{" }],
  ["a compiler alone", { "app/package.json": {}, "app/tsconfig.json": commonJs }],
  [
    "webpack that is told",
    {
      "app/package.json": tsLoader,
      "app/tsconfig.json": commonJs,
      "app/webpack.config.cjs":
        'module.exports = { resolve: { extensionAlias: { ".js": [".ts"] } } };',
    },
  ],
  [
    "Jest that is told",
    {
      "app/package.json": { ...tsJest, jest: { moduleNameMapper: { "^(.*)\\.js$": "$1" } } },
      "app/tsconfig.json": commonJs,
    },
  ],
  [
    "what is configured elsewhere",
    { "app/package.json": tsLoader, "app/tsconfig.json": commonJs, "app/webpack.config.js/a": "" },
  ],
  [
    "a preset that nobody knows",
    {
      "app/package.json": { ...tsJest, jest: { preset: "own" } },
      "app/tsconfig.json": commonJs,
    },
  ],
  [
    "a compiler that wants whole paths",
    {
      "app/package.json": tsJest,
      "app/tsconfig.json": { compilerOptions: { module: "NodeNext" } },
    },
  ],
  [
    "modules of Node's own",
    { "app/package.json": { ...tsJest, type: "module" }, "app/tsconfig.json": commonJs },
  ],
  [
    "a base that is not there",
    {
      "app/package.json": tsJest,
      "app/tsconfig.json": { extends: "@tsconfig/node20/tsconfig.json" },
    },
  ],
  [
    "a base of itself",
    { "app/package.json": tsJest, "app/tsconfig.json": { extends: "./tsconfig.json" } },
  ],
])("says nothing of %s", (_, files) => {
  expect(notesOf(files)).toBe("");
});

it.each<[string, readonly string[]]>([
  ["has the option", ["--import-extension", ".js"]],
  ["compiles", ["--emit", "js"]],
])("says nothing to who %s", (_, args) => {
  expect(notesOf({ "app/deno.json": {} }, ...args)).toBe("");
});

it("says nothing to who wants quiet", () => {
  expect(notesOf({ "app/deno.json": {} }, "--quiet")).toBe("");
});
