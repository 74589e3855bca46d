import { admitBackend } from "../../src/backends/admit.js";
import type { Backend } from "../../src/backends/backend.js";
import { defaultsBackend } from "../../src/backends/defaults.js";
import { pruneBackend } from "../../src/backends/prune.js";
import { rulesBackend } from "../../src/backends/rules.js";
import { validateBackend } from "../../src/backends/validate/backend.js";

/** The back ends of everything that a write runs through. */
export const writeBackends: readonly Backend[] = [
  pruneBackend,
  defaultsBackend,
  validateBackend,
  rulesBackend,
  admitBackend,
];
