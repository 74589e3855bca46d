import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Judgement, LanguageService } from "../../src/tools/language/service.js";
import { describeBrowser, launchBrowser, openFile } from "../support/browser.js";
import { hasShared } from "../support/shared.js";
import type { WrittenCase } from "../support/site-verdicts.js";
import { commandLineVerdicts, sampleCases, verdictOf } from "../support/site-verdicts.js";

const site = join(import.meta.dirname, "../../dist/site");

/** Loads the service as the editor does, under the same policy. */
const page = `<!doctype html>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'">
<script src="editor/loader.js"></script>
<script src="start.js"></script>
`;
const start = `System.import("./editor/language.js").then((module) => {
  globalThis.service = module.createLanguageService();
});
`;

/** `SITE_OBJECTS=80` compares fewer. */
const count = Number(process.env["SITE_OBJECTS"] ?? 500);

describeBrowser("the browser judges as the command line does", () => {
  const folder = mkdtempSync(join(tmpdir(), "crdgen-verdicts-"));
  let browser: Browser;
  beforeAll(async () => {
    cpSync(join(site, "editor"), join(folder, "editor"), { recursive: true });
    writeFileSync(join(folder, "index.html"), page);
    writeFileSync(join(folder, "start.js"), start);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  it.runIf(hasShared)(
    `${count} recorded writes`,
    async () => {
      const opened = await openFile(browser, join(folder, "index.html"));
      await opened.page.waitForFunction("globalThis.service !== undefined");
      let compared = 0;
      for (const { crd, cases } of await sampleCases(count, 340)) {
        const found = (await judgeAll(opened.page, crd, cases)).map(verdictOf);
        const expected = await commandLineVerdicts({ crd, cases });
        expect(cases.map(({ id }, index) => ({ id, ...found[index] }))).toEqual(
          cases.map(({ id }, index) => ({ id, ...expected[index] })),
        );
        compared += cases.length;
      }
      expect(compared).toBe(count);
      expect(opened.faults).toEqual([]);
    },
    count * 4000,
  );
});

async function judgeAll(
  page_: Page,
  crd: string,
  cases: readonly WrittenCase[],
): Promise<readonly Judgement[]> {
  return page_.evaluate(
    async ([text, written]) => {
      const { service } = globalThis as unknown as { service: LanguageService }; // set by the page
      await service.use([{ path: "crd.json", text }], "1.37");
      const judgements: Judgement[] = [];
      for (const { object, old } of written) judgements.push(await service.judge(object, old));
      return judgements;
    },
    [crd, cases] as const,
  );
}
