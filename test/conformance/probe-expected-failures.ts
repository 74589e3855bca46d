/** Probes of objects that are answered otherwise than recorded, and why. */
export const probeExpectedFailures: ReadonlyMap<string, string> = new Map([
  ["metadata/resource-version", "what was recorded is a dry run, which the store does not see"],
]);
