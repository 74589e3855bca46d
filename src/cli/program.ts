import { Argument, Command, Help, Option } from "commander";
import { splitPatterns } from "../codegen/pipeline/pattern.js";
import {
  partNames,
  partsOnRequest,
  runtimeEntryNames,
  version,
} from "../codegen/pipeline/settings.js";
import {
  newestMinor,
  oldestMaintainedMinor,
  oldestMinor,
} from "../runtime/versions/kubernetes-version.js";
import { failingEffects } from "../tools/diff/change.js";
import type { CompleteFlags } from "./completion/complete.js";
import { factLines, logDebug, maskOptions, programFacts } from "./facts/run-facts.js";
// At once, like the back ends of types and clients: for what nearly all runs do, a file more to
// find costs most.
import type { GenerateFlags } from "./generate/generate-command.js";
import { generateCommand } from "./generate/generate.js";
import type { Host } from "./host.js";
import { lintCommand } from "./lint.js";
import { formats } from "./report/options.js";
import type { ExitCode } from "./usage-error.js";
import { UsageError } from "./usage-error.js";

/** Takes the exit code of the command that ran. */
export type Finish = (code: ExitCode) => void;

const diffInputs =
  "a file, folder, pattern, URL, cluster[:CONTEXT], revision of git (HEAD~3:config/crd), or -";

const crdInputs =
  "files, folders, patterns, URLs, cluster[:CONTEXT], revisions of git (HEAD~3:config/crd), or - for standard input";

const objectInputs =
  "files, folders, patterns, URLs, revisions of git (HEAD~3:config/samples), or - for standard input";

/** The command line: wiring only; each command is a function of its options and the host. */
export function createProgram(host: Host, finish: Finish): Command {
  const root = new Command("crdgen")
    .description("Compiles Kubernetes CustomResourceDefinitions to TypeScript")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print the options and examples")
    .helpCommand("help [command]", "print the help of a command")
    .exitOverride()
    .configureHelp({
      // That a switch is off unless it is given goes without saying.
      optionDescription: (option) =>
        option.isBoolean() ? option.description : new Help().optionDescription(option),
    })
    .configureOutput({
      writeErr: (text) => {
        host.warn(text);
      },
      // Faults are told by whoever catches them, in the format that the command line asks for.
      outputError: () => undefined,
    })
    .addHelpText(
      "after",
      examples(
        "crdgen generate config/crd --out src/generated",
        "crdgen lint config/crd",
        "crdgen validate --crd config/crd config/samples",
        "crdgen diff HEAD:config/crd config/crd",
        "crdgen init --template package my-client --crd config/crd",
      ),
    )
    .addHelpText("after", exitCodes)
    .hook("preAction", (_, command) => {
      logDebug(() => factLines(programFacts(host.environment)).trimEnd());
      logDebug(() => `${command.name()}, with ${maskOptions(command.opts())}`);
    });
  addGenerate(root, host, finish);
  addLint(root, host, finish);
  addValidate(root, host, finish);
  addDiff(root, host, finish);
  addExplain(root, host, finish);
  addExample(root, host, finish);
  addDocs(root, host, finish);
  addInit(root, host, finish);
  addServe(root, host, finish);
  addCompletion(root, host, finish);
  addDoctor(root, host, finish);
  return root;
}

