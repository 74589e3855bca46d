/** The time for a request is over. */
export class TimeIsOver extends Error {
  override readonly name = "TimeIsOver";
}

/**
 * Does what may take so many ms, and gives it up then by the controller of its signal.
 *
 * @throws TimeIsOver
 */
export function within<T>(
  limit: number,
  work: (signal: AbortSignal) => Promise<T>,
  controller: AbortController,
): Promise<T> {
  if (limit < 1) return Promise.reject(new TimeIsOver());
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const error = new TimeIsOver();
      reject(error);
      controller.abort(error);
    }, limit);
    void work(controller.signal)
      .then(resolve, reject)
      .then(() => {
        clearTimeout(timer);
      });
  });
}
