import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

/** One call of kubectl, in a folder with the manifests. */
export interface Command {
  /** The arguments, as one would type them; quotes hold an argument together. */
  readonly line: string;
  readonly args: readonly string[];
  /** Standard input; default: empty. */
  readonly input: string;
  /** What is run in the place of an editor; default: what fails. */
  readonly editor: string;
  /** Seconds of patience before it, where controllers have to act. */
  readonly after: number;
  /** Seconds after which it is ended, where it would go on. */
  readonly seconds: number;
  /** Why both servers do not print the same, by what ours is compared with. */
  readonly differs: Readonly<Partial<Record<Reference, string>>>;
}

/** What ours is compared with: the server of CRDs alone, or a whole Kubernetes. */
export type Reference = "alone" | "whole";

/** Commands that belong together. */
export interface Section {
  readonly about: string;
  readonly commands: readonly Command[];
}

const commandEntry = z.union([
  z.string(),
  z.strictObject({
    command: z.string(),
    input: z.string().default(""),
    editor: z.string().default("false"),
    after: z.number().default(0),
    seconds: z.number().default(60),
    differs: z.strictObject({ alone: z.string(), whole: z.string() }).partial().default({}),
  }),
]);

const tableFile = z.array(z.strictObject({ about: z.string(), commands: z.array(commandEntry) }));

/** A table of commands, by the name of its file beside this one. */
export function readTable(name: string): readonly Section[] {
  const sections = tableFile.parse(parse(readFile(name)));
  return sections.map(({ about, commands }) => ({ about, commands: commands.map(commandOf) }));
}

/** The manifests that commands read, by the names of their files. */
export function readManifests(): Readonly<Record<string, string>> {
  return z.record(z.string(), z.string()).parse(parse(readFile("manifests.yaml")));
}

function readFile(name: string): string {
  return readFileSync(join(import.meta.dirname, name), "utf8");
}

function commandOf(entry: z.output<typeof commandEntry>): Command {
  const more = { input: "", editor: "false", after: 0, seconds: 60, differs: {} };
  const { command: line, ...given } = typeof entry === "string" ? { command: entry } : entry;
  return { ...more, ...given, line, args: split(line) };
}

function split(line: string): readonly string[] {
  const args = line.match(/(?:'[^']*'|[^\s'])+/g) ?? [];
  return args.map((arg) => arg.replaceAll("'", ""));
}
