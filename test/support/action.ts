import { spawn } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";

const root = join(import.meta.dirname, "../..");

/** A step of a composite action or of a workflow. */
export interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string | boolean | number>>;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
}

/** action.yml, as far as tests look at it. */
export interface Action {
  readonly inputs: Readonly<
    Record<string, { readonly description: string; readonly default: string }>
  >;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

/** The action of this repository. */
export const action = parse(readFileSync(join(root, "action.yml"), "utf8")) as Action; // our own file

/** A command of a log that GitHub would obey. */
export interface WorkflowCommand {
  readonly name: string;
  readonly properties: string;
  readonly data: string;
}

/** What became of a run of the action. */
export interface ActionRun {
  /** The name of the step that failed. */
  readonly failed: string | undefined;
  readonly log: string;
  readonly commands: readonly WorkflowCommand[];
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

/**
 * Runs the steps of action.yml as GitHub's runner does: bash with its options, the environment of
 * the step, outputs of the steps before. Other actions are left out, as Node.js is there already.
 *
 * @param given values of inputs
 * @param environment what the runner sets, beside paths
 */
export async function runAction(
  workspace: string,
  given: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
): Promise<ActionRun> {
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(action.inputs, name));
  if (unknown.length > 0) throw new Error(`no such input: ${unknown.join(", ")}`);
  const runner = new Runner(workspace, environment);
  const values = new Map(
    Object.entries(action.inputs).map(([name, input]) => [`inputs.${name}`, input.default]),
  );
  for (const [name, value] of Object.entries(given)) values.set(`inputs.${name}`, value);
  values.set("github.token", "token-of-the-job");
  let failed: string | undefined;
  for (const step of action.runs.steps) {
    if (step.run === undefined || !holds(step.if, values)) continue;
    const env = Object.entries(step.env ?? {}).map(([name, text]) => [name, filled(text, values)]);
    const code = await runner.run(step.run, Object.fromEntries(env) as Record<string, string>); // pairs of texts
    for (const [name, value] of runner.takeOutputs()) {
      values.set(`steps.${step.id ?? ""}.outputs.${name}`, value);
    }
    if (code === 0) continue;
    failed = step.name ?? "";
    break;
  }
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [
    name,
    filled(value, values),
  ]);
  return {
    failed,
    log: runner.log,
    commands: commandsOf(runner.log),
    outputs: Object.fromEntries(outputs) as Record<string, string>, // pairs of texts
    summary: runner.summary,
  };
}

/** Replaces what stands between braces; a default may hold such a text itself. */
function filled(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\$\{\{ ([^}]+) \}\}/g, (_, name: string) => {
    const value = values.get(name) ?? "";
    return name.startsWith("inputs.") && value === "${{ github.token }}"
      ? (values.get("github.token") ?? "")
      : value;
  });
}

/** Conditions of action.yml are comparisons with texts, joined by `&&`. */
function holds(condition: string | undefined, values: ReadonlyMap<string, string>): boolean {
  return (condition ?? "").split(" && ").every((part) => {
    if (part === "") return true;
    const match = /^([\w.-]+) (==|!=) '([^']*)'$/.exec(part);
    if (match === null) throw new Error(`a condition that is not known here: ${part}`);
    const [, name = "", operator, text] = match;
    return ((values.get(name) ?? "") === text) === (operator === "==");
  });
}

/** The parts of GitHub's runner that steps notice. */
class Runner {
  readonly #folder = realpathSync(mkdtempSync(join(tmpdir(), "crdgen runner ")));
  readonly #workspace: string;
  readonly #environment: Readonly<Record<string, string>>;
  log = "";

  constructor(workspace: string, environment: Readonly<Record<string, string>>) {
    this.#workspace = workspace;
    this.#environment = environment;
    mkdirSync(join(this.#folder, "temp files"));
    symlinkSync(root, join(this.#folder, "the action"));
    for (const name of ["output", "summary", "event.json"]) this.#write(name, "");
  }

  get summary(): string {
    return readFileSync(join(this.#folder, "summary"), "utf8");
  }

  #write(name: string, text: string): void {
    writeFileSync(join(this.#folder, name), text);
  }

  async run(script: string, env: Readonly<Record<string, string>>): Promise<number | null> {
    this.#write("script.sh", script);
    const child = spawn(
      "bash",
      ["--noprofile", "--norc", "-e", "-o", "pipefail", join(this.#folder, "script.sh")],
      { cwd: this.#workspace, env: { ...this.#variables(), ...env } },
    );
    child.stdout.on("data", (chunk: Buffer) => (this.log += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (this.log += chunk.toString()));
    return new Promise((resolve) => child.once("close", resolve));
  }

  #variables(): Readonly<Record<string, string>> {
    return {
      PATH: process.env["PATH"] ?? "",
      HOME: this.#folder,
      CI: "true",
      GITHUB_ACTIONS: "true",
      GITHUB_ACTION_PATH: join(this.#folder, "the action"),
      GITHUB_WORKSPACE: this.#workspace,
      GITHUB_OUTPUT: join(this.#folder, "output"),
      GITHUB_STEP_SUMMARY: join(this.#folder, "summary"),
      RUNNER_TEMP: join(this.#folder, "temp files"),
      GITHUB_WORKFLOW: "CRDs",
      GITHUB_JOB: "crds",
      GITHUB_REPOSITORY: "example/operator",
      ...this.#environment,
    };
  }

  /** The outputs of the last step, read as GitHub reads them. */
  takeOutputs(): ReadonlyMap<string, string> {
    const text = readFileSync(join(this.#folder, "output"), "utf8");
    this.#write("output", "");
    const outputs = new Map<string, string>();
    for (let rest = text; rest !== "";) {
      const match =
        /^([^=\n]+)<<([^\n]+)\n(?:([^]*?)\n)?\2\n/.exec(rest) ??
        /^([^=\n]+)=()([^\n]*)\n/.exec(rest);
      if (match === null) throw new Error(`not a list of outputs: ${rest}`);
      outputs.set(match[1] ?? "", match[3] ?? "");
      rest = rest.slice(match[0].length);
    }
    return outputs;
  }
}

/**
 * The commands of a log: lines that begin with `::`, and what follows `##[` anywhere in a line, but
 * not between `stop-commands` and its end.
 */
function commandsOf(log: string): readonly WorkflowCommand[] {
  const commands: WorkflowCommand[] = [];
  let stopped: string | undefined;
  for (const line of log.split(/\r\n|\n|\r/)) {
    if (stopped !== undefined) {
      if (line.trim() === `::${stopped}::`) stopped = undefined;
      continue;
    }
    const match =
      /^\s*::([\w-]+)(?: (.*?))?::(.*)$/.exec(line) ?? /##\[([\w-]+)(?: (.*?))?\](.*)$/.exec(line);
    if (match === null) continue;
    const [, name = "", properties = "", data = ""] = match;
    if (name === "stop-commands") stopped = data;
    else commands.push({ name, properties, data });
  }
  return commands;
}