function addGenerate(root: Command, host: Host, finish: Finish): void {
  const command = root
    .command("generate")
    .description("write types, functions and clients for CRDs")
    .argument("[inputs...]", crdInputs)
    .option("-o, --out <folder>", "the folder to write to")
    .option("--config <file>", configFile)
    .option("--prefer <pattern>", preferred, each)
    .option("--check", "write nothing; exit with 1 if the output is out of date", false)
    .option("--watch", "go on, and write what changed inputs touch", false)
    .option(
      "--only <patterns>",
      "generate only these kinds, such as 'example.com/CronTab,*.istio.io/*'",
      patterns,
    )
    .addOption(
      choice("--versions <which>", "which versions of each CRD", ["served", "storage", "all"]),
    )
    .addOption(
      choice("--emit <form>", "write TypeScript, or JavaScript with declarations", ["ts", "js"]),
    )
    .option(
      "--parts <names>",
      `write only these parts, and what they need: ${partNames.join(", ")} (default: all but ${partsOnRequest.join(", ")})`,
      list,
    )
    .addOption(
      choice(
        "--runtime <how>",
        "copy the runtime into the output, or import it from the package crdgen-runtime",
        ["copy", "import"],
      ),
    )
    .option(
      "--runtime-entries <names>",
      `copy these parts of the runtime for your own code, or none: ${runtimeEntryNames.join(", ")} (default: node)`,
      listOrNone,
    )
    .addOption(
      choice("--import-extension <extension>", "how import paths end", [".js", ".ts", "none"]),
    )
    .option("--kubernetes-version <version>", serverVersions)
    .option(
      "--allow-invalid",
      "generate what is possible from CRDs that the API server refuses",
      false,
    )
    .option(
      "--skip-invalid",
      "leave out CRDs that the API server refuses, with warnings, and generate the others",
      false,
    )
    .option("--no-version-in-banner", "leave crdgen's version out of the files")
    .option("--prettier", "format the files with your own prettier configuration", false)
    .option("--cache-dir <folder>", "the folder of the cache (default: node_modules/.cache/crdgen)")
    .option("--no-cache", "generate all code anew")
    .option(
      "--workers <number>",
      "use at most so many threads beside the main one (default: by the number of CPUs)",
      wholeNumberOf("--workers"),
    );
  reporting(command)
    .addHelpText(
      "after",
      examples(
        "crdgen generate config/crd --out src/generated",
        "crdgen generate config/crd --out src/generated --check",
        "crdgen generate config/crd --out src/generated --watch",
        "crdgen generate HEAD~3:config/crd --out old --parts types,client",
        "kubectl get crds -o yaml | crdgen generate - --out src/generated",
      ),
    )
    .action(async (inputs: string[], _: unknown, parsed: Command) => {
      finish(await generateCommand(inputs, given(parsed), host));
    });
}

function addLint(root: Command, host: Host, finish: Finish): void {
  const command = root
    .command("lint")
    .description("check CRDs as the API server would, with line and column")
    .argument("[inputs...]", crdInputs)
    .option(
      "--old <input>",
      "the stored CRDs, such as `cluster`: check the inputs as updates of them; may be repeated",
      each,
    )
    .option("--kubernetes-version <version>", serverVersions)
    .option(
      "--minimum-version <version>",
      `warn of what servers from this version on do not take (default: --kubernetes-version; without it, 1.${oldestMaintainedMinor}, the oldest that is maintained)`,
    )
    .option("--prefer <pattern>", preferred, each)
    .option("--ignore <codes>", "leave out these warnings (their codes, with commas)", list)
    .option(
      "--max-warnings <number>",
      "exit with 1 if more warnings are left",
      wholeNumberOf("--max-warnings"),
    )
    .option("--watch", "go on, and check again when inputs change", false)
    .option("--config <file>", configFile);
  reporting(command, formats)
    .addHelpText(
      "after",
      examples(
        "crdgen lint config/crd",
        "crdgen lint config/crd --old cluster",
        "crdgen lint config/crd --old v1.2.0:config/crd",
        "crdgen lint config/crd --minimum-version 1.30 --max-warnings 0",
        "crdgen lint config/crd --ignore portability/newer-server --format github",
      ),
    )
    .action(async (inputs: string[], _: unknown, parsed: Command) => {
      finish(await lintCommand(inputs, parsed.opts(), host));
    });
}

