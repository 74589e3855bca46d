import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "../../node_modules");

/** What the compiler says of a file of a strict project, and of what the file imports. */
export function compilerFaults(file: string): string {
  const flags = [
    "ignoreConfig",
    "strict",
    "noEmit",
    "noUncheckedIndexedAccess",
    "exactOptionalPropertyTypes",
  ];
  const args = [
    ...flags.map((flag) => `--${flag}`),
    ...["--target", "es2022", "--module", "nodenext", "--pretty", "false"],
    ...["--types", "node", "--typeRoots", join(root, "@types"), file],
  ];
  const options = { cwd: dirname(file), encoding: "utf8" } as const;
  const compiler = join(root, "typescript-7/bin/tsc");
  const { stdout, stderr } = spawnSync(process.execPath, [compiler, ...args], options);
  return stdout + stderr;
}
