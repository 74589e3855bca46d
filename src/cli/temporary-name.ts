import type { Host } from "./host.js";

/**
 * Returns the name of a path until it is complete. It names the process, so that a later run knows
 * whether it is in use.
 */
export function temporaryName(path: string, host: Host): string {
  return `${path}.${host.processId}.crdgen-new`;
}

/** The process of a temporary name; `undefined` for any other name. */
export function processOf(name: string): number | undefined {
  const processId = /\.(\d+)\.crdgen-new$/.exec(name)?.[1];
  return processId === undefined ? undefined : Number(processId);
}

/**
 * Tells whether a name is the temporary one of a run that has ended. To be asked before this run
 * gives any: in a container each run may have the same process id, and names with that are left
 * over too.
 */
export function isLeftover(name: string, host: Host): boolean {
  const processId = processOf(name);
  if (processId === undefined) return false;
  return processId === host.processId || !host.isRunning(processId);
}
