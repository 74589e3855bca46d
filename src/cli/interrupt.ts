/**
 * Signals that ask a process to end (SIGHUP: its terminal was closed), with the exit codes that shells give those whom they
 * end: 128 and their number.
 */
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

type Signal = keyof typeof exitCodes;

/** Whether such a signal has come: what can still be undone should be. */
export type IsInterrupted = () => Promise<boolean>;

/** Does work that must not end half-way: a signal that comes in the meantime ends the process behind it. */
export async function uninterrupted<T>(
  work: (isInterrupted: IsInterrupted) => Promise<T>,
): Promise<T> {
  let received: Signal | undefined;
  const hold = (signal: Signal): void => {
    received ??= signal;
  };
  const isInterrupted: IsInterrupted = async () => {
    await pollForSignals();
    return received !== undefined;
  };
  const signals = Object.keys(exitCodes) as Signal[]; // its only keys
  for (const signal of signals) process.on(signal, hold);
  try {
    return await work(isInterrupted);
  } finally {
    await pollForSignals();
    for (const signal of signals) process.off(signal, hold);
    if (received !== undefined) process.exit(exitCodes[received]);
  }
}

/** Signals come in when the event loop polls, which it may be doing just now: it does so anew before the second turn. */
async function pollForSignals(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}
