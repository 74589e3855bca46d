import type { Host } from "./host.js";

/** What a path is called until it is complete. It names the process, so that a later run knows whether it is in use. */
export function temporaryName(path: string, host: Host): string {
  return `${path}.${host.processId}.crdgen-new`;
}

/** Whether a name is the temporary one of a run that has ended. */
export function isLeftover(name: string, host: Host): boolean {
  const processId = /\.(\d+)\.crdgen-new$/.exec(name)?.[1];
  return processId !== undefined && !host.isRunning(Number(processId));
}
