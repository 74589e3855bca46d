import type { Command } from "commander";
import { Argument, Option } from "commander";
import { version } from "../../codegen/pipeline/settings.js";
import type { CompleteFlags } from "../completion/complete.js";
import type { LspFlags } from "../lsp/lsp-flags.js";
import { exitCode } from "../usage-error.js";
import type { Wiring } from "./command.js";
import { addCommand, commonFormats, reporting, withCrds } from "./command.js";
import { unknownCommand } from "./faults.js";
import { paragraph } from "./help.js";
import {
  colorlessShortcut,
  crdInputs,
  groups,
  jsonShortcut,
  OlderOption,
  shared,
} from "./options.js";
import { choice, chosenArgument, repeated, toggle } from "./values.js";

/** Adds `serve`, and the commands about crdgen itself. */
export function addRunning(wiring: Wiring): void {
  addServe(wiring);
  addLsp(wiring);
  addCompletion(wiring);
  addDoctor(wiring);
  addHelp(wiring);
}

function addServe(wiring: Wiring): void {
  const checkData = toggle("--check-data", "say what is wrong with the file of --data, and end");
  addCommand(wiring, "serve", {
    description: "run a Kubernetes API server for CRDs, without a cluster",
    arguments: [new Argument("[crds...]", crdInputs)],
    options: [
      shared.crd(),
      shared.prefer(),
      shared.config(),
      shared.kubernetesVersion(),
      shared.builtIn(),
      new Option(
        "--simulate [milliseconds]",
        "do what controllers, the scheduler and kubelets do, after so long: pods run, Jobs complete (default: 500; with --built-in workloads)",
      ),
      new Option(
        "--no-controllers",
        "leave namespaces, garbage and ServiceAccounts to real controllers, beside the server",
      ),
      repeated("--objects <input>", "objects that are there from the beginning"),
      new Option("--host <address>", "the address to listen at").default("127.0.0.1"),
      shared.port(8001),
      toggle("--tls", "use TLS, with certificates that are made now"),
      new Option(
        "--cert-dir <folder>",
        "keep the authority of --tls in this folder, for the next start",
      ),
      new Option("--token <text>", "refuse clients that do not send this token"),
      new Option("--token-file <file>", "users and their tokens, as kube-apiserver reads them"),
      choice("--authorization <mode>", "ask who may do what, by Roles and bindings", ["rbac"]),
      repeated("--allow-origin <url>", "let pages of this site write"),
      repeated("--webhook-service <place>", "where a webhook's service is: NAMESPACE/NAME=URL"),
      new Option("--data <file>", "keep all objects in this file"),
      checkData,
      new OlderOption("--check", checkData),
      new Option("--kubeconfig <file>", "where to write the kubeconfig").default(
        "crdgen.kubeconfig",
      ),
      shared.watch(),
      toggle("--log", "log each request"),
      ...reporting(shared.format(commonFormats)),
    ],
    examples: [
      "crdgen serve config/crd --watch",
      "crdgen serve config/crd --objects config/samples --data cluster.jsonl",
      "crdgen serve --built-in workloads",
      "crdgen serve config/crd --simulate",
      "crdgen serve --port 0 --tls --token secret",
      "crdgen serve config/crd --tls --authorization rbac --objects config/rbac",
    ],
  }).action(async (inputs: string[], _: unknown, parsed: Command) => {
    const { serveCommand } = await import("../serve/serve.js");
    wiring.finish(await serveCommand(withCrds(inputs, parsed), parsed.opts(), wiring.host));
  });
}

function addLsp(wiring: Wiring): void {
  addCommand(wiring, "lsp", {
    description: "run a language server for editors, over standard input and output",
    options: [
      shared.crd(),
      new Option(
        "--cluster [context]",
        "take the CRDs of a cluster too (default: the current context)",
      ).helpGroup(groups.inputs),
      shared.prefer(),
      shared.config(),
      new Option("--no-config", "read no configuration, which can be code").helpGroup(
        groups.inputs,
      ),
      shared.kubernetesVersion(),
      // Clients of the protocol name the way by themselves.
      toggle("--stdio", "speak over standard input and output, as it does without this too"),
      shared.debug(),
    ],
    examples: ["crdgen lsp", "crdgen lsp --crd config/crd", "crdgen lsp --cluster"],
  }).action(async (flags: LspFlags) => {
    const { lspCommand } = await import("../lsp/lsp.js");
    wiring.finish(await lspCommand(flags, wiring.host));
  });
}

function addCompletion(wiring: Wiring): void {
  const { root, host, finish } = wiring;
  addCommand(wiring, "completion", {
    description: "print a script that completes command lines",
    arguments: [chosenArgument("<shell>", "your shell", ["bash", "zsh", "fish"])],
    options: [shared.debug()],
    examples: [
      "source <(crdgen completion bash)",
      "crdgen completion zsh > ~/.zfunc/_crdgen",
      "crdgen completion fish > ~/.config/fish/completions/crdgen.fish",
    ],
  })
    .addHelpText(
      "after",
      paragraph(
        "The shell has to find crdgen itself: install it globally, or put node_modules/.bin into your PATH. What follows npx is completed by npm, if at all.",
      ),
    )
    .action(async (shell: "bash" | "zsh" | "fish") => {
      const { completionCommand } = await import("../completion/complete.js");
      finish(await completionCommand(shell, host));
    });
  root
    .command("complete", { hidden: true })
    .argument("[words...]")
    .requiredOption("--shell <name>")
    .option("--breaks <characters>", "", "")
    .action(async (words: string[], flags: CompleteFlags) => {
      const { completeCommand } = await import("../completion/complete.js");
      finish(await completeCommand(words, flags, root, host));
    });
}

function addDoctor(wiring: Wiring): void {
  addCommand(wiring, "doctor", {
    description: "print what crdgen finds here, for reports of bugs",
    options: [
      shared.config(),
      shared.format(["text", "json"]),
      shared.debug(),
      shared.color(),
      jsonShortcut(),
      colorlessShortcut(),
    ],
    examples: ["crdgen doctor", "crdgen doctor --format json"],
  }).action(async (_: unknown, parsed: Command) => {
    const { doctorCommand } = await import("../doctor/doctor.js");
    wiring.finish(await doctorCommand(parsed.opts(), wiring.host));
  });
}

/** `help`, which knows what was meant by a wrong name, and `version`, as many programs have it. */
function addHelp(wiring: Wiring): void {
  const { root, host, finish } = wiring;
  addCommand(wiring, "help", {
    description: "print the help of a command",
    arguments: [new Argument("[command]", "the command")],
  }).action((name: string | undefined) => {
    const command = root.commands.find((one) => one.name() === name);
    if (name !== undefined && command === undefined) throw unknownCommand(name, root);
    (command ?? root).outputHelp();
    finish(exitCode.good);
  });
  root.command("version", { hidden: true }).action(() => {
    host.print(`${version}\n`);
    finish(exitCode.good);
  });
}
