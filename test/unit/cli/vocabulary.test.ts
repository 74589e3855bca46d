import type { Command, Option } from "commander";
import { describe, expect, it } from "vitest";
import { OlderOption } from "../../../src/cli/commands/options.js";
import { processHost } from "../../../src/cli/host.js";
import { createProgram } from "../../../src/cli/program.js";

const program = createProgram(processHost(), () => undefined);

const commands: readonly Command[] = program.createHelp().visibleCommands(program);

interface Use {
  readonly command: string;
  readonly option: Option;
}

const uses: readonly Use[] = commands.flatMap((command) =>
  command
    .createHelp()
    .visibleOptions(command)
    .map((option) => ({ command: command.name(), option })),
);

const names = [...new Set(uses.map(({ option }) => nameOf(option)))].sort();

function nameOf({ long, short }: Option): string {
  return long ?? short ?? "";
}

/** What a name means: how it is written, what is said of it, and what it takes. */
function meaningOf({ flags, description, argChoices, defaultValue }: Option): string {
  const values = argChoices === undefined ? "" : `; one of ${argChoices.join(", ")}`;
  const standard = [undefined, false].includes(defaultValue as undefined)
    ? ""
    : `; default ${JSON.stringify(defaultValue)}`;
  return `${flags}: ${description}${values}${standard}`;
}

/** The commands that have an option, by what it means to them. */
function meaningsOf(name: string): ReadonlyMap<string, readonly string[]> {
  const meanings = new Map<string, string[]>();
  for (const { command, option } of uses) {
    if (nameOf(option) !== name) continue;
    const meaning = meaningOf(option);
    meanings.set(meaning, [...(meanings.get(meaning) ?? []), command]);
  }
  return meanings;
}

/** Names that do not mean quite the same everywhere, each with the reason and the commands. */
const exceptions: Readonly<Record<string, readonly (readonly string[])[]>> = {
  // `generate` asks a cluster for its built-in kinds, an editor for its CRDs.
  "--cluster": [["lsp"]],
  // `init` writes the configuration, so that there is none to take them from.
  "--crd": [["init"]],
  // Reports for programs are of what was judged; a diff is also shown to people, as Markdown.
  // What a machine has is no list of faults: it has no lines for people's editors, nor for GitHub.
  "--format": [["lint", "validate"], ["diff"], ["doctor"]],
  // The name of a package, or that of roles.
  "--name": [["rbac"]],
  // Roles are one file.
  "--out": [["rbac"]],
  // The two forms of `kubectl explain`; an example is always printed, in YAML unless asked for.
  "--output": [["explain"], ["example"]],
  // Both servers may run side by side.
  "--port": [["serve"]],
};

describe("an option", () => {
  it.each(names)("%s means the same to all commands", (name) => {
    const [, ...others] = [...meaningsOf(name)]
      .map(([, having]) => having)
      .sort((left, right) => right.length - left.length);
    const known = exceptions[name] ?? [];
    expect(others.map(String).sort()).toEqual(known.map(String).sort());
  });

  it("has no exception that is none", () => {
    expect(Object.keys(exceptions).filter((name) => !names.includes(name))).toEqual([]);
  });

  it("has one letter at most, which no other option has", () => {
    const letters = new Map(uses.map(({ option }) => [option.short, nameOf(option)]));
    for (const { option } of uses) {
      if (option.short !== undefined) expect(letters.get(option.short)).toBe(nameOf(option));
    }
  });

  it("is described, and takes a value that the description or the name explains", () => {
    expect(uses.filter(({ option }) => option.description === "")).toEqual([]);
  });
});

/** A row for each option, with a mark for each command that has it. */
function table(): string {
  const width = Math.max(...names.map((name) => name.length));
  const heads = commands.map((command) => command.name());
  const rows = names.map((name) => {
    const having = new Set([...meaningsOf(name).values()].flat());
    const marks = heads.map((head) => (having.has(head) ? "x" : "").padEnd(head.length));
    return [name.padEnd(width), ...marks].join("  ").trimEnd();
  });
  return [["".padEnd(width), ...heads].join("  ").trimEnd(), ...rows].join("\n");
}

function legend(): string {
  return names
    .flatMap((name) =>
      [...meaningsOf(name)].map(([meaning, having], index) =>
        index === 0 && meaningsOf(name).size === 1 ? meaning : `${meaning} (${having.join(", ")})`,
      ),
    )
    .join("\n");
}

function olderSpellings(): string {
  return commands
    .flatMap((command) =>
      command.options
        .filter((option) => option instanceof OlderOption)
        .map((option) => `${command.name()} ${option.flags}: ${option.newer.flags}`),
    )
    .join("\n");
}

function argumentsOfCommands(): string {
  return commands.map((command) => command.createHelp().commandUsage(command)).join("\n");
}

it("is one vocabulary", async () => {
  const text = `${argumentsOfCommands()}\n\n${table()}\n\n${legend()}\n\nOlder spellings:\n${olderSpellings()}\n`;
  await expect(text).toMatchFileSnapshot("__snapshots__/vocabulary.txt");
});
