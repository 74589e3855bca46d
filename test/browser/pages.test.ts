import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeBrowser, expectAccessible, launchBrowser, openFile } from "../support/browser.js";
import { pageOf, writeSite } from "../support/docs-site.js";
import { readCrds } from "../support/read-crd.js";

/** Lists of lists of fields, so many levels deep. */
function nested(levels: number): object {
  if (levels === 0) return { type: "string", pattern: "^x$", description: "the innermost" };
  const names = ["a", "b", "c", "d"];
  return {
    type: "array",
    items: {
      type: "object",
      properties: Object.fromEntries(names.map((name) => [name, nested(levels - 1)])),
    },
  };
}

const hostile = `"'><img src=x onerror=alert(1)><script>alert(2)</script>`;
const many = Object.fromEntries(
  Array.from({ length: 10_000 }, (_, index) => [`field${index}`, { type: "string" }]),
);
const schema = {
  type: "object",
  description: `${hostile}\n${"long text ".repeat(100_000)}`,
  properties: {
    spec: {
      type: "object",
      required: ["size"],
      properties: {
        size: { type: "integer", minimum: 1, default: 3, description: "How many." },
        [hostile]: { type: "string", description: hostile },
        ["n".repeat(10_000)]: { type: "string" },
        deep: nested(6),
        many: { type: "object", properties: many },
      },
    },
  },
};

const calm = {
  type: "object",
  description: "long text. ".repeat(200),
  required: ["size"],
  properties: {
    size: { type: "integer", minimum: 1, default: 3, description: "How many." },
    color: { type: "string", enum: ["red", "blue"] },
    deep: nested(3),
  },
  "x-kubernetes-validations": [{ rule: "self.size >= oldSelf.size", message: "never smaller" }],
};

async function pagesOfPdf(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: "A4" });
  return pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0;
}

