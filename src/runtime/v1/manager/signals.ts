/** The signals by which systems ask a program to end. */
const endSignals = ["SIGINT", "SIGTERM"] as const;

/**
 * Calls a function at the first SIGINT or SIGTERM; a second one ends the process at once, with exit
 * code 1, for people who do not want to wait (controller-runtime `pkg/manager/signals`). Gives what
 * takes the handlers off again. Does nothing where there is no process, as in browsers.
 */
export function onEndSignal(stop: (signal: string) => void): () => void {
  const { process } = globalThis as { readonly process?: SignalledProcess }; // of Node.js
  if (process?.on === undefined) return () => undefined;
  let isStopping = false;
  const handle = (signal: string): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    stop(signal);
  };
  for (const name of endSignals) process.on(name, handle);
  return () => {
    for (const name of endSignals) process.off(name, handle);
  };
}

interface SignalledProcess {
  on?(name: string, handle: (signal: string) => void): unknown;
  off(name: string, handle: (signal: string) => void): unknown;
  exit(code: number): void;
}
