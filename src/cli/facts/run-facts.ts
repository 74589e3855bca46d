import { logDebug } from "./debug-log.js";

/** What a run has found so far, for reports of bugs. */
interface RunFacts {
  /** The file of the configuration. */
  readonly config: string | undefined;
  readonly inputs: number;
}

let facts: RunFacts = { config: undefined, inputs: 0 };

/** Notes which configuration is used, before it is read. */
export function noteConfig(path: string | undefined): void {
  facts = { ...facts, config: path };
  logDebug(() => `configuration: ${path ?? "none"}`);
}

/** Notes that an argument stands for so many inputs. */
export function noteInputs(argument: string, count: number): void {
  facts = { ...facts, inputs: facts.inputs + count };
  logDebug(() => `inputs of '${argument}': ${count}`);
}

/** All of it. */
export function runFacts(): RunFacts {
  return facts;
}
