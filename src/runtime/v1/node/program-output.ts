import { errorText } from "../client/error-text.js";
import { loadModule } from "./http-module.js";
import type { Environment } from "./proxy-environment.js";

/** A program to run. */
export interface Program {
  /** A path, or a name that is looked up in `PATH`. */
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment of the program. */
  readonly environment: Environment;
  /** It may ask somebody at the terminal, and gets the time that this needs. */
  readonly isInteractive: boolean;
  /** Milliseconds for a program that asks nobody. */
  readonly limit: number;
}

/**
 * Runs a program and gives what it prints. One that does not end in time is ended with all programs
 * that it has started, and so is one that runs when this process ends. Nobody waits for those that
 * it leaves behind.
 *
 * @throws Error whose message goes on after the name of the program
 */
export async function programOutput(program: Program): Promise<string> {
  const { command, args, environment: env, isInteractive, limit } = program;
  const processes = await loadModule<ProcessModule>("node:child_process");
  const stdio = [isInteractive ? "inherit" : "ignore", "pipe", "inherit"];
  // What has a group of its own can be ended as a whole, but cannot ask at the terminal.
  const isGroup = !isInteractive && thisProcess().platform !== "win32";
  const child = processes.spawn(command, args, { env, stdio, detached: isGroup });
  const kill = (): void => {
    if (isGroup) killGroup(child);
    else killTree(child, processes);
  };
  const stopListening = isGroup ? onEndOfProcess(kill) : undefined;
  try {
    return await outputOf(child, isInteractive ? undefined : limit, kill);
  } finally {
    stopListening?.();
    child.stdout.destroy();
  }
}

/** Milliseconds for which the rest of what a program has printed is waited for after its end. */
const restPatience = 1000;

function outputOf(
  child: RunningProgram,
  limit: number | undefined,
  kill: () => void,
): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const printed = new Promise<string>((resolve, reject) => {
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (chunk) => (output += chunk));
    if (limit !== undefined) {
      timer = setTimeout(() => {
        kill();
        reject(new Error(`did not end within ${limit / 1000} seconds, and was ended`));
      }, limit);
    }
    child.on("error", (error) => {
      reject(new Error(`cannot be run: ${spawnFault(error)}`));
    });
    child.on("exit", (code, signal) => {
      clearTimeout(timer);
      if (code !== 0) reject(new Error(`failed: ${code === null ? signal : `exit code ${code}`}`));
      timer = setTimeout(() => {
        resolve(output);
      }, restPatience);
    });
    child.on("close", () => {
      resolve(output);
    });
  });
  return printed.finally(() => {
    clearTimeout(timer);
  });
}

function spawnFault(error: Error): string {
  const code = "code" in error ? error.code : undefined;
  if (code === "ENOENT") return "there is no such program";
  return code === "EACCES" ? "it is not executable" : errorText(error);
}

function killGroup(child: RunningProgram): void {
  try {
    // Of what could not be started there is no group.
    if (child.pid !== undefined) thisProcess().kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL"); // where programs get no groups
  }
}

/** Windows knows no groups of programs, but which program has started which. */
function killTree(child: RunningProgram, processes: ProcessModule): void {
  const args = ["/pid", String(child.pid), "/T", "/F"];
  const killer = processes.spawn("taskkill", args, {
    env: thisProcess().env,
    stdio: ["ignore", "ignore", "ignore"],
  });
  killer.on("error", () => child.kill("SIGKILL"));
}

/** What a terminal sends to those that are in one group with it. */
const signals = ["SIGINT", "SIGTERM", "SIGHUP"];

/** A signal that nobody else listens to still ends this process. */
function onEndOfProcess(act: () => void): () => void {
  const scope = thisProcess();
  const onSignal = (signal: string): void => {
    act();
    stop();
    if (scope.listenerCount(signal) === 0) scope.kill(scope.pid, signal);
  };
  const stop = (): void => {
    scope.off("exit", act);
    for (const signal of signals) scope.off(signal, onSignal);
  };
  scope.on("exit", act);
  for (const signal of signals) scope.on(signal, onSignal);
  return stop;
}

/** The part of `process` that is used. */
interface ThisProcess {
  readonly pid: number;
  readonly platform: string;
  readonly env: Environment;
  kill(processId: number, signal: string): unknown;
  on(event: string, listener: (signal: string) => void): unknown;
  off(event: string, listener: (signal: string) => void): unknown;
  listenerCount(event: string): number;
}

function thisProcess(): ThisProcess {
  return (globalThis as unknown as { readonly process: ThisProcess }).process; // of Node.js, as the modules are
}

/** The part of `node:child_process` that is used. */
interface ProcessModule {
  spawn(
    command: string,
    args: readonly string[],
    options: {
      readonly env: Environment;
      readonly stdio: readonly string[];
      readonly detached?: boolean;
    },
  ): RunningProgram;
}

/** A program that runs. */
interface RunningProgram {
  readonly pid?: number | undefined;
  readonly stdout: {
    setEncoding(encoding: "utf8"): RunningProgram["stdout"];
    on(event: "data", listener: (chunk: string) => void): unknown;
    destroy(): unknown;
  };
  kill(signal: string): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(
    event: "exit" | "close",
    listener: (code: number | null, signal: string | null) => void,
  ): unknown;
}
