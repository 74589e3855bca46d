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
      "did you mean '--out'? 'crdgen generate --help' lists the options",
    ],
    [["generate", "--emit", "tss"], "--emit: 'tss' is not one of ts, js", "did you mean 'ts'?"],
    [
      ["generate", "x", "--out"],
      "--out: the value is missing",
      "write '--out <folder>'; 'crdgen generate --help' lists the options",
    ],
    [["lint", "none.yaml"], "'none.yaml': no such file or folder", undefined],
    [["frobnicate"], "unknown command 'frobnicate'", "'crdgen --help' lists the commands"],
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

describe("what people type", () => {
  const commands = "'crdgen --help' lists the commands";

  function optionsOf(command: string): string {
    return `'crdgen ${command} --help' lists the options`;
  }

  it.each<[string, string, string]>([
    ["genrate", "unknown command 'genrate'", `did you mean 'crdgen generate'? ${commands}`],
    ["help genrate", "unknown command 'genrate'", `did you mean 'crdgen generate'? ${commands}`],
    [
      "check",
      "unknown command 'check'",
      `did you mean 'crdgen lint' for CRDs, 'crdgen validate' for objects, or 'crdgen generate --check'? ${commands}`,
    ],
    ["-v", "unknown option '-v'", `did you mean '--version'? ${commands}`],
    ["lint -v", "unknown option '-v'", `did you mean '--verbose'? ${optionsOf("lint")}`],
    [
      "lint --k8s-version 1.30",
      "unknown option '--k8s-version'",
      `did you mean '--kubernetes-version'? ${optionsOf("lint")}`,
    ],
    [
      "lint --sarif",
      "unknown option '--sarif'",
      `did you mean '--format sarif'? ${optionsOf("lint")}`,
    ],
    [
      "docs --markdown",
      "unknown option '--markdown'",
      `did you mean '--as md'? ${optionsOf("docs")}`,
    ],
    [
      "--quiet lint crd.yaml",
      "unknown option '--quiet'",
      `options stand behind the command: 'crdgen lint --quiet'; ${commands}`,
    ],
    [
      "diff crd.yaml",
      "<new> is missing",
      `write 'crdgen diff [options] <old> <new>'; ${optionsOf("diff")}`,
    ],
    [
      "diff a b c",
      "'c' is one argument too many",
      `write 'crdgen diff [options] <old> <new>'; ${optionsOf("diff")}`,
    ],
    ["completion zssh", "<shell>: 'zssh' is not one of bash, zsh, fish", "did you mean 'zsh'?"],
  ])("%s gets an answer", (line, message, help) => {
    expect(crdgen(...line.split(" "))).toEqual({
      code: 2,
      out: "",
      err: `error: ${message}\n(${help})\n`,
    });
  });

  it("simply works where it is clear", () => {
    expect(crdgen("version")).toEqual(crdgen("--version"));
    expect(crdgen("help", "lint")).toEqual(crdgen("lint", "--help"));
    expect(crdgen("lint", "crd.yaml", "--json")).toEqual(
      crdgen("lint", "crd.yaml", "--format", "json"),
    );
    expect(crdgen("lint", "none.yaml", "--json").out).toContain('"code":"usage/invalid"');
    expect(crdgen("lint", "crd.yaml", "--no-color").code).toBe(0);
    expect(crdgen("lint", "--crd", "crd.yaml", "--format", "JSON", "--color=NEVER").code).toBe(0);
  });

  it("works under its older name, with a note of the new one", () => {
    expect(crdgen("generate", "crd.yaml", "-o", "out").err).toMatch(
      /^note: -o is called --out now\n/,
    );
    expect(crdgen("generate", "crd.yaml", "-o", "out", "--quiet").err).toBe("");
    const { code, err } = crdgen("docs", "crd.yaml", "--out", "md", "--format", "markdown");
    expect(code).toBe(0);
    expect(err).toMatch(/^note: --format md is called --as md now\n/);
  });
});

describe("a fault of use in a document", () => {
  it.each(["sarif", "junit", "gitlab"])("of --format %s", (format) => {
    const { code, out, err } = crdgen("lint", "none.yaml", "--format", format);
    const told = "error: 'none.yaml': no such file or folder\n";
    expect({ code, err }).toEqual({ code: 2, err: told });
    expect(out).toContain("usage/invalid");
    expect(out).toContain("no such file or folder");
  });

  it("is a line in the concise form", () => {
    expect(crdgen("lint", "clustr", "--format", "concise")).toEqual({
      code: 2,
      out: "",
      err: "usage/invalid 'clustr': no such file or folder (did you mean 'cluster'?)\n",
    });
  });
});

describe("the configuration", () => {
  it("says where the CRDs are that objects are judged by", () => {
    writeBelow(folder, "crdgen.config.yaml", "inputs: [crd.yaml]\nkubernetesVersion: '1.30'\n");
    const object = {
      apiVersion: "stable.example.com/v1",
      kind: "CronTab",
      metadata: { name: "a" },
    };
    writeBelow(folder, "a.yaml", JSON.stringify({ ...object, spec: { cronSpec: 1 } }));
    const { code, err } = crdgen("validate", "a.yaml");
    expect(code).toBe(1);
    expect(err).toContain("refused by Kubernetes 1.30");
    writeBelow(folder, "other.yaml", "inputs: [none.yaml]\n");
    expect(crdgen("validate", "a.yaml", "--config", "other.yaml").err).toBe(
      "error: 'none.yaml': no such file or folder\n",
    );
    expect(crdgen("validate", "a.yaml", "--crd", "crd.yaml", "--config", "other.yaml").code).toBe(
      1,
    );
  });

  it("is refused where it has faults", () => {
    writeBelow(folder, "crdgen.config.yaml", "input: [crd.yaml]\n");
    for (const line of [
      ["validate", "crd.yaml"],
      ["serve", "--port", "0"],
    ])
      expect(crdgen(...line).code).toBe(2);
  });
});

describe("--check of an output that does not exist", () => {
  it("says so once", () => {
    expect(crdgen(...generate, "--check")).toEqual({
      code: 1,
      out: "",
      err: "✗ out does not exist; run the same command without --check to write it\n",
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
    expect(crdgen(...generate, "--only", "CronTab,stable.example.com/*").err).toMatch(/^✓ out: /);
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
