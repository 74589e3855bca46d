import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { format } from "prettier";
import { afterAll, describe, expect, it } from "vitest";
import { sample } from "../support/scope.js";
import { describeShared, sharedPath } from "../support/shared.js";

const root = join(import.meta.dirname, "../..");

function filesIn(folder: string, name: RegExp): readonly string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return paths.filter((path) => name.test(path)).sort();
}

/** The files below a folder that prettier would lay out in another way. */
async function filesApart(folder: string): Promise<readonly string[]> {
  const apart: string[] = [];
  const files = filesIn(folder, /\.[tj]s$/);
  expect(files.length).toBeGreaterThan(100);
  for (const file of sample(files, 4)) {
    const text = readFileSync(join(folder, file), "utf8");
    if ((await format(text, { filepath: file })) !== text) apart.push(file);
  }
  return apart;
}

describe("generated files are byte for byte what prettier makes of them", () => {
  it("in all forms of the samples", async () => {
    expect(await filesApart(join(root, "generated-samples"))).toEqual([]);
  }, 300_000);
});

describeShared("files of real CRDs are byte for byte what prettier makes of them", () => {
  const scratch = mkdtempSync(join(tmpdir(), "crdgen-layout-"));
  afterAll(() => {
    rmSync(scratch, { recursive: true });
  });

  it.each(["ts", "js"])(
    "as %s",
    async (target) => {
      const bin = join(root, "dist/cli/main.js");
      if (!existsSync(bin)) throw new Error("build first: npm run build");
      const crds = filesIn(sharedPath("corpus/crds"), /\.yaml$/);
      const some = sample(crds, Math.floor(crds.length / 36));
      const inputs = some.map((path) => sharedPath("corpus/crds", path));
      const out = join(scratch, target);
      const options = ["--skip-invalid", "--runtime", "import", "--emit", target, "--out", out];
      execFileSync(process.execPath, [bin, "generate", ...options, ...inputs], { stdio: "pipe" });
      expect(some.length).toBeGreaterThanOrEqual(35);
      expect(await filesApart(out)).toEqual([]);
    },
    600_000,
  );
});
