import { access } from "node:fs/promises";

/** The names that a configuration may have, in the order in which they are looked for. */
export const configNames: readonly string[] = ["ts", "mts", "js", "mjs", "json", "yaml", "yml"].map(
  (end) => `crdgen.config.${end}`,
);

/** Tells whether a configuration is run, not read. */
export function isCode(path: string): boolean {
  return /\.m?[jt]s$/.test(path);
}

/**
 * The configurations of the working folder, `crdgen.config.*`: none or one, unless somebody forgot
 * one.
 */
export async function findConfigs(): Promise<readonly string[]> {
  const found = await Promise.all(
    configNames.map(async (name) =>
      access(name).then(
        () => [name],
        () => [],
      ),
    ),
  );
  return found.flat();
}