function addValidate(root: Command, host: Host, finish: Finish): void {
  const command = root
    .command("validate")
    .description("check custom resources as the API server would, with line and column")
    .argument("[objects...]", objectInputs)
    .option(
      "--crd <input>",
      "the CRDs (inputs like those of `crdgen lint`); may be repeated; CRDs among the objects are used too",
      each,
    )
    .option(
      "--old <input>",
      "the stored objects: check the inputs as updates of them; may be repeated",
      each,
    )
    .option("--prefer <pattern>", preferred, each)
    .addOption(
      new Option("--subresource <name>", "check writes to this subresource").choices(["status"]),
    )
    .addOption(
      choice(
        "--field-validation <how>",
        "how to treat unknown fields: warn, say nothing, or refuse them",
        ["Warn", "Ignore", "Strict"],
      ),
    )
    .option("--watch", "go on, and check again when inputs change", false)
    .option("--ignore-unknown-kinds", "skip objects whose kind no CRD defines", false)
    .option("--print", "print the objects as they would be stored, in YAML", false)
    .addOption(
      new Option(
        "-o, --output <form>",
        "print the objects as they would be stored, in this format",
      ).choices(["yaml", "json"]),
    )
    .option("--kubernetes-version <version>", serverVersions);
  reporting(command, formats)
    .addHelpText(
      "after",
      examples(
        "crdgen validate --crd config/crd config/samples",
        "crdgen validate --crd config/crd --old before.yaml after.yaml",
        "kubectl get crontabs -o yaml | crdgen validate --crd config/crd -",
      ),
    )
    .action(async (inputs: string[], _: unknown, parsed: Command) => {
      const { validateCommand } = await import("./validate.js");
      finish(await validateCommand(inputs, parsed.opts(), host));
    });
}

function addDiff(root: Command, host: Host, finish: Finish): void {
  const command = root
    .command("diff")
    .description("say what changes of CRDs break, and whom")
    .argument("<old>", `the CRDs before: ${diffInputs}`)
    .argument("<new>", "the CRDs after, in the same ways")
    .option(
      "--allow <code>",
      "do not fail for this kind of change, such as field-removed, or for this effect: stored, writers, readers, unknown, behaviour; may be repeated",
      each,
    )
    .addOption(
      new Option(
        "--fail-on <effect>",
        "fail for changes with this effect, or a graver one (default: unknown, all that break somebody, or may)",
      ).choices(failingEffects),
    )
    .option(
      "--usages <files>",
      "name the lines of your program that read or write what changes, and those that stop compiling (needs ts-morph); may be repeated",
      each,
    )
    .option("--prefer <pattern>", preferred, each)
    .option("--fix", "rename fields in these files", false)
    .option("--config <file>", configFile)
    .option("--all", "list changed descriptions, too", false)
    .option("--kubernetes-version <version>", serverVersions);
  reporting(command, ["text", "json", "github", "markdown"])
    .addHelpText(
      "after",
      examples(
        "crdgen diff HEAD:config/crd config/crd",
        "crdgen diff cluster config/crd --allow diff/enum-value-added",
        "crdgen diff v1.2.0:config/crd v1.3.0:config/crd --format markdown",
        "crdgen diff HEAD:config/crd config/crd --usages 'src/**/*.ts'",
        "kubectl get crds -o yaml | crdgen diff - config/crd --quiet",
      ),
    )
    .addHelpText(
      "after",
      `
Exit codes:
  0  no change breaks anybody, or all that do are allowed (see --fail-on)
  1  a change breaks somebody, or may; or a new CRD has errors
  2  wrong usage, or an input that cannot be read`,
    )
    .action(async (old: string, now: string, _: unknown, parsed: Command) => {
      const { diffCommand } = await import("./diff/diff.js");
      finish(await diffCommand(old, now, parsed.opts(), host));
    });
}

function addExplain(root: Command, host: Host, finish: Finish): void {
  const command = root
    .command("explain")
    .description(
      "describe a custom resource, or a field of it, as `kubectl explain` does; or a diagnostic",
    )
    .argument(
      "[name]",
      "a resource and fields of it, such as crontabs.spec, or the code of a diagnostic, such as source/not-yaml; without it, all codes are listed",
    )
    .option(
      "--crd <input>",
      "the CRDs; may be repeated (default: the inputs of the configuration)",
      each,
    )
    .option("--prefer <pattern>", preferred, each)
    .option("--config <file>", configFile)
    .option("--api-version <version>", "the group and version, such as stable.example.com/v1")
    .option("-R, --recursive", "list all fields below", false)
    .option(
      "--max-depth <number>",
      "with --recursive, list so many levels of fields (default: all)",
      wholeNumberOf("--max-depth"),
    )
    .addOption(
      choice("-o, --output <form>", "the form of the text, made of OpenAPI v3 or v2", [
        "plaintext",
        "plaintext-openapiv2",
      ]),
    )
    .option(
      "--kubectl",
      "print what kubectl prints, without defaults, constraints and rules",
      false,
    )
    .option("--kubernetes-version <version>", serverVersions);
  reporting(command)
    .addHelpText(
      "after",
      examples(
        "crdgen explain crontabs --crd config/crd",
        "crdgen explain crontabs.spec.template --crd config/crd --recursive",
        "crdgen explain issuers.cert-manager.io.spec --crd cluster",
        "crdgen explain source/not-yaml",
      ),
    )
    .action(async (name: string | undefined, _: unknown, parsed: Command) => {
      const { explainCommand } = await import("./explain/explain.js");
      finish(await explainCommand(name, parsed.opts(), host));
    });
}

