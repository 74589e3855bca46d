import { onAbort } from "../client/timing.js";

/** Resolves when a signal aborts. */
export function untilAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else onAbort(signal, resolve);
  });
}

/** Works with a signal that aborts when one of two does. */
export async function withEither(
  one: AbortSignal,
  other: AbortSignal,
  work: (either: AbortSignal) => Promise<void>,
): Promise<void> {
  const either = new AbortController();
  const offs = [one, other].map((signal) => {
    if (signal.aborted) either.abort(signal.reason);
    return onAbort(signal, () => {
      either.abort(signal.reason);
    });
  });
  try {
    await work(either.signal);
  } finally {
    for (const off of offs) off();
  }
}
