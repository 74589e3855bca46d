import type { Command } from "commander";
import { Argument, Option } from "commander";
import type { Wiring } from "./command.js";
import { addCommand, commonFormats, optionsWithCrds, reporting } from "./command.js";
import { crdInputs, shared } from "./options.js";
import { choiceOrFirst, repeated, toggle, wholeNumber } from "./values.js";

/** Adds the commands that show what a CRD says: `explain` and `example`. */
export function addShowing(wiring: Wiring): void {
  addExplain(wiring);
  addExample(wiring);
}

function addExplain(wiring: Wiring): void {
  addCommand(wiring, "explain", {
    description:
      "describe a custom resource, or a field of it, as `kubectl explain` does; or a diagnostic",
    arguments: [
      new Argument(
        "[name]",
        "a resource and fields of it, such as crontabs.spec, or the code of a diagnostic, such as source/not-yaml; without it, all codes are listed",
      ),
      new Argument("[inputs...]", crdInputs),
    ],
    options: [
      shared.crd(),
      shared.prefer(),
      shared.config(),
      shared.kubernetesVersion(),
      shared.apiVersion(),
      toggle("-R, --recursive", "list all fields below"),
      wholeNumber(
        "--max-depth <number>",
        "with --recursive, list so many levels of fields (default: all)",
      ),
      choiceOrFirst("-o, --output <form>", "the form of the text, made of OpenAPI v3 or v2", [
        "plaintext",
        "plaintext-openapiv2",
      ]),
      toggle("--kubectl", "print what kubectl prints, without defaults, constraints and rules"),
      ...reporting(shared.format(commonFormats)),
    ],
    examples: [
      "crdgen explain crontabs --crd config/crd",
      "crdgen explain crontabs.spec.template config/crd --recursive",
      "crdgen explain issuers.cert-manager.io.spec --crd cluster",
      "crdgen explain source/not-yaml",
    ],
  }).action(async (name: string | undefined, inputs: string[], _: unknown, parsed: Command) => {
    const { explainCommand } = await import("../explain/explain.js");
    wiring.finish(await explainCommand(name, optionsWithCrds(inputs, parsed.opts()), wiring.host));
  });
}

function addExample(wiring: Wiring): void {
  addCommand(wiring, "example", {
    description: "make a custom resource that the API server accepts, with comments",
    arguments: [
      new Argument("<resource>", "the resource by any of its names, such as crontabs or CronTab"),
      new Argument("[inputs...]", crdInputs),
    ],
    options: [
      shared.crd(),
      shared.prefer(),
      shared.config(),
      shared.kubernetesVersion(),
      shared.apiVersion(),
      toggle("--full", "set all fields, as far as they go together"),
      repeated("--set <path=value>", "set a field, such as spec.replicas=3"),
      wholeNumber("--seed <number>", "make another example with each number").default(0),
      shared.output().default("yaml"),
      new Option("--no-comments", "leave the descriptions out"),
      new Option(
        "--schema <path-or-url>",
        "begin with the comment that tells editors where the JSON Schema is, with a path from the file that the example goes to",
      ),
      ...reporting(shared.format(commonFormats)),
    ],
    examples: [
      "crdgen example crontabs --crd config/crd",
      "crdgen example crontabs config/crd --full > config/samples/crontab.yaml",
      "crdgen example crontabs --schema ../custom-resources.schema.json",
      "crdgen example CronTab --crd cluster --set spec.replicas=3 --output json",
    ],
  }).action(async (name: string, inputs: string[], _: unknown, parsed: Command) => {
    const { exampleCommand } = await import("../example.js");
    wiring.finish(await exampleCommand(name, optionsWithCrds(inputs, parsed.opts()), wiring.host));
  });
}