function addExample(root: Command, host: Host, finish: Finish): void {
  const command = root
    .command("example")
    .description("make a custom resource that the API server accepts, with comments")
    .argument("<resource>", "the resource by any of its names, such as crontabs or CronTab")
    .option(
      "--crd <input>",
      "the CRDs; may be repeated (default: the inputs of the configuration)",
      each,
    )
    .option("--prefer <pattern>", preferred, each)
    .option("--config <file>", configFile)
    .option("--api-version <version>", "the version, such as v1 or stable.example.com/v1")
    .option("--full", "set all fields, as far as they go together", false)
    .option("--set <path=value>", "set a field, such as spec.replicas=3; may be repeated", each)
    .option("--seed <number>", "make another example with each number", wholeNumberOf("--seed"), 0)
    .addOption(choice("-o, --output <form>", "the form of the example", ["yaml", "json"]))
    .option("--no-comments", "leave the descriptions out")
    .option(
      "--schema <path-or-url>",
      "begin with the comment that tells editors where the JSON Schema is, with a path from the file that the example goes to",
    )
    .option("--kubernetes-version <version>", serverVersions);
  reporting(command)
    .addHelpText(
      "after",
      examples(
        "crdgen example crontabs --crd config/crd",
        "crdgen example crontabs --crd config/crd --full > config/samples/crontab.yaml",
        "crdgen example crontabs --schema ../custom-resources.schema.json",
        "crdgen example CronTab --crd cluster --set spec.replicas=3 --output json",
      ),
    )
    .action(async (name: string, _: unknown, parsed: Command) => {
      const { exampleCommand } = await import("./example.js");
      finish(await exampleCommand(name, parsed.opts(), host));
    });
}

function addDocs(root: Command, host: Host, finish: Finish): void {
  const command = root
    .command("docs")
    .description(
      "make a site, or Markdown, that describes CRDs, with an editor that judges objects",
    )
    .argument("[inputs...]", crdInputs)
    .option("-o, --out <folder>", "the folder to write to")
    .addOption(choice("--format <format>", "a site, or Markdown for repositories", ["html", "md"]))
    .option("--prefer <pattern>", preferred, each)
    .option("--title <text>", "the name of the site (default: Custom resources)")
    .option("--config <file>", configFile)
    .option("--kubernetes-version <version>", serverVersions)
    .option(
      "--serve",
      "show the site to browsers of this machine, and follow changed inputs",
      false,
    )
    .option(
      "--port <number>",
      "with --serve, the port to listen at, 0 for a free one",
      wholeNumberOf("--port"),
      8002,
    )
    .option("--watch", "go on, and make anew what changed inputs touch", false)
    .option("--no-version-in-banner", "leave crdgen's version out of the files");
  printing(command)
    .addHelpText(
      "after",
      examples(
        "crdgen docs config/crd --out site",
        "crdgen docs config/crd --serve",
        "crdgen docs config/crd --out docs/reference --format md",
        "crdgen docs cluster --out site --title 'Our cluster'",
      ),
    )
    .action(async (inputs: string[], _: unknown, parsed: Command) => {
      const { docsCommand } = await import("./docs/docs.js");
      finish(await docsCommand(inputs, parsed.opts(), host));
    });
}

