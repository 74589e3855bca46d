import { Option } from "commander";
import { newestMinor, oldestMinor } from "../../runtime/v1/values/kubernetes-version.js";
import { choice, choiceOrFirst, limit, listed, repeated, toggle, wholeNumber } from "./values.js";

/** The ways to name CRDs. */
export const crdInputs =
  "files, folders, patterns, URLs, cluster[:CONTEXT], revisions of git (HEAD~3:config/crd), or - for standard input";

/** The headings of groups of options, in the order in which commands have them. */
export const groups = {
  inputs: "Inputs:",
  output: "Output:",
  run: "Runs:",
  messages: "Messages:",
} as const;

/**
 * The options that several commands have. Each means the same wherever it stands, and is described
 * by the same words: a test compares them.
 */
export const shared = {
  crd: () =>
    repeated(
      "--crd <input>",
      "CRDs, in all the ways in which `crdgen lint` takes them (default: the inputs of the configuration)",
    ).helpGroup(groups.inputs),
  /** For `init`, which writes the configuration. */
  searchedCrd: () =>
    repeated(
      "--crd <input>",
      "CRDs, in all the ways in which `crdgen lint` takes them (default: they are searched for)",
    ).helpGroup(groups.inputs),
  builtIn: () =>
    listed(
      "--built-in <names>",
      "take Kubernetes' own kinds too: apps/v1/Deployment, v1/Pod, a group such as apps or core, workloads, or all",
    ).helpGroup(groups.inputs),
  prefer: () =>
    repeated(
      "--prefer <pattern>",
      "where several files hold variants of one CRD, take that of the file which matches, such as '*-Default.crd.yaml'; the first that matches wins",
    ).helpGroup(groups.inputs),
  config: () =>
    new Option(
      "--config <file>",
      "use this file instead of crdgen.config.{ts,mts,js,mjs,json,yaml,yml}",
    ).helpGroup(groups.inputs),
  kubernetesVersion: () =>
    new Option(
      "--kubernetes-version <version>",
      `behave like this API server, 1.${oldestMinor} to 1.${newestMinor} (default: the newest)`,
    ).helpGroup(groups.inputs),
  old: () =>
    repeated(
      "--old <input>",
      "what is stored, such as `cluster` for CRDs: check the inputs as updates of it",
    ).helpGroup(groups.inputs),
  apiVersion: () =>
    new Option("--api-version <version>", "the version, such as v1 or stable.example.com/v1"),
  skipInvalid: () =>
    toggle("--skip-invalid", "leave out CRDs that the API server refuses, with warnings"),
  out: () => new Option("--out <folder>", "the folder to write to"),
  output: () => choice("-o, --output <form>", "print objects in this form", ["yaml", "json"]),
  ignore: () =>
    listed(
      "--ignore <codes>",
      "do not count these codes, with commas between them; may be repeated",
    ),
  watch: () => toggle("--watch", "go on until Ctrl-C ends it, and follow inputs that change"),
  noClear: () =>
    new Option("--no-clear", "with --watch, do not clear the terminal before each run"),
  noVersionInBanner: () =>
    new Option("--no-version-in-banner", "leave crdgen's version out of the files"),
  port: (standard: number) =>
    wholeNumber("--port <number>", "the port to listen at, 0 for a free one").default(standard),
  format: (forms: readonly string[], spellings?: Readonly<Record<string, string>>) =>
    choiceOrFirst("--format <format>", "how diagnostics are printed", forms, spellings).helpGroup(
      groups.messages,
    ),
  maxDiagnostics: () =>
    limit(
      "--max-diagnostics <number>",
      "print so many diagnostics at most, or none for no limit (default: 100 as text)",
    ).helpGroup(groups.messages),
  statistics: () =>
    toggle("--statistics", "print how often each code occurs, in place of diagnostics").helpGroup(
      groups.messages,
    ),
  quiet: () => toggle("-q, --quiet", "print errors only").helpGroup(groups.messages),
  verbose: () =>
    toggle("--verbose", "name the documents that are skipped").helpGroup(groups.messages),
  /** Read by main.ts before all others. */
  debug: () =>
    toggle("--debug", "say on standard error what crdgen does, and how long it takes").helpGroup(
      groups.messages,
    ),
  color: () =>
    choiceOrFirst("--color <when>", "colour what is printed", [
      "auto",
      "always",
      "never",
    ]).helpGroup(groups.messages),
} as const;

/** An option under a name that it had once: it works, is shown nowhere, and leads to a note. */
export class OlderOption extends Option {
  readonly newer: Option;

  constructor(flags: string, newer: Option) {
    super(flags);
    this.newer = newer;
    this.hideHelp();
    if (newer.parseArg !== undefined) this.argParser(newer.parseArg);
  }
}

/** What other programs call `--format json`: it works, and is shown nowhere. */
export function jsonShortcut(): Option {
  return toggle("--json", "").implies({ format: "json" }).hideHelp();
}

/** What other programs call `--color never`: it works behind `--color`, and is shown nowhere. */
export function colorlessShortcut(): Option {
  return new Option("--no-color").preset("never").hideHelp();
}
