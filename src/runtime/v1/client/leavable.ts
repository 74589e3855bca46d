/**
 * What the controller of a generator is aborted with when the generator is left; no error, since
 * nobody sees it.
 */
export const leftReason = "the generator was left";

/**
 * A generator that can be left while it waits: `return` and `throw` abort the controller first, so
 * that they do not queue up behind a value that may never come. `start` gets the controller; what
 * it makes must end once that is aborted with `leftReason`.
 */
export function leavable<T>(
  start: (controller: AbortController) => AsyncGenerator<T, void, undefined>,
): AsyncGenerator<T, void, undefined> {
  const controller = new AbortController();
  const generator = start(controller);
  const finish = generator.return.bind(generator);
  const fail = generator.throw.bind(generator);
  generator.return = (value) => {
    controller.abort(leftReason);
    return finish(value);
  };
  generator.throw = (error) => {
    controller.abort(leftReason);
    return fail(error);
  };
  return generator;
}
