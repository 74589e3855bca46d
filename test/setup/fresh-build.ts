import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** For suites that run what `npm run build` makes. */
export default function freshBuild(): void {
  buildIfOlder("whole");
}

/** Builds anew if a source is newer than that. */
export function buildIfOlder(what: "whole" | "runtime"): void {
  const script = join(import.meta.dirname, "../../scripts/fresh-build.js");
  execFileSync(process.execPath, [script, what], { stdio: "inherit" });
}
