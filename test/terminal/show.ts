import { spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { createServer } from "node:http";
import { join } from "node:path";
import { main, runCold } from "../support/cli.js";
import type { Listening } from "../support/listen.js";
import { listen } from "../support/listen.js";
import type { Ending } from "../support/pseudo-terminal.js";
import { keys, startInTerminal } from "../support/pseudo-terminal.js";
import { framesLeft, linesTooWide } from "../support/virtual-terminal.js";
import type { Shown, Variant } from "./recording.js";
import { masked, shortened, shownRows } from "./recording.js";
import type { Scenario, Step } from "./scenarios.js";
import { wordsOf } from "./scenarios.js";
import { boatCrd, kubeconfig, writeWorld } from "./world.js";

/** What a run showed, and what no run may show. */
export interface Show extends Shown {
  readonly tooWide: readonly string[];
  readonly framesLeft: readonly string[];
}

/** Longer than a command waits before it says what it does. */
const longEnough = 1_000;

/** Runs a scenario in a folder of its own. */
export async function show(scenario: Scenario, variant: Variant, folder: string): Promise<Show> {
  writeWorld(folder);
  const { at = "", before = [] } = scenario;
  for (const line of before) runCold(join(folder, at), wordsOf(line));
  const server = await SlowServer.start();
  writeFileSync(join(folder, "kubeconfig"), kubeconfig(server.address));
  const fill = (text: string): string =>
    text
      .replaceAll("{server}", server.address)
      .replaceAll("{kubeconfig}", join(folder, "kubeconfig"));
  const env = Object.fromEntries(
    Object.entries({ ...home(folder), ...variant.env, ...scenario.env }).map(([name, value]) => [
      name,
      fill(value),
    ]),
  );
  const run = { args: wordsOf(fill(scenario.line)), cwd: join(folder, at), env };
  try {
    const shown = await (variant.isPiped === true
      ? showPiped(run, scenario, server)
      : showInTerminal(run, scenario, variant, server));
    const text = shortened(masked(shown.text, folder));
    return { ...shown, variant: variant.name, text };
  } finally {
    server.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Nothing of the person's own. */
function home(folder: string): Record<string, string> {
  return { HOME: join(folder, "home"), LANG: "C.UTF-8", TZ: "UTC" };
}

interface Run {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

type Unnamed = Omit<Show, "variant">;

async function showInTerminal(
  run: Run,
  { steps = [], input }: Scenario,
  { columns, isColourful = false }: Variant,
  server: SlowServer,
): Promise<Unnamed> {
  const session = startInTerminal({ ...run, columns, isKept: true });
  const { terminal } = session;
  const parts: string[] = [];
  if (input !== undefined) session.type(input.replaceAll("\n", keys.enter) + keys.ctrlD);
  for (const step of steps) {
    if (typeof step.when === "string") await session.until(step.when);
    else await server.asked;
    await pause(typeof step.when === "string" ? 100 : longEnough);
    parts.push(`${await shownRows(terminal, isColourful)}\n──── then${nameOf(step)}`);
    if (step.keys === undefined) server.answer();
    else session.type(step.keys);
  }
  const ending = await inTime(session.ended, () => {
    session.kill("SIGKILL");
  });
  parts.push(await shownRows(terminal, isColourful));
  const rows = await terminal.screen();
  return {
    text: parts.join("\n"),
    ending: endingText(ending),
    tooWide: linesTooWide(terminal.raw, columns),
    framesLeft: framesLeft(terminal.raw, rows),
  };
}

function nameOf({ keys: typed }: Step): string {
  return typed === keys.ctrlC
    ? " Ctrl-C"
    : typed === undefined
      ? " the server answers"
      : ` ${typed}`;
}

function endingText({ exitCode, signal }: Ending): string {
  return signal === undefined ? `exit code ${exitCode}` : `ended by ${signal}`;
}

/** Both streams are pipes, and so is standard input where there is any. */
async function showPiped(
  run: Run,
  { steps = [], input }: Scenario,
  server: SlowServer,
): Promise<Unnamed> {
  const env = { PATH: process.env["PATH"], ...run.env };
  const child = spawn(process.execPath, [main, ...run.args], { cwd: run.cwd, env });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  child.stdin.end(input ?? "");
  const closed = new Promise<Ending>((resolve) => {
    child.once("close", (code, signal) => {
      resolve({ exitCode: code ?? 0, signal: signal ?? undefined });
    });
  });
  for (const { when, keys: typed } of steps) {
    if (typeof when !== "string") await server.asked;
    for (const begun = Date.now(); typeof when === "string" && !(out + err).includes(when);) {
      if (Date.now() - begun > mostMilliseconds)
        throw new Error(`never said ${when}: ${out}${err}`);
      await pause(10);
    }
    await pause(100);
    if (typed === undefined) server.answer();
    else child.kill("SIGINT");
  }
  const ending = endingText(await inTime(closed, () => child.kill("SIGKILL")));
  const text = `${out === "" ? "" : `standard output:\n${out}`}${err === "" ? "" : `standard error:\n${err}`}`;
  return { text: text.trimEnd(), ending, tooWide: [], framesLeft: [] };
}

/** Answers when it is told to: with a CRD, or an object. */
class SlowServer {
  readonly asked: Promise<void>;
  readonly #listening: Listening;
  readonly #waiting: readonly ServerResponse[];

  private constructor(asked: Promise<void>, listening: Listening, waiting: ServerResponse[]) {
    this.asked = asked;
    this.#listening = listening;
    this.#waiting = waiting;
  }

  static async start(): Promise<SlowServer> {
    const waiting: ServerResponse[] = [];
    let note: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (note = resolve));
    const server = createServer((_, response) => {
      waiting.push(response);
      note();
    });
    return new SlowServer(asked, await listen(server), waiting);
  }

  get address(): string {
    return `http://${this.#listening.host}`;
  }

  answer(): void {
    for (const response of this.#waiting) response.end(boatCrd("Boat"));
  }

  stop(): void {
    this.#listening.stop();
  }
}

/** Longer than any command takes on a busy machine. */
const mostMilliseconds = 25_000;

/** What goes on without an end is ended, and recorded so. */
async function inTime(ended: Promise<Ending>, end: () => void): Promise<Ending> {
  const timer = setTimeout(end, mostMilliseconds);
  return ended.finally(() => {
    clearTimeout(timer);
  });
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
