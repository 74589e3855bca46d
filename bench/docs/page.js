/* global document, Event, PerformanceObserver, requestAnimationFrame, scrollBy, scrollTo */
// Measures pages in Chromium: that of Argo's Workflow, which has 4,700 fields, and a first page of
// 1,000 kinds. How soon they are there, what moves, how long a keystroke takes, how they scroll.
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
const url = (name) => pathToFileURL(join(folder, name)).href;
const browser = await launchBrowser();

try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  makeSite(crd);
  await load(page, "the page", url("argoproj.io/workflows/v1alpha1.html"));
  await keystrokes(page, "section:filter", ["c", "co", "containers", "x", ""]);
  await scroll(page, "scrolling");
  await expand(page);
  await scroll(page, "scrolling, all expanded");
  makeSite(...kinds(1000));
  await load(page, "the first page", url("index.html"));
  await keystrokes(page, "section:kinds", ["s", "se", "kind12", "kind123", ""]);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}

function makeSite(...inputs) {
  rmSync(folder, { recursive: true });
  const options = { encoding: "utf8", input: inputs.at(-1) };
  const named = inputs.length > 1 ? ["-"] : inputs;
  const args = [main, "docs", ...named, "--out", folder, "--quiet"];
  const { status, stderr } = spawnSync(process.execPath, args, options);
  if (status !== 0) throw new Error(stderr);
}

/** Standard input, and so many CRDs for it. */
function kinds(count) {
  const crds = Array.from({ length: count }, (_one, index) => ({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `kind${index}s.group${index % 40}.example.com` },
    spec: {
      group: `group${index % 40}.example.com`,
      names: { kind: `Kind${index}`, plural: `kind${index}s`, shortNames: [`k${index}`] },
      scope: "Namespaced",
      versions: [{ name: "v1", served: true, storage: true, schema: schemaOf(index) }],
    },
  }));
  return ["-", JSON.stringify({ apiVersion: "v1", kind: "List", items: crds })];
}

function schemaOf(index) {
  const spec = { type: "object", properties: { [`setting${index}`]: { type: "string" } } };
  const description = `Kind${index} is the ${index}th of many.`;
  return { openAPIV3Schema: { type: "object", description, properties: { spec } } };
}

/** What moves without anybody having typed counts as a shift of the layout. */
async function load(page, name, address) {
  const times = [];
  let shift = 0;
  for (let run = 0; run < 7; run++) {
    await page.goto("about:blank");
    await page.goto(address);
    times.push(await page.evaluate(() => performance.getEntriesByType("navigation")[0].duration));
    shift += await page.evaluate(async () => {
      let sum = 0;
      const observer = new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) sum += value;
      });
      observer.observe({ type: "layout-shift", buffered: true });
      for (let frame = 0; frame < 10; frame++) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return sum;
    });
  }
  const time = median(times);
  tell(`${name} is there`, `${time.toFixed(0)} ms`, time <= 1000);
  tell(`${name}: layout shift`, (shift / 7).toFixed(4), shift === 0);
}

/** From a change of the text to the frame that shows what comes of it. */
async function keystrokes(page, id, texts) {
  const times = await page.evaluate(
    async ([box, typed]) => {
      const input = document.getElementById(box);
      const measured = [];
      for (let round = 0; round < 3; round++) {
        for (const text of typed) {
          await new Promise((resolve) => requestAnimationFrame(resolve));
          const begun = performance.now();
          input.value = text;
          input.dispatchEvent(new Event("input", { bubbles: true }));
          // Styles and layout are due before the frame.
          document.body.getBoundingClientRect();
          measured.push(performance.now() - begun);
        }
      }
      return measured;
    },
    [id, texts],
  );
  const [middle, worst] = [median(times), Math.max(...times)];
  const text = `${middle.toFixed(0)} ms, the worst ${worst.toFixed(0)} ms`;
  tell(`a keystroke in ${id.replace("section:", "the box of ")}`, text, middle <= 60);
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
