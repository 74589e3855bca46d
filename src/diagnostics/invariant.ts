/** Stops on a state that only a bug in crdgen can cause; users' input never leads here. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant: ${message}`);
}

/** For the default case of a switch over a closed union. */
export function assertNever(value: never): never {
  throw new Error(`invariant: unexpected ${JSON.stringify(value)}`);
}