function addInit(root: Command, host: Host, finish: Finish): void {
  const command = root
    .command("init")
    .description("write a configuration or a package to publish; overwrites no file")
    .argument("[folder]", "where to write (default: the working folder)")
    .addOption(
      new Option(
        "--template <name>",
        "write a project: `package` is an npm package with types, validators and clients, `operator` a controller that runs",
      ).choices(["package", "operator"]),
    )
    .option("--crd <input>", "the CRDs; may be repeated (default: they are searched for)", each)
    .option("--name <name>", "the name of the package or operator (default: that of the folder)")
    .option("--skip-invalid", "leave out CRDs that the API server refuses", false)
    .option("--dry-run", "list the files, and write nothing", false);
  reporting(command)
    .addHelpText(
      "after",
      examples(
        "crdgen init",
        "crdgen init --template package my-client --crd config/crd",
        "crdgen init --template package my-client --name @example/my-client --dry-run",
        "crdgen init --template operator my-operator --crd config/crd/crontab.yaml",
      ),
    )
    .action(async (folder: string | undefined, _: unknown, parsed: Command) => {
      const { initCommand } = await import("./init/init.js");
      finish(await initCommand(folder, parsed.opts(), host));
    });
}

function addServe(root: Command, host: Host, finish: Finish): void {
  const command = root
    .command("serve")
    .description("run a Kubernetes API server for CRDs, without a cluster")
    .argument("[crds...]", crdInputs)
    .option("--objects <input>", "objects that are there from the beginning; may be repeated", each)
    .option("--prefer <pattern>", preferred, each)
    .option("--host <address>", "the address to listen at", "127.0.0.1")
    .option(
      "--port <number>",
      "the port to listen at, 0 for a free one",
      wholeNumberOf("--port"),
      8001,
    )
    .option("--tls", "use TLS, with certificates that are made now", false)
    .option("--cert-dir <folder>", "keep the authority of --tls in this folder, for the next start")
    .option("--token <text>", "refuse clients that do not send this token")
    .option("--allow-origin <url>", "let pages of this site write; may be repeated", each)
    .option("--data <file>", "keep all objects in this file")
    .option("--check", "say what is wrong with the file of --data, and end", false)
    .option("--kubeconfig <file>", "where to write the kubeconfig", "crdgen.kubeconfig")
    .option("--watch", "apply CRDs whose files change", false)
    .option("--log", "log each request", false)
    .option("--kubernetes-version <version>", serverVersions);
  reporting(command)
    .addHelpText(
      "after",
      examples(
        "crdgen serve config/crd --watch",
        "crdgen serve config/crd --objects config/samples --data cluster.jsonl",
        "crdgen serve --port 0 --tls --token secret",
      ),
    )
    .action(async (inputs: string[], _: unknown, parsed: Command) => {
      const { serveCommand } = await import("./serve/serve.js");
      finish(await serveCommand(inputs, parsed.opts(), host));
    });
}

function addCompletion(root: Command, host: Host, finish: Finish): void {
  root
    .command("completion")
    .addOption(debugOption())
    .description("print a script that completes command lines")
    .addArgument(new Argument("<shell>", "your shell").choices(["bash", "zsh", "fish"]))
    .addHelpText(
      "after",
      examples(
        "source <(crdgen completion bash)",
        "crdgen completion zsh > ~/.zfunc/_crdgen",
        "crdgen completion fish > ~/.config/fish/completions/crdgen.fish",
      ),
    )
    .addHelpText(
      "after",
      `
The shell has to find crdgen itself: install it globally, or put
node_modules/.bin into your PATH. What follows npx is completed by npm, if
at all.`,
    )
    .action(async (shell: "bash" | "zsh" | "fish") => {
      const { completionCommand } = await import("./completion/complete.js");
      finish(await completionCommand(shell, host));
    });
  root
    .command("complete", { hidden: true })
    .argument("[words...]")
    .requiredOption("--shell <name>")
    .option("--breaks <characters>", "", "")
    .action(async (words: string[], flags: CompleteFlags) => {
      const { completeCommand } = await import("./completion/complete.js");
      finish(await completeCommand(words, flags, root, host));
    });
}

