import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, it } from "vitest";

const root = join(import.meta.dirname, "../../../shared");

/** Whether the corpus and the recorded answers lie beside the repository, in `../shared`. */
export const hasShared: boolean = existsSync(root);

/** Path of something below `../shared`. */
export function sharedPath(...parts: readonly string[]): string {
  return join(root, ...parts);
}

export function readShared(...parts: readonly string[]): string {
  return readFileSync(sharedPath(...parts), "utf8");
}

/** Records of a `.jsonl.gz` or `.jsonl` file, in order. */
export function readSharedLines<T>(...parts: readonly string[]): T[] {
  const bytes = readFileSync(sharedPath(...parts));
  const text = (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString("utf8");
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as T); // the caller names the record's type
}

/**
 * A suite that needs `../shared`. Without it one test says that the suite did not run, and the run
 * ends with a line that counts them; in CI that test fails.
 */
export function describeShared(name: string, suite: () => void): void {
  if (hasShared) {
    describe(name, suite);
    return;
  }
  describe(name, () => {
    it('DID NOT RUN: ../shared is not there; see "The corpus" in CONTRIBUTING.md', () => {
      if (process.env["CI"] === "true") throw new Error("../shared must be there in CI");
    });
  });
}
