import type { CrdFlags } from "../read-config.js";

/** The flags of the command line. */
export interface LspFlags extends CrdFlags {
  /** The context of a cluster whose CRDs count too; true or `""`: the current one. */
  readonly cluster?: string | true;
}

/** The inputs, as `--crd` takes them, that `--cluster` stands for: one, or none without it. */
export function clusterInputsOf({ cluster }: LspFlags): readonly string[] {
  if (cluster === undefined) return [];
  return [cluster === true || cluster === "" ? "cluster" : `cluster:${cluster}`];
}
