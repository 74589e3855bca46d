/**
 * Signals that ask a process to end (SIGHUP: its terminal was closed), with the exit codes that
 * shells give those whom they end: 128 and their number.
 */
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

export type Signal = keyof typeof exitCodes;

/** All of them. */
export const signals = Object.keys(exitCodes) as readonly Signal[]; // its only keys

/** Tells whether a signal has come that ends the process: what can still be undone should be. */
export type IsInterrupted = () => Promise<boolean>;

/** Work that must not end half-way; `end` is what the process is to end with behind it. */
interface Uninterrupted {
  end: (() => void) | undefined;
}

let current: Uninterrupted | undefined;

/** Signals end the process in our way. */
let isGuarded = false;

/** Makes the terminal neat before a signal ends the process; default: there is none. */
let leave: () => void = () => undefined;

/**
 * From now on a signal leaves a neat terminal behind, and waits for work that must not end
 * half-way.
 *
 * @param leaveTerminal called once, as soon as the signal comes
 */
export function endOnSignals(leaveTerminal: () => void): void {
  leave = leaveTerminal;
  isGuarded = true;
  guard();
}

function guard(): void {
  for (const signal of signals) process.on(signal, endBySignal);
}

function endBySignal(signal: Signal): void {
  leave();
  endWith(() => {
    dieBy(signal);
  });
}

/** Ends the process: at once, or behind work that must not end half-way. */
export function endProcess(exitCode: number): void {
  endWith(() => process.exit(exitCode));
}

function endWith(end: () => void): void {
  if (current === undefined) end();
  else current.end ??= end;
}

/**
 * Ends the process as the signal does to those that do not expect it, so that a shell knows of it:
 * a loop ends too where Ctrl-C ended its command.
 */
export function dieBy(signal: Signal): never {
  process.removeAllListeners(signal);
  if (process.platform !== "win32") {
    process.kill(process.pid, signal);
    // Some ignore it, such as the first process of a container.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  }
  process.exit(exitCodes[signal]);
}

/** Resolves when the process is asked to end; who asks for it ends the process with `dieBy`. */
export function untilSignal(): Promise<Signal> {
  isGuarded = false;
  return new Promise((resolve) => {
    for (const signal of signals) {
      process.off(signal, endBySignal);
      process.once(signal, () => {
        leave();
        resolve(signal);
      });
    }
  });
}

/**
 * Does work that must not end half-way: a signal that comes in the meantime ends the process behind
 * it.
 */
export async function uninterrupted<T>(
  work: (isInterrupted: IsInterrupted) => Promise<T>,
): Promise<T> {
  const state: Uninterrupted = { end: undefined };
  const isInterrupted: IsInterrupted = async () => {
    await pollForSignals();
    return state.end !== undefined;
  };
  current = state;
  try {
    return await work(isInterrupted);
  } finally {
    await pollForSignals();
    current = undefined;
    state.end?.();
  }
}

/**
 * Does work that neither waits nor looks for signals, such as a compiler's: they end the process at
 * once, as nothing has to be undone.
 */
export async function endingAtOnce<T>(work: () => Promise<T>): Promise<T> {
  for (const signal of signals) process.off(signal, endBySignal);
  try {
    return await work();
  } finally {
    if (isGuarded) guard();
  }
}

/**
 * Signals come in when the event loop polls, which it may be doing just now: it does so anew before
 * the second turn.
 */
async function pollForSignals(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await nextTurn();
}

/** Milliseconds for which work may go on before signals are looked for. */
const longestWork = 50;

let lastTurn = performance.now();

/** Looks for signals from time to time, for work that never waits. */
export async function breathe(): Promise<void> {
  if (performance.now() - lastTurn < longestWork) return;
  await nextTurn();
  lastTurn = performance.now();
}

async function nextTurn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
