import { TransportError } from "../client/api-error.js";
import { errorText } from "../client/error-text.js";
import type { Credentials, CredentialSource } from "./credentials.js";
import { loadModule } from "./http-module.js";
import type { Environment } from "./proxy-environment.js";

/**
 * A program that hands out credentials (Kubernetes documentation, "client-go credential plugins").
 */
interface ExecPluginOptions {
  /** A path, or a name that is looked up in `PATH`. */
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment of the program. */
  readonly environment: Environment;
  readonly apiVersion: string;
  readonly interactiveMode: string;
  readonly installHint: string | undefined;
  /** `spec.cluster` of what the program is told. */
  readonly cluster: object | undefined;
}

/** The versions of the protocol that this side speaks. */
export const execVersions: readonly string[] = [
  "client.authentication.k8s.io/v1",
  "client.authentication.k8s.io/v1beta1",
];

/** Milliseconds before its end from which a credential is no longer used. */
const expirySkew = 30_000;

/** Milliseconds for which a program may run that cannot ask anybody. */
const runTime = 60_000;

/** Milliseconds within which a program is not run again because its answer was refused. */
const forcedPause = 10_000;

/** A credential, and until when it is used. */
interface Granted {
  readonly credentials: Credentials;
  readonly until: number;
}

/**
 * Runs a program when credentials are needed: once for all who wait, and again when they are about
 * to expire or were refused. A failed run is not kept.
 */
export class ExecPlugin implements CredentialSource {
  readonly #options: ExecPluginOptions;
  #granted: Granted | undefined;
  #running: Promise<Granted> | undefined;
  #forced = 0;

  constructor(options: ExecPluginOptions) {
    this.#options = options;
  }

  async current(): Promise<Credentials> {
    if (this.#granted !== undefined && Date.now() < this.#granted.until) {
      return this.#granted.credentials;
    }
    return this.#runOnce();
  }

  async renew(refused: Credentials): Promise<Credentials> {
    const current = this.#granted?.credentials;
    if (current !== undefined && current !== refused) return current;
    if (this.#running === undefined) {
      if (Date.now() - this.#forced < forcedPause) return refused;
      this.#forced = Date.now();
    }
    const renewed = await this.#runOnce();
    return isSame(renewed, refused) ? refused : renewed;
  }

  async #runOnce(): Promise<Credentials> {
    this.#running ??= this.#run();
    const { credentials } = await this.#running;
    return credentials;
  }

  async #run(): Promise<Granted> {
    try {
      this.#granted = readGrant(await this.#output(), this.#options);
      return this.#granted;
    } catch (error) {
      const { command, installHint } = this.#options;
      const hint = installHint === undefined ? "" : `\n${installHint}`;
      const text = `the credential plugin '${command}' ${errorText(error)}${hint}`;
      throw new TransportError(text, error);
    } finally {
      this.#running = undefined;
    }
  }

  async #output(): Promise<string> {
    const { command, args, environment, interactiveMode, apiVersion, cluster } = this.#options;
    const scope = globalThis as { readonly process?: { readonly stdin?: { isTTY?: boolean } } }; // of Node.js
    const interactive = interactiveMode !== "Never" && scope.process?.stdin?.isTTY === true;
    if (interactiveMode === "Always" && !interactive) {
      throw new Error("wants to ask the user, but standard input is no terminal");
    }
    const info = { apiVersion, kind: "ExecCredential", spec: { interactive, cluster } };
    return programOutput({
      command,
      args,
      environment: { ...environment, KUBERNETES_EXEC_INFO: JSON.stringify(info) },
      isInteractive: interactive,
      limit: runTime,
    });
  }
}

function isSame(one: Credentials, other: Credentials): boolean {
  return one.token === other.token && one.cert === other.cert && one.key === other.key;
}

/** Throws an Error that does not show the output, which has secrets in it. */
function readGrant(output: string, { apiVersion }: ExecPluginOptions): Granted {
  const credential = parseCredential(output);
  if (credential?.kind !== "ExecCredential" || typeof credential.status !== "object") {
    throw new Error("did not print an ExecCredential with a status");
  }
  if (credential.apiVersion !== apiVersion) {
    throw new Error(`printed a credential of another apiVersion than '${apiVersion}'`);
  }
  const { token, clientCertificateData, clientKeyData, expirationTimestamp } =
    credential.status ?? {};
  const cert = textOf(clientCertificateData);
  const key = textOf(clientKeyData);
  if ((cert === undefined) !== (key === undefined)) {
    throw new Error("printed a client certificate without its key, or a key alone");
  }
  const credentials = { token: textOf(token), cert, key };
  if (credentials.token === undefined && cert === undefined) {
    throw new Error("printed neither a token nor a client certificate");
  }
  return { credentials, until: endOf(expirationTimestamp) };
}

/**
 * A short-lived credential is used for half of its time. One that has expired is used for a moment:
 * the clock may be wrong, and a program that is run again at once says the same.
 */
function endOf(timestamp: unknown): number {
  if (timestamp === undefined || timestamp === null) return Infinity;
  const end = Date.parse(String(timestamp));
  if (Number.isNaN(end)) throw new Error("printed an expirationTimestamp that is no time");
  const left = end - Date.now();
  return left <= 0 ? Date.now() + forcedPause : end - Math.min(expirySkew, left / 2);
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "string") return value;
  throw new Error("printed a credential that is no text");
}

/** The output of a program, as far as it is read; of any types. */
interface PrintedCredential {
  readonly apiVersion?: unknown;
  readonly kind?: unknown;
  readonly status?: {
    readonly token?: unknown;
    readonly clientCertificateData?: unknown;
    readonly clientKeyData?: unknown;
    readonly expirationTimestamp?: unknown;
  } | null;
}

function parseCredential(output: string): PrintedCredential | undefined {
  try {
    const value: unknown = JSON.parse(output);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

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

/** The signals that a terminal sends to all processes of its group. */
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
