import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { homepage, pageUrl, titleIn } from "../../../../src/cli/report/code-pages.js";
import { catalog } from "../../../../src/crd/diagnostics/catalog/catalog.js";

const root = join(import.meta.dirname, "../../../..");
const codes = Object.keys(catalog);

function pageAt(url: string): string {
  const path = url.replace(`${homepage}/blob/main/`, "").split("#", 1)[0] ?? "";
  return readFileSync(join(root, path), "utf8");
}

it("knows the homepage of the package", () => {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly homepage: string; // as the registry needs it
  };
  expect(manifest.homepage).toBe(`${homepage}#readme`);
});

it("gives each code the address of a page in this repository", () => {
  for (const code of [...codes, "diff/field-removed"]) {
    expect(pageAt(pageUrl(code)), code).toContain(code);
  }
});

it("takes titles from pages: one sentence, without marks", () => {
  for (const code of codes)
    expect(titleIn(pageAt(pageUrl(code))), code).toMatch(/^(?!.*(?:\*\*|`)).{10,230}$/);
  const title = "metadata.name of the CRD is not a DNS subdomain";
  expect(titleIn(pageAt(pageUrl("crd/name-invalid")))).toBe(title);
});
