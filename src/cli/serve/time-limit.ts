/** The time for a request is over. */
export class TimeIsOver extends Error {
  override readonly name = "TimeIsOver";
}

/**
 * Does what may take so many ms, and gives it up then.
 *
 * @throws TimeIsOver
 */
export async function within<T>(
  limit: number,
  work: (signal: AbortSignal) => Promise<T>,
  parent: AbortSignal,
): Promise<T> {
  if (limit < 1) throw new TimeIsOver();
  const over = new AbortController();
  const giveUp = (): void => {
    over.abort(parent.reason);
  };
  parent.addEventListener("abort", giveUp);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new TimeIsOver();
      reject(error);
      over.abort(error);
    }, limit);
  });
  try {
    return await Promise.race([work(over.signal), late]);
  } finally {
    clearTimeout(timer);
    parent.removeEventListener("abort", giveUp);
  }
}
