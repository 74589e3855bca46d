/** The parts of an `apiVersion`: `stable.example.com/v1`. The core group has no name: `v1`. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** Splits an `apiVersion`, whatever it may be. */
export function splitApiVersion(apiVersion: string): GroupVersion {
  const [version = "", group = ""] = apiVersion.split("/").reverse();
  return { group, version };
}
