import { cutToWidth, printableName } from "../../crd/diagnostics/render/printable.js";
import type { Host } from "../host.js";

/**
 * A line on standard error that says what a run does and how far it is; nothing where that is no
 * terminal.
 */
export interface Progress {
  /** Says how many steps there are. */
  expect(total: number): void;
  /** Says which step begins, from 1 on, and what it is about. */
  step(done: number, path: string): void;
  /** Says that work goes on: for what has no steps, and lets no timer run. */
  tick(): void;
  /** Takes the line away. */
  end(): void;
}

/** Shorter work is done before anybody wonders: the line would only flicker. */
const shownAfterMilliseconds = 500;
const intervalInMilliseconds = 80;

/**
 * A line that appears half a second after this call and is written anew at most every 80 ms. There
 * is none where it would disturb: with `quiet`, and on what is no terminal.
 *
 * @param verb what is done, such as `reading CRDs`
 * @param started when it began, in milliseconds since the process did; default: now
 */
export function createProgress(
  verb: string,
  quiet: boolean,
  host: Host,
  started: number = performance.now(),
): Progress {
  if (quiet || !host.showsStatus) return noProgress;
  return new ProgressLine(verb, host, started);
}

/** Does work, with a line on the terminal if it takes long. */
export async function withProgress<T>(
  verb: string,
  quiet: boolean,
  host: Host,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  const progress = createProgress(verb, quiet, host);
  try {
    return await work(progress);
  } finally {
    progress.end();
  }
}

const noProgress: Progress = { expect: nothing, step: nothing, tick: nothing, end: nothing };

function nothing(): void {
  // No terminal, no progress.
}

class ProgressLine implements Progress {
  readonly #verb: string;
  readonly #host: Host;
  #timer: NodeJS.Timeout;
  #next: number;
  #total = 0;
  #about = "";
  #path = "";
  #isShown = false;

  constructor(verb: string, host: Host, started: number) {
    this.#verb = verb;
    this.#host = host;
    this.#next = started + shownAfterMilliseconds;
    this.#timer = this.#startTimer();
  }

  /** For those who wait, such as for a server, and take no step meanwhile. */
  #startTimer(): NodeJS.Timeout {
    return setTimeout(
      () => {
        if (this.#isShown) return;
        // Node counts from when the present turn began, so that a timer can be early.
        if (performance.now() < this.#next) this.#timer = this.#startTimer();
        else this.tick();
      },
      Math.max(0, this.#next - performance.now()) + 1,
    ).unref();
  }

  expect(total: number): void {
    this.#total = total;
  }

  step(done: number, path: string): void {
    this.#about = this.#total > 1 ? ` ${done}/${this.#total}` : "";
    this.#path = path;
    this.tick();
  }

  tick(): void {
    const now = performance.now();
    if (now < this.#next) return;
    this.#next = now + intervalInMilliseconds;
    this.#isShown = true;
    this.#host.showStatus(this.#verb + this.#about, this.#path);
  }

  end(): void {
    clearTimeout(this.#timer);
    if (this.#isShown) this.#host.showStatus(undefined);
    this.#isShown = false;
  }
}

/**
 * Waits for somebody else, and says for whom and how long it has been: `waiting for
 * https://example.com/crd.yaml, 12 s of 60 s`.
 *
 * @param patience seconds after which the wait is given up
 */
export async function whileWaiting<T>(
  whom: string,
  patience: number,
  host: Host,
  answer: () => Promise<T>,
): Promise<T> {
  if (!host.showsStatus) return answer();
  const started = performance.now();
  const timer = setInterval(() => {
    const seconds = Math.floor((performance.now() - started) / 1_000);
    const time = `, ${seconds} s of ${patience} s`;
    const room = (host.errorColumns ?? 80) - "waiting for ".length - time.length - 1;
    host.showStatus(`waiting for ${cutToWidth(printableName(whom), Math.max(room, 8))}${time}`);
  }, 1_000).unref();
  try {
    return await answer();
  } finally {
    clearInterval(timer);
    host.showStatus(undefined);
  }
}

/** Something that a command has said, and to which stream. */
export interface Said {
  readonly to: "output" | "error";
  readonly text: string;
  /** Its lines are not broken. */
  readonly isData?: boolean;
}

/** All that a run has said; how it ended is said anew each time. */
export interface Told<End> {
  readonly said: readonly Said[];
  readonly end: End;
}

/** A host that speaks as another does, and notes what it says. */
export function noting(said: Said[], host: Host): Host {
  return {
    ...host,
    print(text) {
      said.push({ to: "output", text });
      host.print(text);
    },
    warn(text, isData = false) {
      said.push({ to: "error", text, isData });
      host.warn(text, isData);
    },
  };
}

/** Says again what was noted. */
export function repeat(said: readonly Said[], host: Host): void {
  for (const { to, text, isData } of said) {
    if (to === "output") host.print(text);
    else host.warn(text, isData);
  }
}
