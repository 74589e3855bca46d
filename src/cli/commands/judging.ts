import type { Command } from "commander";
import { Argument, Option } from "commander";
import { oldestMaintainedMinor } from "../../runtime/v1/values/kubernetes-version.js";
import { failingEffects } from "../../tools/diff/change.js";
import { lintCommand } from "../lint.js";
import { formats } from "../report/options.js";
import type { Wiring } from "./command.js";
import { addCommand, reporting, withCrds } from "./command.js";
import { exitCodeTexts } from "./help.js";
import { crdInputs, OlderOption, shared } from "./options.js";
import { choice, choiceOrFirst, repeated, toggle, wholeNumber } from "./values.js";

/** Adds the commands that judge: `lint`, `validate` and `diff`. */
export function addJudging(wiring: Wiring): void {
  addLint(wiring);
  addValidate(wiring);
  addDiff(wiring);
}

function addLint(wiring: Wiring): void {
  addCommand(wiring, "lint", {
    description: "check CRDs as the API server would, with line and column",
    arguments: [new Argument("[inputs...]", crdInputs)],
    options: [
      shared.crd(),
      shared.old(),
      shared.prefer(),
      shared.config(),
      shared.kubernetesVersion(),
      new Option(
        "--minimum-version <version>",
        `warn of what servers from this version on do not take (default: --kubernetes-version; without it, 1.${oldestMaintainedMinor}, the oldest that is maintained)`,
      ),
      shared.ignore(),
      wholeNumber("--max-warnings <number>", "exit with 1 if more warnings are left"),
      shared.watch(),
      shared.noClear(),
      shared.statistics(),
      ...reporting(shared.format(formats)),
    ],
    examples: [
      "crdgen lint config/crd",
      "crdgen lint config/crd --old cluster",
      "crdgen lint config/crd --old v1.2.0:config/crd",
      "crdgen lint config/crd --minimum-version 1.30 --max-warnings 0",
      "crdgen lint config/crd --ignore portability/newer-server --format github",
    ],
  }).action(async (inputs: string[], _: unknown, parsed: Command) => {
    wiring.finish(await lintCommand(withCrds(inputs, parsed), parsed.opts(), wiring.host));
  });
}

const objectInputs =
  "files, folders, patterns, URLs, revisions of git (HEAD~3:config/samples), or - for standard input";

function addValidate(wiring: Wiring): void {
  addCommand(wiring, "validate", {
    description:
      "check custom resources as the API server would, with line and column; CRDs among them are used too",
    arguments: [new Argument("[objects...]", objectInputs)],
    options: [
      shared.crd(),
      shared.old(),
      shared.prefer(),
      shared.config(),
      shared.kubernetesVersion(),
      choice("--subresource <name>", "check writes to this subresource", ["status"]),
      choiceOrFirst(
        "--field-validation <how>",
        "how to treat unknown fields: warn, say nothing, or refuse them",
        ["Warn", "Ignore", "Strict"],
      ),
      toggle("--ignore-unknown-kinds", "skip objects whose kind no CRD defines"),
      toggle("--print", "print the objects as they would be stored, in YAML"),
      shared.output(),
      shared.watch(),
      shared.noClear(),
      shared.statistics(),
      ...reporting(shared.format(formats)),
    ],
    examples: [
      "crdgen validate --crd config/crd config/samples",
      "crdgen validate --crd config/crd --old before.yaml after.yaml",
      "kubectl get crontabs -o yaml | crdgen validate --crd config/crd -",
    ],
  }).action(async (inputs: string[], _: unknown, parsed: Command) => {
    const { validateCommand } = await import("../validate.js");
    wiring.finish(await validateCommand(inputs, parsed.opts(), wiring.host));
  });
}

const diffInputs =
  "a file, folder, pattern, URL, cluster[:CONTEXT], revision of git (HEAD~3:config/crd), or -";

function addDiff(wiring: Wiring): void {
  const ignore = shared.ignore();
  addCommand(wiring, "diff", {
    description: "say what changes of CRDs break, and whom",
    arguments: [
      new Argument("<old>", `the CRDs before: ${diffInputs}`),
      new Argument("<new>", "the CRDs after, in the same ways"),
    ],
    options: [
      shared.prefer(),
      shared.config(),
      shared.kubernetesVersion(),
      ignore,
      new OlderOption("--allow <codes>", ignore),
      choice(
        "--fail-on <effect>",
        "fail for changes with this effect, or a graver one (default: unknown, all that break somebody, or may)",
        failingEffects,
      ),
      repeated(
        "--usages <files>",
        "name the lines of your program that read or write what changes, and those that stop compiling (needs ts-morph)",
      ),
      toggle("--fix", "rename fields in these files"),
      toggle("--all", "list changed descriptions, too"),
      shared.statistics(),
      ...reporting(shared.format([...formats, "markdown"], { md: "markdown" })),
    ],
    examples: [
      "crdgen diff HEAD:config/crd config/crd",
      "crdgen diff cluster config/crd --ignore diff/enum-value-added",
      "crdgen diff v1.2.0:config/crd v1.3.0:config/crd --format markdown",
      "crdgen diff HEAD:config/crd config/crd --usages 'src/**/*.ts'",
      "kubectl get crds -o yaml | crdgen diff - config/crd --quiet",
    ],
  })
    .addHelpText(
      "after",
      exitCodeTexts({
        0: "no change breaks anybody, or all that do are ignored (see --fail-on)",
        1: "a change breaks somebody, or may; or a new CRD has errors",
        2: "wrong usage, or an input that cannot be read",
      }),
    )
    .action(async (old: string, now: string, _: unknown, parsed: Command) => {
      const { diffCommand } = await import("../diff/diff.js");
      wiring.finish(await diffCommand(old, now, parsed.opts(), wiring.host));
    });
}
