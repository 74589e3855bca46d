import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { isatty } from "node:tty";
import { signals } from "./signals.js";

/** The keys of a terminal, heard one by one as they are pressed. */
export interface Keyboard {
  /** Whether keys are heard now: not while a shell has sent the process to the background. */
  readonly isOn: boolean;
  /** Hears no more, and leaves the terminal as it was. */
  close(): void;
}

/** What a terminal does itself where it is not asked for each key. */
const signalKeys: ReadonlyMap<string, NodeJS.Signals> = new Map([
  ["\u0003", "SIGINT"],
  ["\u001A", "SIGTSTP"],
  ["\u001C", "SIGQUIT"],
]);

/**
 * Hears keys of the terminal that is standard input; `undefined` where it is none. Ctrl-C, Ctrl-Z
 * and Ctrl-\ send the signals that they always send; Ctrl-D, and the end of the input, is the key
 * `"\u0004"`.
 *
 * @param hear gets each key, a character
 * @param onAgain called when keys are heard that were not before
 */
export function openKeyboard(
  hear: (key: string) => void,
  onAgain: () => void,
): Keyboard | undefined {
  return isatty(0) ? new TerminalKeyboard(process.stdin, hear, onAgain) : undefined;
}

/** Milliseconds between looks whether a process in the background is in the foreground again. */
const lookInterval = 1_000;

class TerminalKeyboard implements Keyboard {
  readonly #input: NodeJS.ReadStream;
  readonly #hear: (key: string) => void;
  readonly #onAgain: () => void;
  #timer: NodeJS.Timeout | undefined;
  isOn = false;

  constructor(input: NodeJS.ReadStream, hear: (key: string) => void, onAgain: () => void) {
    this.#input = input;
    this.#hear = hear;
    this.#onAgain = onAgain;
    input.setEncoding("utf8");
    input.pause(); // or it would be read from the first listener on
    input.on("data", this.#take);
    input.on("end", this.#end);
    input.on("error", this.#end);
    process.on("exit", this.#restore);
    for (const signal of signals) process.prependListener(signal, this.#endBy);
    if (process.platform !== "win32") process.on("SIGCONT", this.#goOn);
    this.#attune();
  }

  /**
   * Hears keys, or looks later again: a shell tells nothing to what runs when it comes to the
   * foreground.
   */
  #attune(): void {
    clearTimeout(this.#timer);
    this.isOn = isInForeground();
    if (this.isOn) {
      this.#input.setRawMode(true).resume();
      return;
    }
    this.#input.pause();
    this.#timer = setTimeout(this.#goOn, lookInterval).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#restore();
    this.#input.pause();
    this.#input.off("data", this.#take).off("end", this.#end).off("error", this.#end);
    process.off("exit", this.#restore);
    process.off("SIGCONT", this.#goOn);
    for (const signal of signals) process.off(signal, this.#endBy);
  }

  readonly #restore = (): void => {
    if (this.isOn && isInForeground()) this.#input.setRawMode(false);
    this.isOn = false;
  };

  /** Who else listens to the signal ends the process; without anybody it ends as if unheard. */
  readonly #endBy = (signal: NodeJS.Signals): void => {
    this.close();
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };

  /** The shell had the terminal in the meantime, and Node does not know that it changed it. */
  readonly #goOn = (): void => {
    if (isInForeground()) this.#input.setRawMode(false);
    this.#attune();
    if (this.isOn) this.#onAgain();
  };

  readonly #end = (): void => {
    this.#hear("\u0004");
  };

  readonly #take = (text: string): void => {
    // Arrows and the like; a person has pressed a key that means nothing.
    if (text.startsWith("\u001B")) return;
    for (const key of text) {
      const signal = signalKeys.get(key);
      if (signal === undefined) this.#hear(key);
      else this.#send(signal);
    }
  };

  /** As a terminal does: to all processes that the shell started together. */
  #send(signal: NodeJS.Signals): void {
    if (process.platform === "win32") {
      if (signal === "SIGINT") process.emit(signal, signal);
      return;
    }
    this.#restore();
    if (signal === "SIGTSTP") this.#input.pause();
    process.kill(0, signal);
  }
}

/**
 * A process in the background that changes the terminal, or reads from it, is stopped by the
 * system.
 */
function isInForeground(): boolean {
  try {
    if (process.platform === "win32") return true;
    const [group, foreground] =
      process.platform === "linux"
        ? groupsOfStat(readFileSync("/proc/self/stat", "utf8"))
        : groupsOfPs();
    return group === undefined || group === foreground;
  } catch {
    return true; // a system that does not tell
  }
}

/** The name of the program stands in parentheses, and may hold anything. */
function groupsOfStat(stat: string): readonly (string | undefined)[] {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return [fields[2], fields[5]];
}

function groupsOfPs(): readonly string[] {
  const args = ["-o", "pgid=,tpgid=", "-p", String(process.pid)];
  return execFileSync("ps", args, { encoding: "utf8" }).trim().split(/\s+/);
}
