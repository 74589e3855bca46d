import type { LintOptions } from "../frontend/lint-crd.js";
import type { PortabilityCode } from "../frontend/portability/portability-code.js";
import { SchemaTable } from "../ir/schema-table.js";
import type { Judges } from "../frontend/judges.js";
import type { KubernetesMinor } from "../versions/kubernetes-version.js";
import { createDefaultsJudge } from "./defaults-judge.js";
import { createPortableRulesJudge, createRulesJudge } from "./rules-judge.js";

/** What the front end asks of later phases, for one server. */
export function createJudges(minor: KubernetesMinor): Judges {
  return { defaults: createDefaultsJudge(minor), compileRules: createRulesJudge(minor) };
}

/** As `createJudges`, for authors who want to know what older servers refuse. */
export function createPortableJudges(minor: KubernetesMinor): Judges {
  return { ...createJudges(minor), compileRules: createPortableRulesJudge(minor) };
}

/** How CRDs are judged by those who use them: what concerns their authors alone is left out. */
export function quietLintOptions(minor: KubernetesMinor): LintOptions {
  return {
    minor,
    judges: createJudges(minor),
    table: new SchemaTable(),
    ignoredPortability: authorsOnly,
  };
}

const authorsOnly: ReadonlySet<PortabilityCode> = new Set([
  "portability/deprecated-construct",
  "portability/newer-server",
  "portability/default-surprise",
  "portability/field-unsettable",
  "portability/storage-version-unserved",
  "portability/name-collision",
]);
