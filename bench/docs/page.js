/* global document, requestAnimationFrame, scrollBy, scrollTo */
// Measures the page of Argo's Workflow in Chromium: how soon it is there, and how it scrolls.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { launchBrowser } from "../../test/support/browser.ts";
import { median, shared } from "../shared.js";

const main = join(import.meta.dirname, "../../dist/cli/main.js");
const crd = join(shared, "bench/validate/crds/workflow.yaml");
const folder = mkdtempSync(join(tmpdir(), "crdgen-bench-"));
const { status, stderr } = spawnSync(process.execPath, [main, "docs", crd, "--out", folder], {
  encoding: "utf8",
});
if (status !== 0) throw new Error(stderr);
const url = pathToFileURL(join(folder, "argoproj.io/workflows/v1alpha1.html")).href;
const browser = await launchBrowser();

try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await load(page);
  await scroll(page, "scrolling");
  await expand(page);
  await scroll(page, "scrolling, all expanded");
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}

async function load(page) {
  const times = [];
  for (let run = 0; run < 7; run++) {
    await page.goto("about:blank");
    await page.goto(url);
    times.push(await page.evaluate(() => performance.getEntriesByType("navigation")[0].duration));
  }
  const time = median(times);
  tell("the page is there", `${time.toFixed(0)} ms`, time <= 1000);
}

async function scroll(page, name) {
  const frames = await page.evaluate(async () => {
    scrollTo(0, 0);
    const step = Math.min(400, document.documentElement.scrollHeight / 180);
    const gaps = [];
    let last = performance.now();
    for (let frame = 0; frame < 180; frame++) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = performance.now();
      gaps.push(now - last);
      last = now;
      scrollBy(0, step);
    }
    return gaps.sort((a, b) => a - b);
  });
  const [middle, late] = [frames[90], frames[171]];
  const text = `frames ${middle.toFixed(1)} ms, 95 % within ${late.toFixed(1)} ms`;
  tell(name, text, middle <= 17.5);
}

async function expand(page) {
  const begun = performance.now();
  await page.getByRole("button", { name: "Expand all" }).click();
  const closed = "#section\\:tree details.fields:not([open])";
  await page.waitForFunction((query) => document.querySelector(query) === null, closed);
  tell("expanding all", `${(performance.now() - begun).toFixed(0)} ms`, true);
}

function tell(name, text, isReached) {
  console.log(`${name}: ${text}${isReached ? "" : "  <- too much"}`);
  if (!isReached) process.exitCode = 1;
}
