import type { Judges } from "../../crd/frontend/check-options.js";
import type { CrdDocument } from "../../crd/frontend/find-crds.js";
import { crdName } from "../../crd/frontend/find-crds.js";
import type { NewerServerAdvice } from "../../crd/frontend/findings/help.js";
import type { LintResult } from "../../crd/frontend/lint-crd.js";
import { lintCrd } from "../../crd/frontend/lint-crd.js";
import type { PortabilityCode } from "../../crd/frontend/portability/warnings.js";
import { portabilityCodes } from "../../crd/frontend/portability/warnings.js";
import { readResource } from "../../crd/frontend/read-resource.js";
import { SchemaTable } from "../../crd/ir/schema-table.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import type { Ignore } from "./ignores/ignore.js";
import { WarningFilter } from "./ignores/warning-filter.js";

/** Who judges, and what is told. */
export interface CrdLinterOptions {
  readonly minor: KubernetesMinor;
  /** The oldest server that the CRDs have to work on (default: `minor`). */
  readonly minimum?: KubernetesMinor;
  /** Portability warnings that are switched off (default: none). */
  readonly ignoredPortability?: ReadonlySet<PortabilityCode>;
  /**
   * Advice on features that only newer servers know (default: warnings only say what the others
   * do).
   */
  readonly adviseNewer?: NewerServerAdvice;
  /** Leaves out what is ignored, by comments if by nothing else (the default). */
  readonly filter?: WarningFilter;
  /**
   * The CRDs that are stored, by their names: those of the same name replace them (default: none).
   */
  readonly stored?: ReadonlyMap<string, CrdDocument>;
}

/**
 * Judges the CRDs of one run. The judges of defaults and rules, half of crdgen, are loaded by the
 * first CRD that has something for them.
 */
export class CrdLinter {
  /** The schemas of the CRDs, for whoever reads the same CRDs afterwards. */
  readonly table: SchemaTable = new SchemaTable();
  /** The filter that leaves out the warnings that are ignored. */
  readonly filter: WarningFilter;
  readonly #minor: KubernetesMinor;
  readonly #minimum: KubernetesMinor;
  readonly #ignoredPortability: ReadonlySet<PortabilityCode>;
  readonly #stored: ReadonlyMap<string, CrdDocument>;
  readonly #adviseNewer: NewerServerAdvice | undefined;
  #judges: Judges = { defaults: undefined, compileRules: undefined };

  constructor(options: CrdLinterOptions) {
    const { minor, minimum = minor, ignoredPortability = new Set(), stored = new Map() } = options;
    this.filter = options.filter ?? new WarningFilter([], { audits: false, unjudged: new Set() });
    this.#minor = minor;
    this.#minimum = minimum;
    this.#ignoredPortability = ignoredPortability;
    this.#stored = stored;
    this.#adviseNewer = options.adviseNewer;
  }

  /** The server's verdict on a CRD. */
  async lint(crd: CrdDocument): Promise<LintResult> {
    if (this.#judges.defaults === undefined && this.#needsJudges(crd)) {
      this.#judges = await this.#loadJudges();
    }
    const options = {
      minor: this.#minor,
      minimum: this.#minimum,
      judges: this.#judges,
      table: this.table,
      ignoredPortability: this.#ignoredPortability,
      adviseNewer: this.#adviseNewer,
    };
    return lintCrd(crd, options, this.#stored.get(crdName(crd)));
  }

  /**
   * Schemas are kept by the table, so that reading them here costs nothing later. Old CRDs may hide
   * some of theirs.
   */
  #needsJudges(crd: CrdDocument): boolean {
    if (crd.apiVersion === "v1beta1") return true;
    const { versions } = readResource(crd, this.table);
    return versions.some(({ schema }) => schema?.hasDefaults === true || schema?.hasRules === true);
  }

  async #loadJudges(): Promise<Judges> {
    const { createJudges, createPortableJudges } = await import("./judges.js");
    const isPortable = !this.#ignoredPortability.has("portability/newer-server");
    return isPortable
      ? createPortableJudges(this.#minor, this.#minimum, this.#adviseNewer)
      : createJudges(this.#minor);
  }
}

/**
 * Judges CRDs for those who use them: what concerns their authors alone is left out, and what they
 * ignore.
 */
export function createQuietLinter(
  minor: KubernetesMinor,
  ignores: readonly Ignore[] = [],
): CrdLinter {
  const filter = new WarningFilter(ignores, { audits: false, unjudged: authorsOnly });
  return new CrdLinter({ minor, ignoredPortability: authorsOnly, filter });
}

const authorsOnly: ReadonlySet<PortabilityCode> = new Set(portabilityCodes);
