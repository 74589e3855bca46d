import { Command, Option } from "commander";
import { version } from "../codegen/pipeline/settings.js";
import type { Wiring } from "./commands/command.js";
import { finishCommand, takeOlderOptions } from "./commands/command.js";
import { examples, exitCodeTexts, furtherReading } from "./commands/help.js";
import { addJudging } from "./commands/judging.js";
import { groups } from "./commands/options.js";
import { addProducing } from "./commands/producing.js";
import { addRunning } from "./commands/running.js";
import { addShowing } from "./commands/showing.js";
import { factLines, logDebug, maskOptions, programFacts } from "./facts/run-facts.js";
import type { Host } from "./host.js";

/** The command line: wiring only; each command is a function of its options and the host. */
export function createProgram(host: Host, finish: Wiring["finish"]): Command {
  const root = new Command("crdgen")
    .description("Compiles Kubernetes CustomResourceDefinitions to TypeScript")
    .version(version, "-V, --version", "print the version")
    .addHelpOption(helpOption().helpGroup(groups.messages))
    // There is one of our own, which proposes the nearest command.
    .helpCommand(false)
    .showSuggestionAfterError(false)
    .configureOutput({
      writeErr: (text) => {
        host.warn(text);
      },
      // Faults are told by whoever catches them, in the format that the command line asks for.
      outputError: () => undefined,
    });
  finishCommand(root, root, host);
  root
    .addHelpText(
      "after",
      examples([
        "crdgen generate config/crd --out src/generated",
        "crdgen lint config/crd",
        "crdgen validate --crd config/crd config/samples",
        "crdgen diff HEAD:config/crd config/crd",
        "crdgen init --template package my-client --crd config/crd",
      ]),
    )
    .addHelpText("after", exitCodeTexts(exitCodes))
    .addHelpText("afterAll", furtherReading(host))
    .hook("preAction", (_, command) => {
      takeOlderOptions(command, host);
      logDebug(() => factLines(programFacts(host.environment)).trimEnd());
      logDebug(() => `${command.name()}, with ${maskOptions(command.opts())}`);
    });
  const wiring: Wiring = { root, host, finish };
  addProducing(wiring);
  addJudging(wiring);
  addShowing(wiring);
  addRunning(wiring);
  // Commands have this option below others on messages; here it stands beside the version.
  root.addHelpOption(helpOption());
  return root;
}

function helpOption(): Option {
  return new Option("-h, --help", "print the options and examples");
}

const exitCodes = {
  0: "success; there may be warnings",
  1: "an input has errors, the output is out of date (--check), or there are more warnings than --max-warnings allows",
  2: "wrong usage, an invalid configuration, or an input that cannot be read",
  70: "a bug in crdgen",
};
