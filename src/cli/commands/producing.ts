import type { Command } from "commander";
import { Argument, Option } from "commander";
import { partNames, partsOnRequest, runtimeEntryNames } from "../../codegen/pipeline/settings.js";
// At once, like the back ends of types and clients: for what nearly all runs do, a file more to
// find costs most.
import type { DocsFlags } from "../docs/docs.js";
import type { GenerateFlags } from "../generate/generate-command.js";
import { generateCommand } from "../generate/generate.js";
import type { Host } from "../host.js";
import type { Wiring } from "./command.js";
import {
  addCommand,
  commonFormats,
  grouped,
  optionsWithCrds,
  reporting,
  withCrds,
} from "./command.js";
import { crdInputs, OlderOption, shared } from "./options.js";
import {
  choice,
  choiceOrFirst,
  listed,
  listedOrNone,
  patterns,
  repeated,
  toggle,
  wholeNumber,
} from "./values.js";

/** Adds the commands that write files: `generate`, `docs`, `init` and `rbac`. */
export function addProducing(wiring: Wiring): void {
  addGenerate(wiring);
  addDocs(wiring);
  addInit(wiring);
  addRbac(wiring);
}

function addGenerate(wiring: Wiring): void {
  const out = shared.out();
  addCommand(wiring, "generate", {
    description: "write types, functions and clients for CRDs",
    arguments: [new Argument("[inputs...]", crdInputs)],
    options: [
      ...grouped("inputs", ...optionsOfInputs()),
      ...grouped("output", out, new OlderOption("-o <folder>", out), ...optionsOfOutput()),
      ...grouped("run", ...optionsOfRun()),
      ...reporting(shared.format(commonFormats)),
    ],
    examples: [
      "crdgen generate config/crd --out src/generated",
      "crdgen generate config/crd --out src/generated --check",
      "crdgen generate config/crd --out src/generated --watch",
      "crdgen generate HEAD~3:config/crd --out old --parts types,client",
      "kubectl get crds -o yaml | crdgen generate - --out src/generated",
      "crdgen generate --built-in workloads --out src/kubernetes",
    ],
  }).action(async (inputs: string[], _: unknown, parsed: Command) => {
    wiring.finish(await generateCommand(withCrds(inputs, parsed), given(parsed), wiring.host));
  });
}

function optionsOfInputs(): readonly Option[] {
  return [
    shared.crd(),
    shared.prefer(),
    patterns(
      "--only <patterns>",
      "generate only these kinds, such as 'example.com/CronTab,*.istio.io/*'",
    ),
    shared.builtIn(),
    new Option(
      "--cluster [context]",
      "read the kinds of --built-in from a cluster, aggregated APIs too (default: the current context)",
    ),
    choiceOrFirst("--versions <which>", "which versions of each CRD", ["served", "storage", "all"]),
    shared.skipInvalid(),
    toggle("--allow-invalid", "generate what is possible from CRDs that the API server refuses"),
    shared.kubernetesVersion(),
    shared.config(),
  ];
}

function optionsOfOutput(): readonly Option[] {
  return [
    choiceOrFirst("--emit <form>", "write TypeScript, or JavaScript with declarations", [
      "ts",
      "js",
    ]),
    listed(
      "--parts <names>",
      `write only these parts, and what they need: ${partNames.join(", ")} (default: all but ${partsOnRequest.join(", ")})`,
    ),
    choiceOrFirst(
      "--runtime <how>",
      "copy the runtime into the output, or import it from the package crdgen-runtime",
      ["copy", "import"],
    ),
    listedOrNone(
      "--runtime-entries <names>",
      `copy these parts of the runtime for your own code, or none: ${runtimeEntryNames.join(", ")} (default: node)`,
    ),
    choiceOrFirst("--import-extension <extension>", "how import paths end", [".js", ".ts", "none"]),
    shared.noVersionInBanner(),
    toggle("--prettier", "format the files with your own prettier configuration"),
  ];
}

