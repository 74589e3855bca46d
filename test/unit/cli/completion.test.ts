import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { completeCommand, splitLine } from "../../../src/cli/completion/complete.js";
import { propose, sourceOf, takesValue } from "../../../src/cli/completion/propose.js";
import type { Host } from "../../../src/cli/host.js";
import { processHost } from "../../../src/cli/host.js";
import { createProgram } from "../../../src/cli/program.js";
import { formats } from "../../../src/cli/report/options.js";
import { partNames } from "../../../src/codegen/pipeline/settings.js";
import { Scratch, writeBelow } from "../../support/cli.js";

const host = processHost();
const program = createProgram(host, () => undefined);
const samples = join(import.meta.dirname, "../../../generated-samples");
const crontab = join(samples, "crontab/crd.yaml");
const scratch = new Scratch();

async function valuesFor(...words: readonly string[]): Promise<readonly string[]> {
  const { candidates } = await propose(program, words, host);
  return candidates.map(({ value }) => value);
}

/** What the shell is told. */
async function answer(shell: "bash" | "zsh", ...words: readonly string[]): Promise<string> {
  let text = "";
  const printing: Host = { ...host, print: (part) => (text += part) };
  const flags = { shell, breaks: " \t\n\"'><=;|&(:" };
  expect(await completeCommand(words, flags, program, printing)).toBe(0);
  return text;
}

/** The default comes last. */
const lastDefault = [...formats.slice(1), ...formats.slice(0, 1)];

describe("splitLine", () => {
  it.each<[string, readonly string[], boolean]>([
    ["crdgen lint", ["crdgen", "lint"], false],
    ["crdgen lint ", ["crdgen", "lint", ""], false],
    ["crdgen  --crd 'a b' x", ["crdgen", "--crd", "a b", "x"], false],
    ["crdgen a\\ b", ["crdgen", "a b"], false],
    ['crdgen "a\\"b\\c', ["crdgen", 'a"b\\c'], true],
    ["crdgen ''", ["crdgen", ""], false],
    ["crdgen $(touch x) `y`", ["crdgen", "$(touch", "x)", "`y`"], false],
    ["crdgen 'a\\", ["crdgen", "a\\"], true],
    ["crdgen a\\", ["crdgen", "a\\"], false],
    ["", [""], false],
  ])("%j", (line, words, isQuoted) => {
    expect(splitLine(line)).toEqual({ words, isQuoted });
  });
});

