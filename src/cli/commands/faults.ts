import type { Command, CommanderError } from "commander";
import { similarName } from "../../crd/diagnostics/wording.js";
import { UsageError } from "../usage-error.js";

/**
 * A fault that commander found, in crdgen's words: what is wrong, what was probably meant, and
 * where help is. Other errors stay as they are.
 */
export function faultOf(error: CommanderError, command: Command, root: Command): Error {
  const [, named = ""] = /'([^']*)'/.exec(error.message) ?? [];
  switch (error.code) {
    case "commander.unknownOption":
      return unknownOption(named, command, root);
    case "commander.unknownCommand":
      return unknownCommand(named, root);
    case "commander.optionMissingArgument": {
      const flags = named.replace(/^-\w, /, "");
      const [name = ""] = flags.split(" ");
      return usage(`${name}: the value is missing`, [`write '${flags}'`], command);
    }
    case "commander.missingArgument":
      return usage(`<${named}> is missing`, [`write '${usageOf(command)}'`], command);
    case "commander.excessArguments": {
      const known = command.registeredArguments.length;
      const reason = `'${command.args[known] ?? ""}' is one argument too many`;
      return usage(reason, [`write '${usageOf(command)}'`], command);
    }
    default:
      return error;
  }
}

/** What nobody knows, and the commands that there are. */
export function unknownCommand(name: string, root: Command): UsageError {
  const names = visibleCommands(root).map((command) => command.name());
  const similar = similarName(names, name);
  const meant = commandWords.get(name.toLowerCase()) ?? (similar && `crdgen ${similar}`);
  const hints = meant === undefined ? [] : [`did you mean '${meant}'?`];
  return usage(`unknown command '${name}'`, hints, root);
}

function unknownOption(flag: string, command: Command, root: Command): UsageError {
  const reason = `unknown option '${flag}'`;
  if (command === root) {
    const later = root.args.find((word) => root.commands.some((one) => one.name() === word));
    if (later !== undefined) {
      return usage(reason, [`options stand behind the command: 'crdgen ${later} ${flag}'`], root);
    }
  }
  const meant = meantOption(flag, command);
  return usage(reason, meant === undefined ? [] : [`did you mean '${meant}'?`], command);
}

/** The option that was probably meant, perhaps with a value; only one that the command has. */
function meantOption(flag: string, command: Command): string | undefined {
  const options = command.createHelp().visibleOptions(command);
  const names = options.map(({ long }) => long ?? "").filter((name) => name !== "");
  const [name = ""] = flag.split("=", 1);
  const known = optionWords.get(name.toLowerCase())?.find((words) => {
    const [option = "", value] = words.split(" ");
    const found = options.find(({ long }) => long === option);
    return (
      found !== undefined && (value === undefined || found.argChoices?.includes(value) !== false)
    );
  });
  if (known !== undefined) return known;
  // A dash more or less is no other name.
  return name.length < 3 ? undefined : similarName(names, name.replace(/^-*/, "--"));
}

function visibleCommands(root: Command): readonly Command[] {
  return [...root.createHelp().visibleCommands(root)];
}

function usageOf(command: Command): string {
  return command.createHelp().commandUsage(command);
}

function usage(reason: string, hints: readonly string[], command: Command): UsageError {
  const isRoot = command.parent === null;
  const line = isRoot ? "crdgen --help" : `crdgen ${command.name()} --help`;
  const where = `'${line}' lists ${isRoot ? "the commands" : "the options"}`;
  const told = hints.map((hint) => (hint.endsWith("?") ? `${hint} ` : `${hint}; `));
  return new UsageError(reason, { help: [...told, where].join("") });
}

/** What other programs call their commands, or people remember, and what to type here. */
const commandWords: ReadonlyMap<string, string> = new Map([
  ["build", "crdgen generate"],
  ["check", "crdgen lint' for CRDs, 'crdgen validate' for objects, or 'crdgen generate --check"],
  ["codegen", "crdgen generate"],
  ["compare", "crdgen diff"],
  ["compile", "crdgen generate"],
  ["completions", "crdgen completion"],
  ["create", "crdgen init"],
  ["gen", "crdgen generate"],
  ["new", "crdgen init"],
  ["run", "crdgen serve"],
  ["sample", "crdgen example"],
  ["server", "crdgen serve"],
  ["start", "crdgen serve"],
  ["test", "crdgen validate"],
  ["verify", "crdgen validate"],
  ["watch", "crdgen generate --watch"],
]);

/** What other programs call their options, and what to type here: the first that a command has. */
const optionWords: ReadonlyMap<string, readonly string[]> = new Map([
  ["-f", ["--crd"]],
  ["-r", ["--recursive"]],
  ["-v", ["--verbose", "--version"]],
  ["-w", ["--watch"]],
  ["--colour", ["--color"]],
  ["--crds", ["--crd"]],
  ["--dry-run", ["--check"]],
  ["--exclude", ["--ignore"]],
  ["--file", ["--crd"]],
  ["--filename", ["--crd"]],
  ["--github", ["--format github"]],
  ["--input", ["--crd"]],
  ["--inputs", ["--crd"]],
  ["--junit", ["--format junit"]],
  ["--k8s-version", ["--kubernetes-version"]],
  ["--kube-version", ["--kubernetes-version"]],
  ["--markdown", ["--format markdown", "--as md"]],
  ["--md", ["--format markdown", "--as md"]],
  ["--no-colour", ["--color never"]],
  ["--out-dir", ["--out"]],
  ["--outdir", ["--out"]],
  ["--output-dir", ["--out"]],
  ["--output-format", ["--format"]],
  ["--output", ["--out"]],
  ["--reporter", ["--format"]],
  ["--sarif", ["--format sarif"]],
  ["--silent", ["--quiet"]],
  ["--strict", ["--field-validation Strict", "--max-warnings 0"]],
  ["--yaml", ["--output yaml"]],
]);
