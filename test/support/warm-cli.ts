import { execFileSync, spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, read, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** What a run of the bin leaves behind. */
export interface Outcome {
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** What is to be run, and where. */
interface Request {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** The outcome of a request; whether the process ends behind it. */
interface Answer extends Outcome {
  readonly isLast: boolean;
}

const readLater = promisify(read);
const chunkLength = 2 ** 16;

/**
 * A process that runs the bin again and again, so that tests do not wait for one to start each
 * time: `warm-cli-process.js`, at the other end of two named pipes. It ends with this process.
 */
class WarmCli {
  readonly #requests: number;
  readonly #answers: number;
  isBusy = false;

  constructor(main: string) {
    const folder = mkdtempSync(join(tmpdir(), "crdgen-warm-"));
    const [requests, answers] = [join(folder, "requests"), join(folder, "answers")];
    execFileSync("mkfifo", [requests, answers]);
    const script = join(import.meta.dirname, "warm-cli-process.js");
    spawn(process.execPath, [script, main, requests, answers], { stdio: "ignore" }).unref();
    this.#requests = openSync(requests, "w"); // waits for the other end
    this.#answers = openSync(answers, "r");
    rmSync(folder, { recursive: true });
  }

  send(request: Request): void {
    writeSync(this.#requests, `${JSON.stringify(request)}\n`);
    this.isBusy = true;
  }

  /** The answer to what was sent; nothing else goes on in the meantime. */
  receive(): Outcome {
    const reading = new Reading();
    const chunk = Buffer.alloc(chunkLength);
    while (!reading.isDone) reading.add(chunk.subarray(0, readSync(this.#answers, chunk)));
    return this.#finish(reading);
  }

  async receiveLater(): Promise<Outcome> {
    const reading = new Reading();
    const chunk = Buffer.alloc(chunkLength);
    while (!reading.isDone) {
      const { bytesRead } = await readLater(this.#answers, chunk, 0, chunkLength, null);
      reading.add(chunk.subarray(0, bytesRead));
    }
    return this.#finish(reading);
  }

  #finish(reading: Reading): Outcome {
    this.isBusy = false;
    const { isLast, ...outcome } = reading.answer;
    if (isLast) {
      closeSync(this.#requests);
      closeSync(this.#answers);
      current = undefined;
    }
    return outcome;
  }
}

/** A line of JSON that comes in parts. */
class Reading {
  readonly #chunks: Buffer[] = [];
  isDone = false;

  add(chunk: Buffer): void {
    if (chunk.length === 0)
      throw new Error("the process of the command line ended without an answer");
    this.#chunks.push(Buffer.from(chunk));
    this.isDone = chunk.at(-1) === "\n".charCodeAt(0);
  }

  get answer(): Answer {
    return JSON.parse(Buffer.concat(this.#chunks).toString()) as Answer; // as `warm-cli-process.js` writes it
  }
}

let current: WarmCli | undefined;

/** Runs the bin in a warm process; undefined while that runs something else. */
export function runWarm(main: string, request: Request): Outcome | undefined {
  return sent(main, request)?.receive();
}

/** Likewise, while this process goes on. */
export function runWarmBeside(main: string, request: Request): Promise<Outcome> | undefined {
  return sent(main, request)?.receiveLater();
}

function sent(main: string, request: Request): WarmCli | undefined {
  if (current?.isBusy === true) return undefined;
  current ??= new WarmCli(main);
  current.send(request);
  return current;
}
