import type { LintOptions } from "../../src/crd/frontend/lint-crd.js";

/** Lint options for the newest server, without judges. */
export const plainLintOptions: Omit<LintOptions, "table"> = {
  minor: 37,
  minimum: 28,
  judges: { defaults: undefined, compileRules: undefined },
  ignoredPortability: new Set(),
};
