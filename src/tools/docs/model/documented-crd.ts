import type { VersionPage } from "./page.js";

/** A CRD with what its pages show. */
export interface DocumentedCrd {
  /** The page of each version, the preferred one first; at least one. */
  readonly pages: readonly VersionPage[];
  /** The folder of its files, `GROUP/PLURAL`; `undefined` where its names cannot be a path. */
  readonly folder: string | undefined;
  /** The API server refuses it. */
  readonly refused: boolean;
  /** The version of Kubernetes that accepts it, such as `1.37`; `undefined` where it is refused. */
  readonly acceptedBy: string | undefined;
  /** The CRD as it was read, YAML or JSON. */
  readonly text: string;
  /** The file that it is from, as it was named. */
  readonly path: string;
}
