import { access } from "node:fs/promises";

const names = ["ts", "mts", "js", "mjs", "json", "yaml", "yml"].map(
  (end) => `crdgen.config.${end}`,
);

/** Whether a configuration is run, not read. */
export function isCode(path: string): boolean {
  return /\.m?[jt]s$/.test(path);
}

/** The files `crdgen.config.*` of the working folder: one, if it has a configuration that is clear. */
export async function findConfigs(): Promise<readonly string[]> {
  const found = await Promise.all(
    names.map(async (name) =>
      access(name).then(
        () => [name],
        () => [],
      ),
    ),
  );
  return found.flat();
}
