import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../../src/index.js";
import { lint } from "../../src/index.js";
import type { PageExample } from "../support/page-examples.js";
import { examplesOf } from "../support/page-examples.js";

const root = join(import.meta.dirname, "../..");
const folder = join(root, "docs/diagnostics");

/**
 * Codes that no text given to lint brings about: why, and the test that does, or that nothing does.
 */
const elsewhere: ReadonlyMap<string, readonly [reason: string, test: string]> = new Map([
  ["schema/too-deep", ["the text would be long", "test/unit/crd/frontend/hostile.test.ts"]],
  ["source/control-character", ["cannot be shown", "test/unit/crd/source/read.test.ts"]],
  ["source/not-utf8", ["is about bytes", "test/unit/crd/source/decode.test.ts"]],
  ["source/too-deep", ["the text would be long", "test/unit/crd/source/read.test.ts"]],
  ["source/too-large", ["the text would be long", "test/unit/crd/source/read.test.ts"]],
  ["names/shared", ["is found by generate", "test/unit/codegen/pipeline/shared-names.test.ts"]],
  ["names/collision", ["is found by generate", "test/unit/codegen/backends/types/names.test.ts"]],
  ["input/repeated-crd", ["is found by generate", "test/cli/generate.test.ts"]],
  ["input/conflicting-crd", ["is found by generate", "test/cli/generate.test.ts"]],
  ["input/kind-claimed-twice", ["is found by generate", "test/cli/generate.test.ts"]],
  [
    "input/reserved-group",
    ["is found by generate", "test/unit/codegen/pipeline/can-be-filed.test.ts"],
  ],
  ["output/out-of-date", ["is about the output folder", "test/cli/generate.test.ts"]],
  ["output/foreign-file", ["is about the output folder", "test/cli/generate.test.ts"]],
  ["portability/default-surprise", ["is retired", "test/cli/lint.test.ts"]],
  ["input/unmatched-pattern", ["is found by generate", "test/cli/usage.test.ts"]],
  ["usage/invalid", ["is about the command line", "test/cli/usage.test.ts"]],
  ["overrides/unmatched", ["is found by generate", "test/cli/configuration.test.ts"]],
  ["overrides/collision", ["is found by generate", "test/cli/configuration.test.ts"]],
  ["config/invalid", ["is about the configuration", "test/unit/cli/config/load.test.ts"]],
]);

const pages = readdirSync(folder)
  .map((name) => readFileSync(join(folder, name), "utf8"))
  .map((page) => ({ code: /^# (\S+)$/m.exec(page)?.[1] ?? "", page }))
  // Custom resources are judged elsewhere; here are the CRDs.
  .filter(({ code }) => !code.startsWith("object/"));

async function diagnose({ text, stored, format }: PageExample): Promise<readonly Diagnostic[]> {
  const old = stored === undefined ? [] : [{ path: `stored.${format}`, text: stored }];
  const sources = [{ path: `crd.${format}`, text }];
  return lint({ sources, old, minimumVersion: "1.28" });
}

function asLine({ severity, code, message }: Diagnostic): string {
  return `${severity}[${code}]: ${message}`;
}

describe.each(pages)("the page of $code", ({ code, page }) => {
  const examples = examplesOf(page);
  const faulty = examples.filter(({ isFixed }) => !isFixed);
  const fixed = examples.filter(({ isFixed }) => isFixed);

  const [reason, test] = elsewhere.get(code) ?? [];
  if (test !== undefined) {
    it(`has no example to lint (it ${reason}); ${test} covers it`, () => {
      expect(faulty).toEqual([]);
      // In a regular expression the slash is escaped.
      const text = readFileSync(join(root, test), "utf8").replaceAll("\\/", "/");
      expect(text.includes(code)).toBe(true);
    });
    return;
  }

  it("has an example that lint reports in the words of the page", async () => {
    expect(faulty).not.toEqual([]);
    for (const example of faulty) {
      const diagnostics = await diagnose(example);
      expect(diagnostics.map((diagnostic) => diagnostic.code)).toContain(code);
      expect(diagnostics.map(asLine)).toEqual(expect.arrayContaining([...example.output]));
    }
  });

  if (fixed.length === 0) return;
  it("has a corrected example without errors", async () => {
    for (const example of fixed) {
      const diagnostics = await diagnose(example);
      const left = diagnostics.filter(
        (diagnostic) => diagnostic.code === code || diagnostic.severity === "error",
      );
      expect(left).toEqual([]);
    }
  });
});

it("every code that is excused has a page", () => {
  const codes = pages.map(({ code }) => code);
  expect(codes).toEqual(expect.arrayContaining([...elsewhere.keys()]));
});