describeBrowser("pages of crdgen docs", () => {
  const folder = mkdtempSync(join(tmpdir(), "crdgen-pages-"));
  const path = join(folder, "stable.example.com/crontabs/v1.html");
  const boats = (): string => join(folder, "stable.example.com/boats/v1.html");
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
    const plain = {
      schema: { type: "object", properties: { spec: calm } },
      kind: "Boat",
      plural: "boats",
    };
    const [resource, boat] = await readCrds({ schema }, plain);
    if (resource === undefined || boat === undefined) throw new Error("no CRD");
    const page = pageOf(resource);
    const change = {
      code: "diff/minimum-changed",
      effects: ["stored" as const, "writers" as const],
      path: "spec.size",
    };
    const changes = [{ ...change, before: "0", after: "1", reason: "0 is refused now" }];
    const given = { comparisons: [{ from: page.version, changes }], deprecationWarning: "is old" };
    const { href } = page;
    const parts = Array.from({ length: 260 }, (_, index) => `part${index}`);
    const search = {
      names: ["spec", "size", ...parts],
      steps: [""],
      shapes: [[0], [0, 1, 0, ...parts.flatMap((_, index) => [index + 2, 0])], [0, 0, 1]],
      pages: [["stable.example.com", "CronTab", "v1", href, 2]],
    };
    writeSite(folder, [page, { ...pageOf(boat), ...given }], search);
  });

  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  for (const dark of [false, true]) {
    for (const file of ["index.html", "stable.example.com/boats/v1.html"]) {
      it(`${file} is accessible and quiet, ${dark ? "dark" : "light"}`, async () => {
        const { page, faults } = await openFile(browser, join(folder, file), { dark });
        await expectAccessible(page);
        expect(faults).toEqual([]);
        await page.context().close();
      });
    }
  }

  it("does not scroll sideways on narrow screens", async () => {
    const options = { width: 320, hash: "#spec.deep[*].a[*].b[*].c" };
    const { page } = await openFile(browser, path, options);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(320);
    await page.context().close();
  });

  it("opens the way to the field of the address, also when that changes", async () => {
    const deep = "spec.deep[*].a[*].b[*].c[*].d[*].a[*].b";
    const { page, faults } = await openFile(browser, path, { hash: `#${deep}` });
    await page.locator(".target").waitFor();
    expect(await page.locator(".target").getAttribute("id")).toBe(deep);
    await expect.poll(() => page.locator(".target").boundingBox()).not.toBeNull();
    await page.evaluate(() => {
      location.hash = "#spec.many.field9999";
    });
    const target = page.locator('.target[id="spec.many.field9999"]');
    await target.waitFor();
    const box = await target.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect(box?.y).toBeLessThan(800);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it("opens fields by keyboard, and shows more of many", async () => {
    const { page, faults } = await openFile(browser, path);
    const summary = page.locator('details.fields[data-path="spec.many"] > summary');
    await summary.focus();
    await page.keyboard.press("Enter");
    const list = page.locator('details.fields[data-path="spec.many"] > ul');
    await list.locator("> .field").nth(199).waitFor();
    await list.getByRole("button", { name: "Show 200 more of 10000 fields" }).click();
    await list.locator("> .field").nth(399).waitFor();
    expect(await list.locator("> .field").count()).toBe(400);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it("shows the schema of the field that was asked for, and of the one in view", async () => {
    const { page, faults } = await openFile(browser, path, { hash: "#spec.size" });
    await page.getByRole("tab", { name: "Minimal" }).focus();
    await page.keyboard.press("ArrowLeft");
    const shown = page.getByRole("tabpanel", { name: "Schema" });
    await expect.poll(() => shown.textContent()).toContain("minimum: 1");
    expect(await page.getByRole("tabpanel").count()).toBe(1);
    expect(await page.locator("#section\\:explain").textContent()).toBe("crontabs.spec.size");
    await page.evaluate(() => {
      location.hash = "#spec.deep[*].a[*].b";
    });
    const explain = page.locator("#section\\:explain");
    await expect.poll(() => explain.textContent()).toBe("crontabs.spec.deep.a.b");
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it("marks the lines of the field that was asked for, in YAML and TypeScript", async () => {
    const spec = { type: "object", properties: { size: { type: "integer" } } };
    const ships = { type: "object", properties: { spec } };
    const [resource] = await readCrds({ schema: ships, kind: "Ship", plural: "ships" });
    if (resource === undefined) throw new Error("no CRD");
    const full = { yaml: "kind: Ship\nspec:\n  size: 1\n" };
    const types = `export interface Ship {\n  spec?: ShipSpec;\n}\n\nexport interface ShipSpec {\n  size?: number;\n}\n`;
    writeSite(join(folder, "ships"), [
      pageOf(resource, { examples: { minimal: full, full }, types }),
    ]);
    const ship = join(folder, "ships/stable.example.com/ships/v1.html");
    const { page, faults } = await openFile(browser, ship, { hash: "#spec.size", width: 900 });
    const lines = page.locator(".panel:visible .on");
    await expect.poll(() => lines.allTextContents()).toEqual(["  size: 1"]);
    expect(await page.locator("#section\\:where").textContent()).toBe("spec.size");
    await page.getByRole("tab", { name: "TypeScript" }).click();
    expect(await lines.allTextContents()).toEqual(["  size?: number;"]);
    expect(await page.locator("a.here").count()).toBe(1);
    const contents = page.locator("#section\\:contents");
    expect(await contents.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Contents" }).click();
    await expectAccessible(page);
    await contents.getByRole("link", { name: "spec 1" }).click();
    expect(await contents.isVisible()).toBe(false);
    await page.locator('.target[id="spec"]').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it("shows what is required alone, with what is around it", async () => {
    const { page } = await openFile(browser, boats());
    await page.getByRole("button", { name: "Required only" }).click();
    expect(await page.locator(".field:visible > .head > .name").allTextContents()).toEqual([
      "spec",
      "size",
    ]);
    await page.context().close();
  });

  it("leads with required fields, and tells what every object has in one sentence", async () => {
    const { page } = await openFile(browser, join(folder, "stable.example.com/boats/v1.html"));
    const names = page.locator('[id="spec"] > ul > .field > .head > .name');
    expect(await names.allTextContents()).toEqual(["size", "color", "deep"]);
    const note = page.locator('[id="spec"] > .notes > .note');
    expect((await note.innerText()).replace(/\s+/g, " ")).toContain("never smaller on update");
    expect(await note.locator(".rule").textContent()).toBe("self.size >= oldSelf.size");
    await page.context().close();
  });

  it("goes from field to field by keys, which can be turned off", async () => {
    const { page, faults } = await openFile(browser, boats(), { hash: "#spec.size" });
    await page.locator('.here[id="spec.size"]').waitFor();
    await page.keyboard.press("j");
    await page.locator('.here[id="spec.color"]').waitFor();
    await page.keyboard.press("j");
    await page.locator('.here[id="spec.deep"]').waitFor();
    const deep = page.locator('[id="spec.deep"] > .fields');
    await page.keyboard.press("o");
    expect(await deep.getAttribute("open")).not.toBeNull();
    await page.keyboard.press("k");
    await page.locator('.here[id="spec.color"]').waitFor();
    await page.keyboard.press("f");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("section:filter");
    await page.getByRole("button", { name: "Keys" }).click();
    await page.keyboard.press("k");
    await page.keyboard.press("/");
    expect(await page.locator(".target").getAttribute("id")).toBe("spec.color");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("section:keys");
    await page.reload();
    expect(await page.getByRole("button", { name: "Keys" }).getAttribute("aria-pressed")).toBe(
      "false",
    );
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it("is light or dark as the reader chose, from the first paint", async () => {
    const { page, faults } = await openFile(browser, join(folder, "index.html"));
    const ground = (): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    const button = page.locator("#section\\:theme");
    await button.click();
    expect(await button.getAttribute("aria-label")).toBe("Theme: light");
    await button.click();
    expect(await ground()).not.toBe(light);
    await page.reload();
    expect(await page.evaluate(() => document.documentElement.dataset["theme"])).toBe("dark");
    await expectAccessible(page);
    await button.click();
    expect(await ground()).toBe(light);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it("expands and collapses all", async () => {
    const { page } = await openFile(browser, path);
    await page.getByRole("button", { name: "Expand all" }).click();
    const innermost = "spec.deep[*].d[*].d[*].d[*].d[*].d";
    await page.locator(`[id="${innermost}"]`).waitFor({ state: "attached", timeout: 30_000 });
    await page.getByRole("button", { name: "Collapse all" }).click();
    expect(await page.locator("#section\\:tree details[open]").count()).toBe(0);
    await page.context().close();
  });

  it("filters the fields of the page", async () => {
    const { page, faults } = await openFile(browser, path);
    await page.getByLabel("Filter the fields of this page").fill("FIELD123");
    await expect.poll(() => page.locator("#section\\:told").textContent()).toBe("11 fields");
    await page.locator("#section\\:found a").first().click();
    await page.locator('.target[id="spec.many.field123"]').waitFor();
    expect(await page.getByLabel("Filter the fields of this page").inputValue()).toBe("");
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it("narrows the list of kinds as one types, lists fields, and opens the best by Enter", async () => {
    const { page, faults } = await openFile(browser, join(folder, "index.html"));
    const box = page.getByRole("searchbox", { name: "Find a kind or a field" });
    await page.keyboard.type("boa");
    expect(await page.locator(".kind:visible").allTextContents()).toHaveLength(1);
    expect(await page.locator(".kind.first mark").textContent()).toBe("Boa");
    await box.fill("siz");
    await page.locator("#section\\:fields li.first a", { hasText: "spec.size" }).waitFor();
    expect(await page.locator(".kind:visible").count()).toBe(0);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    expect(await page.locator(".kind:visible").count()).toBe(2);
    await page.keyboard.type("spec");
    await page.locator("#section\\:fields li.first").waitFor();
    await box.fill("size");
    await page.locator("#section\\:fields li.first a", { hasText: "spec.size" }).waitFor();
    await page.keyboard.press("Enter");
    await page.locator('.target[id="spec.size"]').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it("searches all fields by keyboard", async () => {
    const { page, faults } = await openFile(browser, boats());
    await page.keyboard.press("/");
    await page.keyboard.type("siz");
    const box = page.getByRole("combobox", { name: "Search every kind and field" });
    await page.getByRole("option", { name: /spec\.size/ }).waitFor();
    expect(await page.locator("#section\\:hit-count").textContent()).toBe("1 field");
    await page.keyboard.press("ArrowDown");
    expect(await box.getAttribute("aria-activedescendant")).toBe("section:hit-0");
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await page.locator('.target[id="spec.size"]').waitFor();
    expect(page.url()).toMatch(/v1\.html#spec\.size$/);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it("lists all fields that a search finds, by keyboard and as one scrolls", async () => {
    const { page, faults } = await openFile(browser, boats());
    await page.keyboard.press("/");
    await page.keyboard.type("part");
    const options = page.getByRole("option");
    const count = page.locator("#section\\:hit-count");
    await options.first().waitFor();
    expect(await options.count()).toBe(50);
    expect(await count.textContent()).toBe("260 fields; the first 50 are shown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowDown");
    expect(await options.count()).toBe(200);
    await page.locator('[id="section:hit-50"][aria-selected="true"]').waitFor();
    await page.locator("#section\\:hits").evaluate((list) => {
      list.scrollTop = list.scrollHeight;
    });
    await page.locator('[id="section:hit-259"]').waitFor();
    expect(await count.textContent()).toBe("260 fields");
    expect(new Set(await options.allTextContents()).size).toBe(260);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it("copies an example", async () => {
    const { page } = await openFile(browser, path);
    await page.getByRole("button", { name: "Copy" }).click();
    await expect
      .poll(() => page.locator("button.copy").textContent())
      .toMatch(/Copied|Press Ctrl\+C/);
    await page.context().close();
  });

  it("shows hostile texts as texts", async () => {
    const { page, faults } = await openFile(browser, path);
    expect(await page.locator("img, main script").count()).toBe(0);
    expect(await page.locator(".name", { hasText: hostile }).count()).toBe(1);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it("prints what is folded, without tools", async () => {
    const { page } = await openFile(browser, path);
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("button", { name: "Expand all" }).isVisible()).toBe(false);
    expect(await page.locator("header.site").isVisible()).toBe(false);
    await page.evaluate(() => {
      window.dispatchEvent(new Event("beforeprint"));
    });
    expect(await page.locator('[id="spec.many.field5"]').isVisible()).toBe(true);
    await page.context().close();
  });

  it("gives a PDF of all that the page has, and is folded as before", async () => {
    const { page } = await openFile(browser, path);
    const openDetails = (): Promise<number> => page.locator("details[open]").count();
    const before = await openDetails();
    const pages = await pagesOfPdf(page);
    expect(await openDetails()).toBe(before);
    await page.context().close();
    const context = await browser.newContext({ javaScriptEnabled: false });
    const folded = await context.newPage();
    await folded.goto(pathToFileURL(path).href);
    expect(pages).toBeGreaterThan(await pagesOfPdf(folded));
    await context.close();
  });

  it("load at most 60 KB of script, and 25 KB of style", () => {
    const script = readFileSync(join(folder, "assets/page.js"));
    expect(gzipSync(script).length).toBeLessThan(60_000);
    expect(readFileSync(join(folder, "assets/site.css")).length).toBeLessThanOrEqual(25 * 1024);
  });
});