function optionsOfRun(): readonly Option[] {
  return [
    toggle("--check", "write nothing; exit with 1 if the output is out of date"),
    shared.watch(),
    shared.noClear(),
    new Option(
      "--cache-dir <folder>",
      "the folder of the cache (default: node_modules/.cache/crdgen)",
    ),
    new Option("--no-cache", "generate all code anew"),
    wholeNumber(
      "--workers <number>",
      "use at most so many threads beside the main one (default: by the number of CPUs)",
    ),
  ];
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

function addDocs(wiring: Wiring): void {
  const out = shared.out();
  addCommand(wiring, "docs", {
    description:
      "make a site, or Markdown, that describes CRDs, with an editor that judges objects",
    arguments: [new Argument("[inputs...]", crdInputs)],
    options: [
      shared.crd(),
      shared.prefer(),
      shared.config(),
      shared.kubernetesVersion(),
      out,
      new OlderOption("-o <folder>", out),
      choiceOrFirst("--as <form>", "a site, or Markdown for repositories", ["html", "md"], {
        markdown: "md",
      }),
      new Option("--title <text>", "the name of the site (default: Custom resources)"),
      shared.noVersionInBanner(),
      toggle("--serve", "show the site to browsers of this machine, and follow changed inputs"),
      shared.port(8002),
      shared.watch(),
      shared.noClear(),
      shared.skipInvalid(),
      ...reporting(shared.format(commonFormats, formsOfPages)),
    ],
    examples: [
      "crdgen docs config/crd --out site",
      "crdgen docs config/crd --serve",
      "crdgen docs config/crd --out docs/reference --as md",
      "crdgen docs cluster --out site --title 'Our cluster'",
    ],
  }).action(async (inputs: string[], _: unknown, parsed: Command) => {
    const { docsCommand } = await import("../docs/docs.js");
    takeFormOfPages(parsed, wiring.host);
    const portIsGiven = parsed.getOptionValueSource("port") === "cli";
    const flags: DocsFlags = { ...parsed.opts(), portIsGiven };
    wiring.finish(await docsCommand(withCrds(inputs, parsed), flags, wiring.host));
  });
}

/** What `--format` of `docs` took before `--as` was there. */
const formsOfPages = { html: "html", md: "md", markdown: "md" };

/** Takes `--format md` as `--as md`, and says so. */
function takeFormOfPages(command: Command, host: Host): void {
  const form: unknown = command.getOptionValue("format"); // commander does not know its type
  if (form !== "html" && form !== "md") return;
  command.setOptionValueWithSource("format", "text", "default");
  command.setOptionValueWithSource("as", form, "cli");
  if (command.getOptionValue("quiet") === true) return;
  host.warn(`note: --format ${form} is called --as ${form} now\n`);
}

function addInit(wiring: Wiring): void {
  addCommand(wiring, "init", {
    description: "write a configuration or a package to publish; overwrites no file",
    arguments: [
      new Argument("[folder]", "where to write (default: the working folder)"),
      new Argument("[inputs...]", crdInputs),
    ],
    options: [
      shared.searchedCrd(),
      choice(
        "--template <name>",
        "write a project: `package` is an npm package with types, validators and clients, `operator` a controller that runs",
        ["package", "operator"],
      ),
      new Option(
        "--name <name>",
        "the name of the package or operator (default: that of the folder)",
      ),
      toggle("--helm", "add a Helm chart to the operator"),
      shared.skipInvalid(),
      toggle("--dry-run", "list the files, and write nothing"),
      ...reporting(shared.format(commonFormats)),
    ],
    examples: [
      "crdgen init",
      "crdgen init --template package my-client --crd config/crd",
      "crdgen init --template package my-client --name @example/my-client --dry-run",
      "crdgen init --template operator my-operator --crd config/crd/crontab.yaml",
      "crdgen init --template operator my-operator --helm",
    ],
  }).action(async (folder: string | undefined, inputs: string[], _: unknown, parsed: Command) => {
    const { initCommand } = await import("../init/init.js");
    wiring.finish(await initCommand(folder, optionsWithCrds(inputs, parsed.opts()), wiring.host));
  });
}

function addRbac(wiring: Wiring): void {
  addCommand(wiring, "rbac", {
    description: "write the roles that an operator needs, by what its code calls",
    arguments: [
      new Argument("[project]", "the folder of the operator, with its tsconfig.json").default("."),
    ],
    options: [
      new Option("--name <name>", "the name of the roles (default: that of the package)"),
      new Option("--namespace <name>", "where the operator runs").default("default"),
      new Option("--service-account <name>", "who runs it (default: the name of the roles)"),
      repeated(
        "--entry <file>",
        "look at this file of the project and at what it imports, in place of all but tests",
      ),
      toggle(
        "--webhooks",
        "write the configurations of its webhooks in place of the roles, with a certificate of cert-manager",
      ),
      new Option("--out <file>", "where to write (default: standard output)"),
      new Option("--chart <folder>", "write a template of this Helm chart, beside --out or alone"),
      toggle("--check", "write nothing; exit with 1 if the output is out of date"),
      shared.quiet(),
      shared.debug(),
    ],
    examples: [
      "crdgen rbac",
      "crdgen rbac my-operator --namespace my-operator-system --out deploy/rbac.yaml",
      "crdgen rbac --out deploy/rbac.yaml --check",
      "crdgen rbac --out deploy/rbac.yaml --chart deploy/chart",
    ],
  }).action(async (folder: string, _: unknown, parsed: Command) => {
    const { rbacCommand } = await import("../rbac/rbac.js");
    wiring.finish(await rbacCommand(folder, parsed.opts(), wiring.host));
  });
}
