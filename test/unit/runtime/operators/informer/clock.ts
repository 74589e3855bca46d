import { vi } from "vitest";

const real = { setTimeout };

/** Seconds of a pretended clock until something holds; the sockets are real and get real time. */
export async function secondsUntil(holds: () => boolean, most = 120): Promise<number> {
  const start = Date.now();
  while (!holds()) {
    if (Date.now() - start > most * 1_000) throw new Error(`not within ${most} seconds`);
    await vi.advanceTimersByTimeAsync(500);
    await realPause(2);
  }
  return (Date.now() - start) / 1_000;
}

/** Milliseconds of the real clock. */
export function realPause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => real.setTimeout(resolve, milliseconds));
}
