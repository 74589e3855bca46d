import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { errorCode } from "../host.js";
import { UsageError } from "../usage-error.js";

/** What a lock needs to know of processes. */
export interface Processes {
  readonly processId: number;
  isRunning(processId: number): boolean;
}

/** Who holds a lock. */
interface Holder {
  readonly pid: number;
  /** When the process began, where the system tells: ids are given again. */
  readonly started?: string | undefined;
}

/**
 * Keeps a data file for one process: two would write over each other. The lock is a file beside it,
 * which names the process; that of a process that has ended is taken over.
 */
export class DataLock {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /**
   * @throws UsageError if another process has the file, and the error of the system if the lock
   *   cannot be written
   */
  static take(file: string, processes: Processes): DataLock {
    const path = `${file}.lock`;
    const { processId } = processes;
    const own = JSON.stringify({ pid: processId, started: startOf(processId) } satisfies Holder);
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (create(path, own)) return new DataLock(path);
      const text = readLock(path, attempt);
      if (text === undefined) continue;
      const holder = parseHolder(text);
      if (holder !== undefined && isAlive(holder, processes)) {
        throw inUse(file, `process ${holder.pid}`);
      }
      takeAway(path, text, processId);
    }
    throw inUse(file, "processes that begin and end");
  }

  release(): void {
    rmSync(this.#path, { force: true });
  }
}

const attempts = 50;

function inUse(file: string, by: string): UsageError {
  const advice = "end that one, or name another file";
  return new UsageError(`--data: ${file} is in use by ${by}; ${advice}`);
}

function create(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** Undefined: it is gone, or may be being written just now. */
function readLock(path: string, attempt: number): string | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
  if (text !== "" || attempt > attempts / 2) return text;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  return undefined;
}

function parseHolder(text: string): Holder | undefined {
  try {
    const { pid, started } = JSON.parse(text) as Partial<Holder>; // checked below
    return Number.isSafeInteger(pid) ? { pid: Number(pid), started } : undefined;
  } catch {
    return undefined;
  }
}

/** In a container each run may have the same process id. */
function isAlive({ pid, started }: Holder, processes: Processes): boolean {
  if (pid === processes.processId || !processes.isRunning(pid)) return false;
  const running = startOf(pid);
  return started === undefined || running === undefined || started === running;
}

/** Field 22 of `/proc/PID/stat` (proc(5)): where there is one, when a process began. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program stands in parentheses, and may hold any text.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}

/** Renamed first, so that of two processes one takes it; the lock of a third is put back. */
function takeAway(path: string, text: string, processId: number): void {
  const taken = `${path}.${processId}`;
  try {
    renameSync(path, taken);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return;
    throw error;
  }
  if (readFileSync(taken, "utf8") !== text) renameSync(taken, path);
  else rmSync(taken, { force: true });
}
