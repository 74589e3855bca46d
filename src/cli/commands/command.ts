import type { Argument, Command, CommanderError, Option } from "commander";
import type { Host } from "../host.js";
import type { ExitCode } from "../usage-error.js";
import { faultOf } from "./faults.js";
import { examples, styleHelp } from "./help.js";
import { colorlessShortcut, groups, jsonShortcut, OlderOption, shared } from "./options.js";

/** What wires a command to the program. */
export interface Wiring {
  readonly root: Command;
  readonly host: Host;
  /** Takes the exit code of the command that ran. */
  readonly finish: (code: ExitCode) => void;
}

/** What a command is for, and what it takes, in the order of its help. */
interface CommandParts {
  readonly description: string;
  readonly arguments?: readonly Argument[];
  readonly options?: readonly Option[];
  /** Command lines that serve as examples. */
  readonly examples?: readonly string[];
}

/** Adds a command to the program. Its faults and its help are told as those of all commands. */
export function addCommand({ root, host }: Wiring, name: string, parts: CommandParts): Command {
  const command = root.command(name).description(parts.description);
  for (const argument of parts.arguments ?? []) command.addArgument(argument);
  for (const option of parts.options ?? []) command.addOption(option);
  finishCommand(command, root, host);
  if (parts.examples !== undefined) command.addHelpText("after", examples(parts.examples));
  return command;
}

/** Gives a command, or the program, what all have: faults and a help of one kind. */
export function finishCommand(command: Command, root: Command, host: Host): void {
  command.exitOverride((error: CommanderError) => {
    throw error.exitCode === 0 ? error : faultOf(error, command, root);
  });
  styleHelp(command, host);
}

/** The options of how diagnostics are printed: `format` says in which forms they can be. */
export function reporting(format: Option): readonly Option[] {
  return [format, shared.maxDiagnostics(), ...printing(), jsonShortcut()];
}

/** The options of what is printed, in whatever form. */
function printing(): readonly Option[] {
  return [shared.quiet(), shared.verbose(), shared.debug(), shared.color(), colorlessShortcut()];
}

/** CRDs that are named as arguments, and those of `--crd`. */
export function withCrds(inputs: readonly string[], command: Command): readonly string[] {
  const { crd = [] } = command.opts<TakesCrds>();
  return [...inputs, ...crd];
}

interface TakesCrds {
  readonly crd?: readonly string[];
}

/** The options of a command, where CRDs that are named as arguments count as those of `--crd`. */
export function optionsWithCrds<Flags extends TakesCrds>(
  inputs: readonly string[],
  flags: Flags,
): Flags {
  return inputs.length === 0 ? flags : { ...flags, crd: [...inputs, ...(flags.crd ?? [])] };
}

/** The forms of commands whose work is not to judge. */
export const commonFormats: readonly string[] = ["text", "concise", "json", "github"];

/** Puts options into a group of the help. */
export function grouped(
  group: keyof typeof groups,
  ...options: readonly Option[]
): readonly Option[] {
  return options.map((option) => option.helpGroup(groups[group]));
}

/**
 * Takes the values of options under names that they had once, and says what they are called now.
 */
export function takeOlderOptions(command: Command, host: Host): void {
  for (const option of command.options) {
    const name = option.attributeName();
    if (!(option instanceof OlderOption) || command.getOptionValueSource(name) !== "cli") continue;
    const { newer } = option;
    const to = newer.attributeName();
    const value: unknown = command.getOptionValue(name); // commander does not know its type
    const before: unknown = command.getOptionValue(to);
    const isList = Array.isArray(before) && Array.isArray(value);
    const both: unknown = isList ? [before, value].flat() : value;
    command.setOptionValueWithSource(to, both, "cli");
    command.setOptionValueWithSource(name, undefined, "default");
    if (command.getOptionValue("quiet") === true) continue;
    host.warn(`note: ${option.long ?? option.short ?? ""} is called ${newer.long ?? ""} now\n`);
  }
}
