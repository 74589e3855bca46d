import type { Argument, Command, Option } from "commander";

/** What stands before the cursor, as the command reads it. */
export interface ReadWords {
  readonly command: Command;
  /** The option whose value is due. */
  readonly option: Option | undefined;
  /** The argument that is due, if no option is. */
  readonly argument: Argument | undefined;
  /** `--` came before: nothing is an option any more. */
  readonly isBehindDashes: boolean;
  /** Arguments that are there already. */
  readonly arguments: readonly string[];
  /** The values that options have already, by the options' long names. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

/**
 * Reads the words between the name of the program and the cursor.
 *
 * @returns undefined before and at the name of the command
 */
export function readWords(root: Command, before: readonly string[]): ReadWords | undefined {
  const at = before.findIndex((word) => !word.startsWith("-"));
  const command = root.commands.find((one) => one.name() === before[at]);
  if (at === -1 || command === undefined) return undefined;
  const operands: string[] = [];
  const values = new Map<string, string[]>();
  let due: Option | undefined;
  let isBehindDashes = false;
  const take = (option: Option, value: string): void => {
    const name = nameOf(option);
    values.set(name, [...(values.get(name) ?? []), value]);
  };
  for (const word of before.slice(at + 1)) {
    if (due !== undefined) {
      take(due, word);
      due = undefined;
    } else if (isBehindDashes || !word.startsWith("-") || word === "-") operands.push(word);
    else if (word === "--") isBehindDashes = true;
    else {
      const [flag, value] = splitFlag(word);
      const option = optionOf(command, flag);
      if (option === undefined || !takesValue(option)) continue;
      if (value === undefined) due = option;
      else take(option, value);
    }
  }
  const argument = due === undefined ? argumentAt(command, operands.length) : undefined;
  return { command, option: due, argument, isBehindDashes, arguments: operands, values };
}

/** An option that begins a word, and the value behind its equals sign. */
export function splitFlag(word: string): readonly [flag: string, value: string | undefined] {
  const at = word.startsWith("--") ? word.indexOf("=") : -1;
  return at === -1 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}

/** The option of a command with this name, long or short. */
export function optionOf(command: Command, flag: string): Option | undefined {
  return command.options.find(({ short, long }) => flag === short || flag === long);
}

/** Its long name, or the short one where there is no other. */
export function nameOf({ long, short }: Option): string {
  return long ?? short ?? "";
}

/** Not a switch. */
export function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}

/** The last argument may stand for any number. */
function argumentAt({ registeredArguments }: Command, index: number): Argument | undefined {
  const last = registeredArguments.at(-1);
  return registeredArguments[index] ?? (last?.variadic === true ? last : undefined);
}
