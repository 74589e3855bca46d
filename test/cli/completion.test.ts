import { spawnSync } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { main, runCli, Scratch, writeBelow } from "../support/cli.js";

const crontab = join(import.meta.dirname, "../../generated-samples/crontab/crd.yaml");
const scratch = new Scratch();
let folder = "";

beforeAll(() => {
  folder = scratch.next();
  writeBelow(folder, "crd.yaml", readFileSync(crontab, "utf8"));
  writeBelow(folder, "crdgen.config.json", '{ "inputs": ["crd.yaml"] }');
  writeBelow(folder, "with folder/x.yaml", "");
  writeBelow(folder, "bin/keep", "");
  symlinkSync(main, join(folder, "bin/crdgen"));
});

function runShell(shell: string, args: readonly string[]): { out: string; err: string } {
  const env = { ...process.env, PATH: `${join(folder, "bin")}:${process.env["PATH"] ?? ""}` };
  const { stdout, stderr } = spawnSync(shell, args, { cwd: folder, env, encoding: "utf8" });
  return { out: stdout, err: stderr };
}

function isInstalled(shell: string): boolean {
  const found = spawnSync(shell, ["--version"]).status === 0;
  if (!found) console.warn(`NOT RUN: completion in ${shell}, which is not installed`);
  return found;
}

/** A line up to the cursor, and what the shell can write there. */
const lines: readonly (readonly [line: string, want: readonly string[]])[] = [
  ["crdgen li", ["lint"]],
  ["crdgen lint --format g", ["github", "gitlab"]],
  ["crdgen explain crontabs.spec.c", ["crontabs.spec.concurrency", "crontabs.spec.cronSpec"]],
  ["crdgen lint 'with folder/x.yaml' --color a", ["always", "auto"]],
  ["crdgen lint $(touch touched) --format te", ["text"]],
];

/** As readline calls the function: with the words between `COMP_WORDBREAKS`. */
const bashDriver = `
source <(crdgen completion bash)
complete -p crdgen
compopt() { :; }
try() {
  COMP_LINE=$1 COMP_POINT=\${#1} COMPREPLY=()
  _crdgen crdgen "$2" ''
  printf '%s\\n' "\${COMPREPLY[@]}" ::
}
`;

describe.runIf(isInstalled("bash"))("bash", () => {
  it("completes", () => {
    const calls = lines.map(
      ([line]) => `try ${quoted(line)} ${quoted(line.split(" ").at(-1) ?? "")}`,
    );
    const { out, err } = runShell("bash", ["--norc", "-c", [bashDriver, ...calls].join("\n")]);
    expect(err).toBe("");
    const [first = "", ...rest] = out.split("\n");
    expect(first).toBe("complete -o bashdefault -o default -F _crdgen crdgen");
    expect(answersIn(rest.join("\n"))).toEqual(lines.map(([, want]) => want));
  });

  it("completes what stands behind an equals sign, and files beside words", () => {
    const calls = ["try 'crdgen lint --format=g' g", "try 'crdgen lint c' c"];
    const { out, err } = runShell("bash", ["--norc", "-c", [bashDriver, ...calls].join("\n")]);
    expect(err).toBe("");
    expect(answersIn(out.slice(out.indexOf("\n") + 1))).toEqual([
      ["github", "gitlab"],
      ["cluster", "crd.yaml", "crdgen.config.json"],
    ]);
  });
});

/** `compadd` and `_files` work only while zsh completes: these say what they were asked for. */
const zshDriver = `
autoload -Uz compinit
compdef() { print -r -- "compdef $*"; }
compadd() { print -rl -- "\${values[@]}"; }
compset() { :; }
_files() { print -r -- "<files $*>"; }
source <(crdgen completion zsh)
try() {
  words=("\${(z)1}") PREFIX=$2
  [[ $1 == *' ' ]] && words+=('')
  CURRENT=$#words
  _crdgen
  print -r -- ::
}
`;

describe.runIf(isInstalled("zsh"))("zsh", () => {
  it("completes", () => {
    const calls = lines.map(
      ([line]) => `try ${quoted(line)} ${quoted(line.split(" ").at(-1) ?? "")}`,
    );
    const script = [zshDriver, ...calls, "try 'crdgen generate --out ' ''"].join("\n");
    const { out, err } = runShell("zsh", ["-f", "-c", script]);
    expect(err).toBe("");
    const [first = "", ...rest] = out.split("\n");
    expect(first).toBe("compdef _crdgen crdgen");
    expect(answersIn(rest.join("\n"))).toEqual([...lines.map(([, want]) => want), ["<files -/>"]]);
  });
});

describe.runIf(isInstalled("fish"))("fish", () => {
  it("completes", () => {
    // fish expands no `$(…)` before version 3.4.
    const tried = [...lines.filter(([line]) => !line.includes("$(")), ...fishLines];
    const calls = tried.map(([line]) => `complete -C ${quoted(line)}; echo ::`);
    const script = ["crdgen completion fish | source", ...calls].join("\n");
    const { out, err } = runShell("fish", ["--no-config", "-c", script]);
    expect(err).toBe("");
    const values = out.replaceAll(/\t.*$/gm, "");
    expect(answersIn(values)).toEqual(tried.map(([, want]) => want));
  });
});

const fishLines: typeof lines = [
  ["crdgen lint crd.", ["crd.yaml"]],
  ["crdgen lint --config=crd.", ["--config=crd.yaml"]],
  ["crdgen generate --out wi", ["with folder/"]],
];

it("nothing that was typed is run", () => {
  const { out } = runShell("bash", ["-c", "ls"]);
  expect(out).toContain("crd.yaml");
  expect(out).not.toContain("touched");
});

it("a shell that is not known is refused", () => {
  expect(runCli(folder, ["completion", "tcsh"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("is not one of bash, zsh, fish") as string,
  });
});

function quoted(text: string): string {
  return `"${text.replaceAll(/["$`\\]/g, "\\$&")}"`;
}

function answersIn(out: string): readonly (readonly string[])[] {
  return out
    .split(/^::$\n?/m)
    .slice(0, -1)
    .map((answer) =>
      answer
        .split("\n")
        .filter((line) => line !== "")
        .sort(),
    );
}
