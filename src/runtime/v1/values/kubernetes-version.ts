/** A minor version of Kubernetes that crdgen can answer for: 28 means 1.28. */
export type KubernetesMinor = 28 | 29 | 30 | 31 | 32 | 33 | 34 | 35 | 36 | 37;

/** The oldest server that crdgen answers for. */
export const oldestMinor: KubernetesMinor = 28;
/** The newest server that crdgen answers for, and the one that is meant where none is named. */
export const newestMinor: KubernetesMinor = 37;

/**
 * The oldest server that a user may be expected to have, where none is named: the Kubernetes
 * project maintains the three newest minor versions (Kubernetes documentation, "Version Skew
 * Policy").
 */
export const oldestMaintainedMinor: KubernetesMinor = 35;

/**
 * Reads `1.34` (also `v1.34`, `1.34.2`); `undefined` for anything that crdgen cannot answer for.
 */
export function parseKubernetesVersion(text: string): KubernetesMinor | undefined {
  const match = /^v?1\.(\d+)(?:\.\d+)?$/.exec(text);
  const minor = Number(match?.[1]);
  if (!(minor >= oldestMinor && minor <= newestMinor)) return undefined;
  return minor as KubernetesMinor; // an integer between the bounds
}

/** The parts of an `apiVersion`: `stable.example.com/v1`. The core group has no name: `v1`. */
interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** Splits an `apiVersion`, whatever it may be. */
export function splitApiVersion(apiVersion: string): GroupVersion {
  const [version = "", group = ""] = apiVersion.split("/").reverse();
  return { group, version };
}
