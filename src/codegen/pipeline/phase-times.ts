/**
 * Milliseconds by phase, in the order in which the phases first ran; `undefined` while nobody wants
 * to know.
 */
let times: Map<string, number> | undefined;

/** From now on `timed` measures. */
export function measurePhases(): void {
  times = new Map();
}

/**
 * Runs a phase, and adds the time that it takes to that of its name. Phases must not run within
 * others.
 */
export function timed<T>(phase: string, run: () => T): T {
  if (times === undefined) return run();
  const begin = performance.now();
  const result = run();
  const add = (): void => {
    times?.set(phase, (times.get(phase) ?? 0) + performance.now() - begin);
  };
  if (result instanceof Promise) return result.finally(add) as T; // of the same type
  add();
  return result;
}

/** A table of the phases, a line each; `""` where nothing was measured. */
export function phaseTable(): string {
  return [...(times ?? [])]
    .map(([phase, time]) => `${time.toFixed(1).padStart(10)} ms  ${phase}\n`)
    .join("");
}
