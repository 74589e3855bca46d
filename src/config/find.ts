import { access } from "node:fs/promises";

const names = ["ts", "mts", "js", "mjs", "json", "yaml", "yml"].map(
  (end) => `crdgen.config.${end}`,
);

/** Whether a configuration is run, not read. */
export function isCode(path: string): boolean {
  return /\.m?[jt]s$/.test(path);
}

/** The first `crdgen.config.*` of the working folder, if there is one. */
export async function findConfig(): Promise<string | undefined> {
  for (const name of names) {
    const exists = await access(name).then(
      () => true,
      () => false,
    );
    if (exists) return name;
  }
  return undefined;
}
