import type { CrdDocument } from "../frontend/find-crds.js";
import type { LintOptions } from "../frontend/lint-crd.js";
import type { PortabilityCode } from "../frontend/portability/portability-code.js";
import { portabilityCodes } from "../frontend/portability/portability-code.js";
import { readResource } from "../frontend/read-resource.js";
import { SchemaTable } from "../ir/schema-table.js";
import type { KubernetesMinor } from "../versions/kubernetes-version.js";

/**
 * How the CRDs of one run are judged. The judges of defaults and rules, half of crdgen, are loaded by the first CRD that
 * has something for them.
 */
export class RunLintOptions implements LintOptions {
  readonly minor: KubernetesMinor;
  readonly table: SchemaTable = new SchemaTable();
  readonly ignoredPortability: ReadonlySet<PortabilityCode>;
  judges: LintOptions["judges"] = { defaults: undefined, compileRules: undefined };

  constructor(minor: KubernetesMinor, ignoredPortability: ReadonlySet<PortabilityCode>) {
    this.minor = minor;
    this.ignoredPortability = ignoredPortability;
  }

  /** To be called before a CRD is judged: loads the judges that it needs. */
  async prepareFor(crd: CrdDocument): Promise<void> {
    if (this.judges.defaults !== undefined || !this.#needsJudges(crd)) return;
    const { createJudges, createPortableJudges } = await import("./judges.js");
    const create = this.ignoredPortability.has("portability/newer-server")
      ? createJudges
      : createPortableJudges;
    this.judges = create(this.minor);
  }

  /** Schemas are kept by the table, so that reading them here costs nothing later. Old CRDs may hide some of theirs. */
  #needsJudges(crd: CrdDocument): boolean {
    if (crd.apiVersion === "v1beta1") return true;
    const { versions } = readResource(crd, this.table);
    return versions.some(({ schema }) => schema?.hasDefaults === true || schema?.hasRules === true);
  }
}

/** How CRDs are judged by those who use them: what concerns their authors alone is left out. */
export function quietLintOptions(minor: KubernetesMinor): RunLintOptions {
  return new RunLintOptions(minor, authorsOnly);
}

const authorsOnly: ReadonlySet<PortabilityCode> = new Set(portabilityCodes);
