import { constants } from "node:os";
import type { IPty } from "@lydell/node-pty";
import { spawn } from "@lydell/node-pty";
import { describe, it } from "vitest";
import { main } from "./cli.js";
import type { Cursor } from "./virtual-terminal.js";
import { VirtualTerminal } from "./virtual-terminal.js";

/** What is run in a terminal, and in which one. */
export interface TerminalRun {
  /** What crdgen is asked to do; or, with `command`, arguments of that. */
  readonly args: readonly string[];
  /** Default: crdgen, as the build leaves it. */
  readonly command?: string;
  readonly cwd: string;
  /** Default: 80. */
  readonly columns?: number;
  /** Default: 24. */
  readonly rows?: number;
  /** Beside `TERM` and `PATH`: nothing of the environment in which the tests run is there. */
  readonly env?: Readonly<Record<string, string>>;
  /** Files that standard output and standard error go to, in place of the terminal. */
  readonly output?: string;
  readonly error?: string;
  /** What standard input is read from, in place of the keyboard. */
  readonly input?: string;
  /**
   * A shell keeps the terminal open behind the command until all that it said was read: else its
   * end can be lost, as libuv takes a terminal that was closed for one that was read. The process
   * of the session is then the shell's, and signals cannot be told from exit codes above 128.
   */
  readonly isKept?: boolean;
}

/** How a process ended. */
export interface Ending {
  readonly exitCode: number;
  /** The name of the signal that ended it, such as `SIGINT`. */
  readonly signal: string | undefined;
}

/** A process in a terminal of its own. */
export interface TerminalSession {
  readonly terminal: VirtualTerminal;
  readonly processId: number;
  /** Settles when it has ended and all that it said is there. */
  readonly ended: Promise<Ending>;
  /** Presses keys: `"q"`, `"\r"` (Enter), `"\u0003"` (Ctrl-C), `"\u0004"` (Ctrl-D). */
  type(keys: string): void;
  /** Sends a signal to the process alone. */
  kill(signal: NodeJS.Signals): void;
  /** Makes the window wider or narrower, of which the process is told. */
  resize(columns: number, rows: number): void;
  /** Waits until what was said has this text; throws if the process ends before, or after 30 s. */
  until(text: string | RegExp): Promise<void>;
}

/** Keys that people press to end or to go on. */
export const keys = { ctrlC: "\u0003", ctrlD: "\u0004", enter: "\r" } as const;

/** Starts a command in a pseudo-terminal. Ends it with the test: `endAll` in `afterEach`. */
export function startInTerminal(run: TerminalRun): TerminalSession {
  const { columns = 80, rows = 24 } = run;
  const terminal = new VirtualTerminal(columns, rows);
  const [file, args] = commandOf(run);
  const env = { PATH: process.env["PATH"], TERM: "xterm-256color", ...run.env };
  const pty = spawn(file, args, { cols: columns, rows, cwd: run.cwd, env });
  let ending: Ending | undefined;
  running.add(pty);
  const ended = new Promise<Ending>((resolve) => {
    const end = (exitCode: number, signal: number | undefined): void => {
      ending ??= { exitCode, signal: nameOfSignal(signal) };
      resolve(ending);
    };
    const reader = new EndReader();
    pty.onData((text) => {
      const { said, code } = run.isKept === true ? reader.read(text) : { said: text };
      terminal.write(said);
      if (code === undefined) return;
      end(code, code > 128 ? code - 128 : undefined);
      pty.kill("SIGKILL");
    });
    pty.onExit(({ exitCode, signal }) => {
      running.delete(pty);
      end(exitCode, signal);
    });
  });
  return {
    terminal,
    processId: pty.pid,
    ended,
    type: (text) => {
      pty.write(text);
    },
    kill: (signal) => {
      pty.kill(signal);
    },
    resize(wide, high) {
      terminal.resize(wide, high);
      pty.resize(wide, high);
    },
    async until(text) {
      const isThere = (): boolean =>
        typeof text === "string" ? terminal.raw.includes(text) : text.test(terminal.raw);
      const begun = Date.now();
      while (!isThere()) {
        const why = ending !== undefined ? "it ended" : "30 s are over";
        if (ending !== undefined || Date.now() - begun > 30_000)
          throw new Error(`never said ${String(text)}, and ${why}: ${terminal.raw}`);
        await pause(10);
      }
    },
  };
}

