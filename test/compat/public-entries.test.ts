import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { compilers, Project, strictest } from "../support/compile.js";

const dist = join(import.meta.dirname, "../../dist");

/** What people import, with their own declarations checked too, as some do. */
const entries = [
  "index",
  "index-backend",
  "index-cel",
  "runtime/v1/index",
  "runtime/v1/internal",
  "runtime/v1/node",
];

describe("the declarations of the package compile without skipLibCheck", () => {
  const project = new Project({ ...strictest, skipLibCheck: false });
  project.write(
    "entries.ts",
    entries
      .map((entry, index) => `export * as entry${index} from "${dist}/${entry}.js";\n`)
      .join(""),
  );
  afterAll(() => {
    project.remove();
  });

  it.each(compilers)(
    "with %s",
    (compiler) => {
      expect(project.check(compiler)).toEqual([]);
    },
    120_000,
  );
});
