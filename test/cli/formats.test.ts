import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { kindSource } from "../support/boat.js";
import type { Outcome } from "../support/cli.js";
import { runCli, Scratch, writeBelow } from "../support/cli.js";
import { readJunit, sarifFaults } from "../support/report-readers.js";

const scratch = new Scratch();
const sample = join(import.meta.dirname, "../../generated-samples/crontab/crd.yaml");

/** A folder with the CRD of the guide, good and bad, and objects of it. */
function project(): string {
  const folder = scratch.next();
  const good = readFileSync(sample, "utf8");
  writeBelow(folder, "crd.yaml", good);
  writeBelow(folder, "bad.yaml", good.replace("scope: Namespaced", "scope: Namspaced"));
  const spec = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
  const schema = { type: "object", properties: { spec } };
  const boat = kindSource("Boat", { schema });
  writeBelow(folder, "boat.json", boat.text);
  const object = (name: string, given: object): string =>
    JSON.stringify({
      apiVersion: "sea.example.com/v1",
      kind: "Boat",
      metadata: { name },
      spec: given,
    });
  writeBelow(folder, "objects/a.json", object("a", { name: "a" }));
  writeBelow(folder, "objects/b.json", object("b", {}));
  return folder;
}

/** Reads a document by the rules of its form, and gives its findings as texts. */
const readers = {
  sarif: (text: string): readonly unknown[] => {
    expect(sarifFaults(text)).toEqual([]);
    const { runs } = JSON.parse(text) as {
      runs: { results: unknown[]; invocations: { toolExecutionNotifications: unknown[] }[] }[];
    }; // by its schema
    return runs.flatMap(({ results, invocations }) => [
      ...results,
      ...invocations.flatMap(({ toolExecutionNotifications: list }) => list),
    ]);
  },
  junit: (text: string): readonly unknown[] =>
    readJunit(text).filter(({ inside }) => "failure" in inside || "error" in inside),
  gitlab: (text: string): readonly unknown[] => JSON.parse(text) as unknown[], // its form
} as const;

const forms = ["sarif", "junit", "gitlab"] as const;

function crdgen(folder: string, ...args: readonly string[]): Outcome {
  return runCli(folder, args);
}

describe.each(forms)("--format %s", (format) => {
  it("is one document of what lint, validate and diff found", () => {
    const folder = project();
    const lint = crdgen(folder, "lint", "bad.yaml", "crd.yaml", "--format", format);
    expect(lint.code).toBe(1);
    expect(readers[format](lint.out)).toHaveLength(1);
    const crd = ["--crd", "boat.json"];
    const validate = crdgen(folder, "validate", ...crd, "objects", "--format", format);
    expect(validate.code).toBe(1);
    expect(readers[format](validate.out)).toHaveLength(1);
    const diff = crdgen(folder, "diff", "crd.yaml", "crd.yaml", "--format", format);
    expect(diff.code).toBe(0);
    expect(readers[format](diff.out)).toHaveLength(0);
  });

  it.each([
    ["lint", "none.yaml"],
    ["validate", "none.yaml"],
    ["diff", "none.yaml", "crd.yaml"],
    ["lint", "crd.yaml", "--statistics"],
    ["diff", "crd.yaml", "crd.yaml", "--wrong"],
  ])("is one document where a run ends early: %s %s %s", (...args) => {
    const given = args.filter((word) => typeof word === "string");
    const { code, out, err } = crdgen(project(), ...given, "--format", format);
    expect(code).toBe(2);
    expect(readers[format](out)).toHaveLength(1);
    expect(err).toMatch(/^error: /);
  });

  it.each([
    ["lint", "crd.yaml"],
    ["diff", "crd.yaml", "crd.yaml"],
  ])("is one document where the configuration has faults: %s %s", (...args) => {
    const folder = project();
    writeBelow(folder, "crdgen.config.json", '{ "overides": [] }');
    const { code, out } = crdgen(folder, ...args, "--format", format);
    expect(code).toBe(2);
    expect(readers[format](out)).toHaveLength(1);
  });
});

it("says which objects are good, in a report of tests", () => {
  const args = ["validate", "--crd", "boat.json", "objects", "--format", "junit"];
  const cases = readJunit(crdgen(project(), ...args).out);
  expect(cases.map(({ suite, inside }) => [suite, Object.keys(inside)])).toEqual([
    ["objects/a.json", []],
    ["objects/b.json", ["failure"]],
  ]);
});

it("prints no more results than --max-diagnostics says, and all in a report of tests", () => {
  const folder = project();
  const args = ["lint", "bad.yaml", "crd.yaml", "boat.json", "--minimum-version", "1.28"];
  const count = (...more: readonly string[]): number =>
    (JSON.parse(crdgen(folder, ...args, "--format", "gitlab", ...more).out) as unknown[]).length; // its form
  expect(count()).toBeGreaterThan(0);
  expect(count("--max-diagnostics", "1")).toBe(1);
});
