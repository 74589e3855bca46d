/**
 * Signals that ask a process to end (SIGHUP: its terminal was closed), with the exit codes that
 * shells give those whom they end: 128 and their number.
 */
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

type Signal = keyof typeof exitCodes;

/** Whether something has come that ends the process: what can still be undone should be. */
export type IsInterrupted = () => Promise<boolean>;

/**
 * Work that must not end half-way, while there is any; `exitCode` is what the process is to end
 * with behind it.
 */
let current: { exitCode: number | undefined } | undefined;

/** Ends the process: at once, or behind work that must not end half-way. */
export function endProcess(exitCode: number): void {
  if (current === undefined) process.exit(exitCode);
  current.exitCode ??= exitCode;
}

function endBySignal(signal: Signal): void {
  endProcess(exitCodes[signal]);
}

/**
 * Does work that must not end half-way: a signal that comes in the meantime ends the process behind
 * it.
 */
export async function uninterrupted<T>(
  work: (isInterrupted: IsInterrupted) => Promise<T>,
): Promise<T> {
  const state: { exitCode: number | undefined } = { exitCode: undefined };
  const isInterrupted: IsInterrupted = async () => {
    await pollForSignals();
    return state.exitCode !== undefined;
  };
  const signals = Object.keys(exitCodes) as Signal[]; // its only keys
  for (const signal of signals) process.on(signal, endBySignal);
  current = state;
  try {
    return await work(isInterrupted);
  } finally {
    await pollForSignals();
    current = undefined;
    for (const signal of signals) process.off(signal, endBySignal);
    if (state.exitCode !== undefined) process.exit(state.exitCode);
  }
}

/**
 * Signals come in when the event loop polls, which it may be doing just now: it does so anew before
 * the second turn.
 */
async function pollForSignals(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}
