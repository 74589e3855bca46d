#!/usr/bin/env node
import { Command, CommanderError, Option } from "commander";
import { partNames } from "../pipeline/settings.js";
import { version } from "../pipeline/version.js";
import type { ExitCode } from "./exit-code.js";
import { exitCode } from "./exit-code.js";
import { errorCode, processHost } from "./host.js";
import type { GenerateFlags } from "./generate.js";
import { UsageError } from "./usage-error.js";

const host = processHost();

/** The command line: wiring only; each command is a function of its options and the host. */
function program(finish: (code: ExitCode) => void): Command {
  const root = new Command("crdgen")
    .description("Typed code from Kubernetes CustomResourceDefinitions")
    .version(version)
    .exitOverride()
    .configureOutput({
      writeErr: (text) => {
        host.warn(text);
      },
    })
    .showHelpAfterError("(add --help for the options)");
  const generate = common(root.command("generate"))
    .description("write types, functions and clients for CRDs")
    .argument(
      "[inputs...]",
      "files, folders, patterns, URLs, cluster[:CONTEXT], or - for standard input",
    )
    .option("-o, --out <folder>", "where to write")
    .option("--config <file>", "instead of crdgen.config.{ts,mts,js,mjs,json,yaml}")
    .option("--check", "write nothing; exit with 1 if the output differs", false)
    .option("--only <patterns>", "only these, such as 'example.com/CronTab,*.istio.io/*'", list)
    .addOption(
      new Option("--versions <which>", "versions of each CRD").choices([
        "served",
        "storage",
        "all",
      ]),
    )
    .addOption(
      new Option("--emit <form>", "TypeScript, or JavaScript with declarations").choices([
        "ts",
        "js",
      ]),
    )
    .option("--parts <names>", `any of ${partNames.join(",")}`, list)
    .addOption(
      new Option("--runtime <how>", "copy the runtime, or import crdgen/runtime/v1").choices([
        "copy",
        "import",
      ]),
    )
    .addOption(
      new Option("--import-extension <extension>", "how imports end").choices([
        ".js",
        ".ts",
        "none",
      ]),
    )
    .option("--kubernetes-version <version>", "behave as this API server, such as 1.34")
    .option("--allow-invalid", "generate what can be from CRDs that the API server refuses", false)
    .option("--no-version-in-banner", "leave crdgen's version out of the files")
    .option("--prettier", "lay the files out with your own prettier configuration", false)
    .addHelpText("after", "\nExample:\n  crdgen generate config/crd --out src/generated");
  generate.action(async (inputs: string[], _: unknown, command: Command) => {
    const { generateCommand } = await import("./generate.js");
    finish(await generateCommand(inputs, given(command), host));
  });
  common(root.command("lint"))
    .description("what the API server would say of CRDs, with line and column")
    .argument(
      "[inputs...]",
      "files, folders, patterns, URLs, cluster[:CONTEXT], or - for standard input",
    )
    .option("--kubernetes-version <version>", "judge as this API server, such as 1.34")
    .option("--ignore <codes>", "portability warnings to leave out", list)
    .action(async (inputs: string[], _: unknown, command: Command) => {
      const { lintCommand } = await import("./lint.js");
      finish(await lintCommand(inputs, command.opts(), host));
    });
  common(root.command("validate"))
    .description("what the API server would say of custom resources, with line and column")
    .argument("[objects...]", "files, folders, patterns, URLs, or - for standard input")
    .option(
      "--crd <input>",
      "CRDs to judge by; may be repeated; those among the objects count too",
      each,
    )
    .option("--old <input>", "objects that are replaced: judge updates; may be repeated", each)
    .addOption(new Option("--subresource <name>", "judge writes to it").choices(["status"]))
    .addOption(
      new Option("--field-validation <how>", "what becomes of unknown fields")
        .choices(["Ignore", "Warn", "Strict"])
        .default("Warn"),
    )
    .option("--ignore-unknown-kinds", "leave out objects that no CRD defines", false)
    .option("--print", "print the objects as they would be stored", false)
    .addOption(new Option("-o, --output <form>", "print them as").choices(["yaml", "json"]))
    .option("--kubernetes-version <version>", "judge as this API server, such as 1.34")
    .addHelpText(
      "after",
      "\nExamples:\n  crdgen validate --crd config/crd config/samples\n  kubectl get crontabs -o yaml | crdgen validate --crd config/crd -",
    )
    .action(async (inputs: string[], _: unknown, command: Command) => {
      const { validateCommand } = await import("./validate.js");
      finish(await validateCommand(inputs, command.opts(), host));
    });
  root
    .command("explain")
    .description("the page of a diagnostic, such as source/not-yaml")
    .argument("[code]", "without it, all codes")
    .action(async (code: string | undefined) => {
      const { explainCommand } = await import("./explain.js");
      finish(await explainCommand(code, host));
    });
  return root;
}

function common(command: Command): Command {
  return command
    .addOption(
      new Option("--format <format>", "of diagnostics")
        .choices(["text", "json", "github"])
        .default("text"),
    )
    .option("-q, --quiet", "errors only", false)
    .addOption(
      new Option("--color <when>", "colours").choices(["auto", "always", "never"]).default("auto"),
    );
}

/** The options that were given, without those that only have a default, which a configuration may replace. */
function given(command: Command): GenerateFlags {
  const options: Record<string, unknown> = command.opts();
  const named = Object.entries(options).filter(
    ([name]) => commonNames.has(name) || command.getOptionValueSource(name) !== "default",
  );
  return Object.fromEntries(named) as unknown as GenerateFlags; // commander checked choices and required options
}

const commonNames: ReadonlySet<string> = new Set(["format", "quiet", "color"]);

function each(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

function list(text: string, before: readonly string[] = []): readonly string[] {
  return [
    ...before,
    ...text
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== ""),
  ];
}

/** Runs a command line; never throws. */
async function main(): Promise<ExitCode> {
  let code: ExitCode = exitCode.good;
  try {
    await program((finished) => {
      code = finished;
    }).parseAsync();
    return code;
  } catch (error) {
    return explain(error);
  }
}

/** Errors of the library that are no bugs: a wrong option, and an environment in which nothing can be compiled. */
const faultsOfUsers: ReadonlySet<string> = new Set(["OptionError", "CodeGenerationForbiddenError"]);

function explain(error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.good : exitCode.usage;
  if (error instanceof UsageError || (error instanceof Error && faultsOfUsers.has(error.name))) {
    host.warn(`crdgen: ${error.message}\n`);
    return exitCode.usage;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  host.warn(
    `crdgen ${version}: this is a bug in crdgen, please report it with the input:\n${text}\n`,
  );
  return exitCode.bug;
}

/** Ends quietly when the reader of the output has gone, as `crdgen lint | head` does to it. */
function endWithReader(error: Error): void {
  if (errorCode(error) !== "EPIPE") throw error;
  process.exit();
}

process.stdout.on("error", endWithReader);
process.stderr.on("error", endWithReader);
process.exitCode = await main();
