import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { version } from "../../../../src/codegen/pipeline/settings.js";
import { catalog, retiredCodes } from "../../../../src/crd/diagnostics/catalog/catalog.js";

const root = join(import.meta.dirname, "../../../..");
const pages = join(root, "docs/diagnostics");

// Codes that are retired keep their pages, and can be no code again.
const codes = [...Object.keys(catalog), ...retiredCodes];

describe("catalogue", () => {
  it("has a page for each code, and no page without one", () => {
    const expected = codes.map((code) => `${code.replace("/", "-")}.md`);
    expect(readdirSync(pages).sort()).toEqual(expected.sort());
  });

  it.each(codes)("%s: the page begins with the code and says what to do", (code) => {
    const text = readFileSync(join(pages, `${code.replace("/", "-")}.md`), "utf8");
    expect(text.startsWith(`# ${code}\n`)).toBe(true);
    expect(text).toMatch(/^\*\*What to do:\*\* [A-Z`]/m);
    expect(text.length).toBeGreaterThan(200);
  });
});

describe("version", () => {
  it("is that of the package", () => {
    const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as unknown;
    expect(manifest).toMatchObject({ version });
  });
});
