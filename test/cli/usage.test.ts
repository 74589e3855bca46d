import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Outcome } from "../support/cli.js";
import { runCli, Scratch, writeBelow } from "../support/cli.js";

const root = join(import.meta.dirname, "../..");
const crontab = readFileSync(join(root, "generated-samples/crontab/crd.yaml"), "utf8");
const scratch = new Scratch();
let folder = "";

beforeEach(() => {
  folder = scratch.next();
  writeBelow(folder, "crd.yaml", crontab);
});

function crdgen(...args: readonly string[]): Outcome {
  return runCli(folder, args);
}

/** `--out` and what is to come of it. */
const generate = ["generate", "crd.yaml", "--out", "out"];

describe("a fault of use", () => {
  it.each<[readonly string[], string, string | undefined]>([
    [["generate", "crd.yaml"], "name the output folder with --out", undefined],
    [
      ["generate", "--ot", "x"],
      "unknown option '--ot'",
      "Did you mean --out?; add --help for the options",
    ],
    [
      ["generate", "--emit", "tss"],
      "option '--emit <form>' argument 'tss' is invalid. Allowed choices are ts, js.",
      "add --help for the options",
    ],
    [
      ["generate", "x", "--out"],
      "option '-o, --out <folder>' argument missing",
      "add --help for the options",
    ],
    [["lint", "none.yaml"], "'none.yaml': no such file or folder", undefined],
    [["frobnicate"], "unknown command 'frobnicate'", "add --help for the options"],
    [["validate"], "name at least one file of objects, or - for standard input", undefined],
  ])("%j is told once, in the format asked for", (args, message, help) => {
    const [command = "", ...rest] = args;
    const hint = help === undefined ? "" : `\n(${help})`;
    expect(crdgen(...args)).toEqual({ code: 2, out: "", err: `error: ${message}${hint}\n` });
    for (const line of [
      [command, "--format", "json", ...rest],
      [command, "--format=json", ...rest],
      // Behind an option that lacks its value it would be that value.
      ...(args.at(-1) === "--out" ? [] : [[command, ...rest, "--format", "json"]]),
    ]) {
      const { code, out, err } = crdgen(...line);
      expect({ code, err }).toEqual({ code: 2, err: "" });
      expect(JSON.parse(out)).toEqual({
        code: "usage/invalid",
        severity: "error",
        message,
        related: [],
        ...(help === undefined ? {} : { help }),
      });
    }
    expect(crdgen(command, "--format", "github", ...rest)).toEqual({
      code: 2,
      out: `::error title=usage/invalid::${[message, ...(help === undefined ? [] : [help])].join("%0A")}\n`,
      err: "",
    });
  });

  it("leaves standard output to the objects of `validate --print`", () => {
    const { code, out, err } = crdgen("validate", "none.yaml", "--print", "--format", "json");
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(JSON.parse(err)).toMatchObject({ code: "usage/invalid" });
  });

  it("has a page", () => {
    expect(crdgen("explain", "usage/invalid").out).toContain("# usage/invalid");
  });
});

describe("--check of an output that does not exist", () => {
  it("says so once", () => {
    expect(crdgen(...generate, "--check")).toEqual({
      code: 1,
      out: "",
      err: "out does not exist; run the same command without --check to write it\n",
    });
  });

  it("is one diagnostic", () => {
    const { code, out } = crdgen(...generate, "--check", "--format", "json");
    expect(code).toBe(1);
    expect(JSON.parse(out.split("\n")[0] ?? "")).toEqual({
      code: "output/out-of-date",
      severity: "error",
      message: "'out' does not exist",
      source: "out",
      related: [],
    });
  });
});

describe("near matches", () => {
  it("names every wrong part, each with what may have been meant", () => {
    expect(crdgen(...generate, "--parts", "type,clients,rules,nonsense").err).toBe(
      "error: --parts: 'type' (did you mean 'types'?), 'clients' (did you mean 'client'?), 'nonsense' " +
        "are not among types, enums, prune, defaults, validate, rules, admit, apply, client, table, testing, arbitrary, openapi, " +
        "json-schema, zod\n",
    );
    expect(crdgen(...generate, "--parts", "validation").err).toMatch(
      /^error: --parts: 'validation' \(did you mean 'validate'\?\) is not one of types, /,
    );
  });

  it.each([
    ["stable.example.com", "did you mean 'stable.example.com/*'?"],
    ["crontabs", "did you mean 'stable.example.com/CronTab'?"],
    ["crontabs.stable.example.com", "did you mean 'stable.example.com/CronTab'?"],
    ["stable.example.com/crontab", "did you mean 'stable.example.com/CronTab'?"],
    ["stable.exmaple.com/CronTab", "did you mean 'stable.example.com/CronTab'?"],
    ["stable.exmaple.com/*", "did you mean 'stable.example.com/*'?"],
    ["CronTap", "did you mean 'CronTab'?"],
    ["none.example.org/Nothing", "the input defines stable.example.com/CronTab"],
  ])("--only %s", (pattern, proposal) => {
    expect(crdgen(...generate, "--only", pattern)).toEqual({
      code: 2,
      out: "",
      err: `error: no CustomResourceDefinition in crd.yaml matches --only '${pattern}'; ${proposal}\n`,
    });
    const { code, err } = crdgen(...generate, "--only", `CronTab,${pattern}`);
    expect(code).toBe(0);
    expect(err).toContain(
      `warning[input/unmatched-pattern]: '--only ${pattern}' matches no CRD of the input\n   = help: ${proposal}\n`,
    );
  });

  it("says nothing of patterns that match", () => {
    expect(crdgen(...generate, "--only", "CronTab,stable.example.com/*").err).toMatch(/^out: /);
  });

  it.each([
    ["output", 'did you mean "outputs"?'],
    ["import-extension", 'did you mean "importExtension"?'],
    ["part", 'did you mean "parts"?'],
  ])("the configuration's '%s'", (key, help) => {
    writeBelow(folder, "crdgen.config.yaml", `${key}: x\n`);
    const { code, err } = crdgen("generate");
    expect(code).toBe(2);
    expect(err).toContain(`${key}: there is no such option`);
    expect(err).toContain(`= help: ${help}\n`);
  });

  it("the configuration's values", () => {
    writeBelow(folder, "crdgen.config.yaml", "parts: [type]\nemit: tss\n");
    const { err } = crdgen("generate");
    expect(err).toContain('parts[0]: must be one of "types", "enums", "prune"');
    expect(err).toContain('; did you mean "types"?\n');
    expect(err).toContain('emit: must be one of "ts", "js"; did you mean "ts"?\n');
  });
});

describe("$schema", () => {
  const named = "./node_modules/crdgen/dist/config.schema.json";

  it.each([
    ["crdgen.config.json", JSON.stringify({ $schema: named, inputs: ["crd.yaml"], out: "out" })],
    ["crdgen.config.yaml", `$schema: ${named}\ninputs: [crd.yaml]\nout: out\n`],
  ])("may stand in %s", (name, text) => {
    writeBelow(folder, name, text);
    expect(crdgen("generate")).toMatchObject({ code: 0, out: "" });
  });
});
