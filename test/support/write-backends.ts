import { admitBackend } from "../../src/codegen/backends/admit.js";
import type { Backend } from "../../src/codegen/backends/backend.js";
import { defaultsBackend } from "../../src/codegen/backends/defaults.js";
import { pruneBackend } from "../../src/codegen/backends/prune.js";
import { rulesBackend } from "../../src/codegen/backends/rules.js";
import { validateBackend } from "../../src/codegen/backends/validate/backend.js";

/** The back ends of everything that a write runs through. */
export const writeBackends: readonly Backend[] = [
  pruneBackend,
  defaultsBackend,
  validateBackend,
  rulesBackend,
  admitBackend,
];
