import { loadExplainer } from "../../src/cel/recovery/load-explainer.js";
import type { LintOptions } from "../../src/crd/frontend/lint-crd.js";

// Tests call what expects that the explainer of syntax errors is there.
await loadExplainer();

/** Lint options for the newest server, without judges. */
export const plainLintOptions: Omit<LintOptions, "table"> = {
  minor: 37,
  minimum: 28,
  judges: { defaults: undefined, compileRules: undefined },
  ignoredPortability: new Set(),
};