/** What a command left in a terminal. */
export interface TerminalOutcome extends Ending {
  readonly raw: string;
  /** Each row as people see it, with what has scrolled out of sight. */
  readonly screen: readonly string[];
  readonly cursor: Cursor;
  readonly terminal: VirtualTerminal;
}

/** Runs a command in a pseudo-terminal to its end. */
export async function runInTerminal(run: TerminalRun): Promise<TerminalOutcome> {
  return outcomeOf(startInTerminal(run));
}

/** Waits for the end of a process. */
export async function outcomeOf(session: TerminalSession): Promise<TerminalOutcome> {
  const ending = await session.ended;
  const { terminal } = session;
  const screen = await terminal.screen();
  return { ...ending, raw: terminal.raw, screen, cursor: await terminal.cursor(), terminal };
}

const running = new Set<IPty>();

/** Ends what a test has left behind. */
export function endAll(): void {
  for (const pty of running) pty.kill("SIGKILL");
}

/** A sequence that terminals pass over, with the exit code of the command. */
const endMark = String.raw`\033]7777;%d\007`;

/** Finds the mark behind what a command said, which may come in parts. */
class EndReader {
  #held = "";

  read(text: string): { readonly said: string; readonly code?: number } {
    const all = this.#held + text;

    const mark = /\u001B\]7777;(\d+)\u0007/.exec(all);
    if (mark !== null) return { said: all.slice(0, mark.index), code: Number(mark[1]) };

    const begun = all.search(/\u001B(?:\](?:7(?:7(?:7(?:7(?:;\d*)?)?)?)?)?)?$/);
    const end = begun === -1 ? all.length : begun;
    this.#held = all.slice(end);
    return { said: all.slice(0, end) };
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** A shell sends streams elsewhere, and leaves its place to the command. */
function commandOf(run: TerminalRun): [string, string[]] {
  const { command, args, output, error, input, isKept = false } = run;
  const own = command === undefined ? [process.execPath, main, ...args] : [command, ...args];
  const streams = [...sentTo(">", output), ...sentTo("2>", error), ...sentTo("<", input)];
  if (isKept) {
    // Ctrl-C is for the command alone.
    const script = `trap : INT; "$@" ${streams.join(" ")}; printf '${endMark}' $?; exec sleep 60`;
    return ["/bin/sh", ["-c", script, "sh", ...own]];
  }
  if (streams.length > 0) {
    return ["/bin/sh", ["-c", `exec "$@" ${streams.join(" ")}`, "sh", ...own]];
  }
  const [file = "", ...rest] = own;
  return [file, rest];
}

function sentTo(sign: string, path: string | undefined): readonly string[] {
  return path === undefined ? [] : [`${sign}${quoted(path)}`];
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

function nameOfSignal(number: number | undefined): string | undefined {
  if (number === undefined || number === 0) return undefined;
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0];
}

/** Why there are no pseudo-terminals here; `undefined` where there are. */
function reasonForNone(): string | undefined {
  if (process.platform === "win32") return "Windows has terminals of another kind";
  try {
    const pty = spawn("/bin/sh", ["-c", "exit 0"], {});
    pty.kill("SIGKILL");
    return undefined;
  } catch (error) {
    return `no pseudo-terminal can be opened (${String(error)})`;
  }
}

/**
 * A suite that needs pseudo-terminals. Without them one test says that the suite did not run, and
 * the run ends with a line that counts them; in CI that test fails.
 */
export function describeInTerminal(name: string, suite: () => void): void {
  const reason = reasonForNone();
  if (reason === undefined) {
    // A busy machine can be late with keys and with the lines that timers write.
    describe(name, { retry: 2 }, suite);
    return;
  }
  describe(name, () => {
    it(`DID NOT RUN: ${reason}`, () => {
      console.warn(`${name}: DID NOT RUN: ${reason}`);
      if (process.env["CI"] === "true") throw new Error("pseudo-terminals must be there in CI");
    });
  });
}
