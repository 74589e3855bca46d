import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { splitLine } from "../../../src/cli/completion/complete.js";
import { processHost } from "../../../src/cli/host.js";
import { createProgram } from "../../../src/cli/program.js";

const docs = join(import.meta.dirname, "../../../docs");

/** The program, whose commands do nothing, and what it prints. */
function quietProgram(): { program: Command; printed: () => string } {
  let text = "";
  const program = createProgram(processHost(), () => undefined);
  for (const command of [program, ...program.commands]) {
    command.configureOutput({
      writeOut: (part) => (text += part),
      getOutHelpWidth: () => 80,
      getOutHasColors: () => false,
    });
    if (command !== program) command.action(() => undefined);
  }
  return { program, printed: () => text };
}

const names = visibleCommands(quietProgram().program).map((command) => command.name());

/** crdgen alone, and with each command. */
const commandLines = ["", ...names];

function visibleCommands(program: Command): readonly Command[] {
  return program
    .createHelp()
    .visibleCommands(program)
    .filter((command) => command.name() !== "help");
}

async function helpOf(...words: readonly string[]): Promise<string> {
  const { program, printed } = quietProgram();
  await expect(program.parseAsync([...words, "--help"], { from: "user" })).rejects.toThrow();
  return printed();
}

function examplesIn(help: string): readonly string[] {
  const [, list = ""] = /\nExamples?:\n((?: {2}.*\n?)+)/.exec(help) ?? [];
  return list
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** The words behind `crdgen`, up to what the shell takes for itself. */
function wordsOf(example: string): readonly string[] {
  const [, words = ""] = /\bcrdgen ([^|>)]*)/.exec(example) ?? [];
  return splitLine(words.trim()).words;
}

describe("the help of a command", () => {
  it("is tried for all commands", () => {
    expect(names.length).toBeGreaterThanOrEqual(10);
    expect(names).not.toContain("complete");
  });

  it.each(commandLines)("of '%s' fits into 80 columns", async (line) => {
    const words = line === "" ? [] : [line];
    const lines = (await helpOf(...words)).split("\n");
    expect(lines.filter(({ length }) => length > 80)).toEqual([]);
  });

  it.each(commandLines)("of '%s' has examples, which can be read", async (line) => {
    const words = line === "" ? [] : [line];
    const examples = examplesIn(await helpOf(...words));
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      const parts = wordsOf(example);
      expect(parts[0], example).toSatisfy((name: string) =>
        words.length === 0 ? names.includes(name) : name === words[0],
      );
      await quietProgram().program.parseAsync(parts, { from: "user" });
    }
  });

  it("does not read what no command takes", async () => {
    await expect(
      quietProgram().program.parseAsync(["lint", "--no-such"], { from: "user" }),
    ).rejects.toThrow("unknown option '--no-such'");
  });

  it.each(["generate", "lint", "validate", "diff", "serve"])(
    "'%s' names revisions of git among its inputs",
    async (name) => {
      expect((await helpOf(name)).replaceAll(/\s+/g, " ")).toMatch(/revisions? of git/);
    },
  );
});

describe("help in a terminal", () => {
  /** What it prints with so many columns, and with colours if the terminal has them. */
  async function shown(columns: number, ...words: readonly string[]): Promise<string> {
    const { program, printed } = quietProgram();
    for (const command of [program, ...program.commands]) {
      command.configureOutput({ getOutHelpWidth: () => columns });
    }
    await expect(program.parseAsync([...words, "--help"], { from: "user" })).rejects.toThrow();
    return printed();
  }

  it.each(commandLines)(
    "of '%s' fits into 60 columns, but for examples and the link",
    async (line) => {
      const help = await shown(60, ...(line === "" ? [] : [line]));
      const examples = new Set(examplesIn(help));
      const wide = help
        .split("\n")
        .filter((one) => one.length > 60 && !examples.has(one.trim()) && !one.includes("https://"));
      expect(wide).toEqual([]);
    },
  );

  it("ends with a link to the page, of the command where there is one", async () => {
    const page = "https://github.com/crdgen/crdgen/blob/main/docs/commands.md";
    expect((await shown(80)).trimEnd()).toMatch(new RegExp(`\nMore: ${page}$`));
    expect((await shown(80, "lint")).trimEnd()).toMatch(new RegExp(`\nMore: ${page}#lint$`));
  });

  it.each<[string, NodeJS.ProcessEnv, readonly string[], boolean]>([
    ["a terminal", { TERM: "xterm" }, [], true],
    ["NO_COLOR", { TERM: "xterm", NO_COLOR: "1" }, [], false],
    ["a dumb terminal", { TERM: "dumb" }, [], false],
    ["--color never", { TERM: "xterm" }, ["--color", "never"], false],
    ["--no-color", { TERM: "xterm" }, ["--no-color"], false],
    ["--color always", { TERM: "dumb" }, ["--color", "always"], true],
  ])("has bold headings as colours are wanted: %s", async (_, environment, flags, isBold) => {
    let text = "";
    const host = { ...processHost(), environment, outputIsTerminal: true };
    const program = createProgram(host, () => undefined);
    const lint = program.commands.find((command) => command.name() === "lint");
    lint?.configureOutput({ writeOut: (part) => (text += part) });
    const words = ["lint", ...flags, "--help"];
    await expect(program.parseAsync(words, { from: "user" })).rejects.toThrow();
    expect(text.includes("\u001B[1mUsage:\u001B[22m")).toBe(isBold);
    expect(text.includes("\u001B[1mExamples:\u001B[22m")).toBe(isBold);
  });
});

const commandsPage = readFileSync(join(docs, "commands.md"), "utf8");

function sectionOf(page: string, heading: string): string {
  const [, text = ""] = page.split(`\n## ${heading}\n`);
  return text.split("\n## ", 1)[0] ?? "";
}

/** What tables name in the first column. */
function optionsInTables(text: string): readonly string[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("| `-"))
    .flatMap((line) => [...(line.split(/(?<!\\)\|/)[1] ?? "").matchAll(/`(--[a-z-]+)/g)])
    .map((match) => match[1] ?? "");
}

/** `serve` has a page of its own. */
function tablesOf(name: string): readonly string[] {
  const text =
    name === "serve"
      ? readFileSync(join(docs, "serve.md"), "utf8")
      : sectionOf(commandsPage, `\`${name}\``);
  return optionsInTables(text);
}

describe("docs/commands.md", () => {
  const common = optionsInTables(sectionOf(commandsPage, "Options of all commands"));
  const few = new Set(["completion", "doctor", "rbac", "lsp"]);

  it.each(names)("has the options of '%s', and no others", (name) => {
    const { program } = quietProgram();
    const command = program.commands.find((one) => one.name() === name);
    const real = (command?.createHelp().visibleOptions(command) ?? []).map(({ long }) => long);
    const shared = few.has(name) ? ["--debug", "--help"] : common;
    expect([...new Set([...shared, ...tablesOf(name)])].sort()).toEqual(real.sort());
  });

  it("has a section for each command", () => {
    expect(names.filter((name) => sectionOf(commandsPage, `\`${name}\``) === "")).toEqual([]);
  });
});
