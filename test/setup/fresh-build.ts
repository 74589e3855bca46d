import { execSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/**
 * The command line, the library, the schema of configurations and the runtime as data: what a build
 * writes last of each.
 */
const built = [
  "dist/cli/main.js",
  "dist/index.js",
  "dist/config.schema.json",
  "dist/runtime-files/contents.js",
  "dist/site/licenses.txt",
];

/** For suites that run what `npm run build` makes: builds anew if a source is newer than that. */
export default function freshBuild(): void {
  buildIfOlder(built, ["src", "scripts", "package.json", "tsconfig.json"], "build");
}

/** Runs a script of the package if one of its products is missing, or older than a source. */
export function buildIfOlder(
  products: readonly string[],
  sources: readonly string[],
  script: string,
): void {
  const oldest = Math.min(...products.map(modified));
  if (Math.max(...sources.map(newest)) <= oldest) return;
  process.stdout.write(`${products.join(", ")}: older than the sources; npm run ${script}\n`);
  execSync(`npm run --silent ${script}`, { cwd: root, stdio: "inherit" });
}

/** The time of the last change of a file or folder, with all that is in it. */
function newest(path: string): number {
  const full = join(root, path);
  if (!statSync(full).isDirectory()) return modified(path);
  const files = readdirSync(full, { recursive: true, encoding: "utf8" });
  return Math.max(...files.map((file) => modified(join(path, file))));
}

/** Minus infinity where there is no such file. */
function modified(path: string): number {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? -Infinity;
}
