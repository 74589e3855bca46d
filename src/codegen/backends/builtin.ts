import type { Backend } from "./backend.js";
import { clientBackend } from "./client.js";
import { typesBackend } from "./types.js";

/**
 * Those beyond types and clients are loaded when they are asked for: a run without them starts
 * faster.
 */
const builtin: Readonly<Record<string, () => Promise<Backend>>> = {
  types: () => Promise.resolve(typesBackend),
  enums: async () => (await import("./enums.js")).enumsBackend,
  prune: async () => (await import("./prune.js")).pruneBackend,
  defaults: async () => (await import("./defaults.js")).defaultsBackend,
  validate: async () => (await import("./validate/backend.js")).validateBackend,
  rules: async () => (await import("./rules.js")).rulesBackend,
  admit: async () => (await import("./admit.js")).admitBackend,
  apply: async () => (await import("./apply.js")).applyBackend,
  client: () => Promise.resolve(clientBackend),
  table: async () => (await import("./table.js")).tableBackend,
  openapi: async () => (await import("./openapi.js")).openApiBackend,
  "json-schema": async () => (await import("./json-schema/backend.js")).jsonSchemaBackend,
  arbitrary: async () => (await import("./arbitrary/backend.js")).arbitraryBackend,
  testing: async () => (await import("./testing.js")).testingBackend,
  zod: async () => (await import("./zod/backend.js")).zodBackend,
};

/** The named back ends and those that they need, each once, the needed ones first. */
export async function loadBackends(names: readonly string[]): Promise<readonly Backend[]> {
  const loaded = new Map<string, Backend>();
  const visit = async (name: string): Promise<void> => {
    if (loaded.has(name)) return;
    const load = builtin[name];
    if (load === undefined) throw new Error(`invariant: no back end '${name}'`);
    const backend = await load();
    for (const needed of backend.needs) await visit(needed);
    loaded.set(name, backend);
  };
  for (const name of names) await visit(name);
  return [...loaded.values()];
}
