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
  const few = new Set(["completion", "doctor"]);

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
