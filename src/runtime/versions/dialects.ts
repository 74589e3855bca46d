import type { LibraryValue } from "../contract.js";
import type { Dialect } from "../v1/values/dialect.js";
import { newestDialect } from "../v1/values/dialect.js";
import {
  kubernetes128,
  kubernetes129,
  kubernetes130,
  kubernetes131,
  kubernetes132,
  kubernetes133,
  kubernetes134,
  kubernetes135,
  kubernetes136,
} from "../v1/values/older-dialects.js";
import type { KubernetesMinor } from "./kubernetes-version.js";

/** How generated code names the dialect of a server, and the dialect itself. */
export interface NamedDialect {
  /**
   * The constant of `runtime/v1/older-dialects`; undefined: the newest one, which generated code
   * leaves out.
   */
  readonly symbol: LibraryValue | undefined;
  readonly dialect: Dialect;
}

const dialects: Readonly<Record<KubernetesMinor, NamedDialect>> = {
  28: { symbol: "kubernetes128", dialect: kubernetes128 },
  29: { symbol: "kubernetes129", dialect: kubernetes129 },
  30: { symbol: "kubernetes130", dialect: kubernetes130 },
  31: { symbol: "kubernetes131", dialect: kubernetes131 },
  32: { symbol: "kubernetes132", dialect: kubernetes132 },
  33: { symbol: "kubernetes133", dialect: kubernetes133 },
  34: { symbol: "kubernetes134", dialect: kubernetes134 },
  35: { symbol: "kubernetes135", dialect: kubernetes135 },
  36: { symbol: "kubernetes136", dialect: kubernetes136 },
  37: { symbol: undefined, dialect: newestDialect },
};

/** The dialect of a server's minor version. */
export function dialectOf(minor: KubernetesMinor): NamedDialect {
  return dialects[minor];
}