describe("propose", () => {
  it("proposes all commands but the hidden one, and all options of each", async () => {
    const commands = program.createHelp().visibleCommands(program);
    expect([...(await valuesFor(""))].sort()).toEqual(commands.map((one) => one.name()).sort());
    for (const command of commands) {
      const options = command.createHelp().visibleOptions(command);
      const longs = options.map(({ long }) => long ?? "").filter((name) => name !== "");
      expect(await valuesFor(command.name(), "-")).toEqual(longs);
    }
  });

  it("knows what every value is, but for texts and numbers", () => {
    const unknown = program
      .createHelp()
      .visibleCommands(program)
      // The names of commands are no values of a source.
      .filter((one) => one.name() !== "help")
      .flatMap((command) => [
        ...command
          .createHelp()
          .visibleOptions(command)
          .filter(takesValue)
          .map((one) => ({ what: one, name: one.flags })),
        ...command.registeredArguments.map((one) => ({ what: one, name: one.name() })),
      ])
      .filter(({ what }) => what.argChoices === undefined && sourceOf(what) === undefined)
      .map(({ name }) => name);
    expect([...new Set(unknown)].sort()).toEqual([
      "--allow-origin <url>",
      "--cluster [context]",
      "--host <address>",
      "--max-depth <number>",
      "--max-diagnostics <number>",
      "--max-warnings <number>",
      "--port <number>",
      "--prefer <pattern>",
      "--seed <number>",
      "--simulate [milliseconds]",
      "--title <text>",
      "--token <text>",
      "--webhook-service <place>",
      "--workers <number>",
    ]);
  });

  it.each<[readonly string[], readonly string[]]>([
    [["lint", "--format", ""], lastDefault],
    [["lint", "crd.yaml", "--format=", ""], ["cluster"]],
    [["lint", "--format="], lastDefault.map((form) => `--format=${form}`)],
    [
      ["completion", ""],
      ["bash", "zsh", "fish"],
    ],
    [["validate", ""], []],
    [["validate", "--old", ""], []],
    [["explain", "crontabs", ""], ["cluster"]],
    [
      ["help", "do"],
      [
        "generate",
        "docs",
        "init",
        "rbac",
        "lint",
        "validate",
        "diff",
        "explain",
        "example",
        "serve",
        "lsp",
        "completion",
        "doctor",
        "help",
      ],
    ],
    [["lint", "--old", ""], ["cluster"]],
    [["lint", "--quiet", ""], ["cluster"]],
    [["lint", "--", "-"], ["cluster"]],
    [["diff", "old", "new", ""], []],
    [["example", "--seed", ""], []],
    [["lint", "--max-warnings=1", "--quiet=x"], []],
    [["init", "--name", ""], []],
    [["frobnicate", ""], ["generate"]],
  ])("%j", async (words, want) => {
    const found = await valuesFor(...words);
    if (words[0] === "frobnicate") expect(found).toContain("generate");
    else expect(found).toEqual(want);
  });

  it("goes on with lists, without what is there", async () => {
    expect(await valuesFor("generate", "--parts", "types,")).toEqual(
      partNames.filter((name) => name !== "types").map((name) => `types,${name}`),
    );
  });

  it("proposes resources and their fields", async () => {
    const crd = ["--crd", crontab];
    expect(await valuesFor("explain", ...crd, "")).toEqual(["crontabs"]);
    expect(await valuesFor("explain", ...crd, "crontabs.")).toEqual(
      ["apiVersion", "kind", "spec", "status", "metadata"].map((name) => `crontabs.${name}`),
    );
    expect(await valuesFor("explain", ...crd, "CronTab.spec.env.")).toEqual([
      "CronTab.spec.env.name",
      "CronTab.spec.env.value",
    ]);
    expect(await valuesFor("explain", ...crd, "crontabs.spec.nothing.")).toEqual([]);
    expect(await valuesFor("explain", ...crd, "nothing.")).toEqual([]);
    expect(await valuesFor("example", "crontabs", ...crd, "--set", "spec.env[0].")).toEqual([
      "spec.env[0].name=",
      "spec.env[0].value=",
    ]);
    expect(await valuesFor("example", "crontabs", ...crd, "--api-version", "")).toEqual([
      "stable.example.com/v1",
    ]);
    expect(await valuesFor("example", "crontabs", crontab, "--set", "spec.re")).toContain(
      "spec.replicas=",
    );
    expect(await valuesFor("explain", ...crd, "source/not-y")).toContain("source/not-yaml");
  });

  it("tells resources of one plural apart by their groups", async () => {
    const folder = scratch.next();
    const crd = (group: string, plural: string): string =>
      `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec: { group: ${group}, names: { plural: ${plural}, kind: K } }\n`;
    const crds = [crd("a.example", "certs"), crd("b.example", "certs"), crd("a.example", "keys")];
    writeBelow(folder, "crds.yaml", crds.join("---\n"));
    const found = await valuesFor("explain", "--crd", join(folder, "crds.yaml"), "");
    expect(found).toEqual(["certs.a.example", "certs.b.example", "keys"]);
  });

  it("finds inputs in every kind of configuration, and runs none", async () => {
    const folder = scratch.next();
    const list = `inputs: [${JSON.stringify(crontab)}]`;
    writeBelow(folder, "c.yaml", `${list}\n`);
    writeBelow(folder, "c.json", `{"inputs": [${JSON.stringify(crontab)}]}`);
    writeBelow(folder, "c.ts", `throw new Error("run");\nexport default { ${list} };\n`);
    writeBelow(folder, "none.ts", "export default { inputs: find() };\n");
    for (const name of ["c.yaml", "c.json", "c.ts"]) {
      const found = await valuesFor("example", "--config", join(folder, name), "");
      expect(found, name).toEqual(["crontabs"]);
    }
    for (const name of ["none.ts", "missing.json"]) {
      expect(await valuesFor("example", "--config", join(folder, name), "")).toEqual([]);
    }
  });
});

describe("crdgen complete", () => {
  it("gives bash only what it replaces", async () => {
    expect(await answer("bash", "crdgen lint --format=gith")).toBe("none\ngithub\n");
    expect(await answer("bash", "crdgen lint '--format=gith")).toBe("none\n--format=github\n");
    expect(await answer("bash", "crdgen lint HEAD:c")).toBe("files\n");
    expect(await answer("bash", "crdgen generate --out ")).toBe("folders\n");
  });

  it("gives descriptions on one line", async () => {
    expect(await answer("zsh", "exp")).toMatch(/^none\nexplain\tdescribe a custom resource.*\n$/);
  });

  it("leaves out names that a shell could take for more than a name", async () => {
    const folder = scratch.next();
    const fields = ["good", "$(touch x)", "a;b", "`c`", "d e", "e'f", "g\\u001b[31m", "-ok"];
    writeBelow(
      folder,
      "crd.yaml",
      `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: a.b
  names: { plural: xs, kind: X }
  versions:
    - name: v1
      served: true
      schema:
        openAPIV3Schema:
          properties:
            spec:
              properties:
${fields.map((name) => `                ${JSON.stringify(name).replaceAll("\\\\", "\\")}: { description: "a\\nb\\u001b[31m" }`).join("\n")}
`,
    );
    const crd = ["--crd", join(folder, "crd.yaml")];
    expect(await answer("zsh", "explain", ...crd, "xs.spec.")).toBe(
      "none\nxs.spec.good\ta\nxs.spec.-ok\ta\n",
    );
  });

  it("says nothing of what goes wrong, and waits for nothing", async () => {
    const folder = scratch.next();
    mkdirSync(join(folder, "crds"));
    writeBelow(folder, "broken.yaml", "kind: CustomResourceDefinition\n  x: [\n");
    for (const input of ["none.yaml", "broken.yaml", "crds", "/dev/zero", "-", "cluster:x"]) {
      const crd = input.startsWith("/") || input === "-" ? input : join(folder, input);
      expect(await answer("zsh", "example", "--crd", crd, "")).toBe("none\n");
    }
    expect(await answer("zsh", "example", "--crd", "http://127.0.0.1:1/x", "")).toBe("none\n");
    expect(await answer("zsh")).toMatch(/^none\n/);
  });
});