function addDoctor(root: Command, host: Host, finish: Finish): void {
  root
    .command("doctor")
    .description("print what crdgen finds here, for reports of bugs")
    .addOption(debugOption())
    .addHelpText("after", examples("crdgen doctor"))
    .action(async () => {
      const { doctorCommand } = await import("./facts/doctor.js");
      finish(await doctorCommand(host));
    });
}

const exitCodes = `
Exit codes:
  0   success; there may be warnings
  1   an input has errors, the output is out of date (--check), or there are
      more warnings than --max-warnings allows
  2   wrong usage, an invalid configuration, or an input that cannot be read
  70  a bug in crdgen`;

const configFile = "use this file instead of crdgen.config.{ts,mts,js,mjs,json,yaml,yml}";

const preferred =
  "where several files hold variants of one CRD, take that of the file which matches, such as '*-Default.crd.yaml'; may be repeated, the first that matches wins";

const serverVersions = `behave like this API server, 1.${oldestMinor} to 1.${newestMinor} (default: the newest)`;

function examples(...lines: readonly string[]): string {
  return `\n${lines.length === 1 ? "Example" : "Examples"}:\n${lines.map((line) => `  ${line}`).join("\n")}`;
}

/** An option with a closed set of values, the first of which is the default. */
function choice(flags: string, description: string, choices: readonly string[]): Option {
  return new Option(flags, description).choices(choices).default(choices[0]);
}

/** The forms of commands whose work is not to judge. */
const commonFormats: readonly string[] = ["text", "concise", "json", "github"];

/** The options of how diagnostics are printed. */
function reporting(command: Command, forms: readonly string[] = commonFormats): Command {
  const judges = forms !== commonFormats;
  command
    .addOption(choice("--format <format>", "how diagnostics are printed", forms))
    .option(
      "--max-diagnostics <number>",
      "print so many diagnostics at most, or none for no limit (default: 100 as text)",
      limitOf("--max-diagnostics"),
    );
  if (judges) {
    command.option(
      "--statistics",
      "print how often each code occurs, in place of diagnostics",
      false,
    );
  }
  return printing(command);
}

/** The options of what is printed, in whatever form. */
function printing(command: Command): Command {
  return command
    .option("-q, --quiet", "print errors only", false)
    .option("--verbose", "name the documents that are skipped", false)
    .addOption(debugOption())
    .addOption(choice("--color <when>", "colour the diagnostics", ["auto", "always", "never"]));
}

/** Read by main.ts before all others. */
function debugOption(): Option {
  return new Option(
    "--debug",
    "say on standard error what crdgen does, and how long it takes",
  ).default(false);
}

/**
 * The options that were given, without those that only have a default, which a configuration may
 * replace.
 */
function given(command: Command): GenerateFlags {
  const options: Record<string, unknown> = command.opts();
  const named = Object.entries(options).filter(
    ([name]) => commonNames.has(name) || command.getOptionValueSource(name) !== "default",
  );
  return Object.fromEntries(named) as unknown as GenerateFlags; // commander checked choices and required options
}

const commonNames: ReadonlySet<string> = new Set([
  "format",
  "quiet",
  "color",
  "verbose",
  "maxDiagnostics",
]);

function each(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

function list(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...trimmed(text.split(","))];
}

function listOrNone(text: string, before: readonly string[] = []): readonly string[] {
  return text.trim() === "none" ? before : list(text, before);
}

function wholeNumberOf(option: string): (text: string) => number {
  return (text) => {
    if (/^\d{1,9}$/.test(text)) return Number(text);
    throw new UsageError(`${option}: '${text}' is not a whole number`);
  };
}

/** A whole number from 1 on, or `none`, which is no limit. */
function limitOf(option: string): (text: string) => number {
  return (text) => {
    if (text.toLowerCase() === "none") return Infinity;
    if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
    throw new UsageError(`${option}: '${text}' is neither a whole number from 1 on nor none`);
  };
}

/** Never none, which would stand for everything. */
function patterns(text: string, before: readonly string[] = []): readonly string[] {
  const named = trimmed(splitPatterns(text));
  if (named.length === 0) throw new UsageError("--only: name at least one pattern");
  return [...before, ...named];
}

function trimmed(items: readonly string[]): readonly string[] {
  return items.map((item) => item.trim()).filter((item) => item !== "");
}
