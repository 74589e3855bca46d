import type { LibraryValue } from "../contract.js";
import type { Dialect } from "../v1/values/dialect.js";
import { newestDialect } from "../v1/values/dialect.js";
import type { KubernetesMinor } from "../v1/values/kubernetes-version.js";
import * as older from "../v1/values/older-dialects.js";

/**
 * The constant of the runtime's `older-dialects` that generated code names for a server; undefined:
 * the newest one, which it leaves out.
 */
export function symbolOfServer(
  minor: KubernetesMinor,
): (keyof typeof older & LibraryValue) | undefined {
  return minor === 37 ? undefined : `kubernetes1${minor}`;
}

/** The dialect of a server's minor version. */
export function dialectOf(minor: KubernetesMinor): Dialect {
  const symbol = symbolOfServer(minor);
  return symbol === undefined ? newestDialect : older[symbol];
}
