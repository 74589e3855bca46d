// Takes pictures of the real thing, with Chromium in the path: `npm run pictures`.
//
// - Into `.cache/pictures`: the first page of a site, the longest page, and the editor, at
//   five widths, light and dark. They are for the eyes of who changes the site.
// - Into `docs`: what README.md and docs/docs.md show. The terminal shows what `npm run demo`
//   prints, the page of a kind and the editor are those of `crdgen docs`.
//
// node scripts/pictures.js [--pages] [--mock FOLDER] [CRDS...]
//   --pages  leaves out the pictures of `docs`
//   --mock   takes the pages of another folder too, to compare: `index.html`, `resource.html`, …
//   CRDS     what the site is made of, in place of the samples of this repository
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";

const root = join(import.meta.dirname, "..");
const docs = join(root, "docs");
const example = join(root, "examples/crontab");
const pictures = join(root, ".cache/pictures");
const widths = [390, 768, 1024, 1280, 1720];
const height = 900;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pages: { type: "boolean" }, mock: { type: "string" } },
});
const site = mkdtempSync(join(tmpdir(), "crdgen-pictures-"));
const executablePath = run("sh", "-c", "command -v chromium").trim();
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
try {
  await takePages();
  if (values.pages !== true) {
    writeFileSync(join(docs, "terminal.svg"), terminal(run("npm", "run", "--silent", "demo")));
    makeSite(join(example, "crontab.yaml"));
    await takeKind();
    await takeEditor();
  }
} finally {
  await browser.close();
  rmSync(site, { recursive: true, force: true });
}

/** The pages of a site, and those of the mock, at each width in each theme. */
async function takePages() {
  const samples = [join(root, "generated-samples")];
  const crds = positionals.length > 0 ? positionals.map((path) => resolve(path)) : samples;
  makeSite(...crds);
  rmSync(pictures, { recursive: true, force: true });
  mkdirSync(pictures, { recursive: true });
  await takeAll("site", {
    index: join(site, "index.html"),
    resource: longestPage(),
    editor: join(site, "editor.html"),
  });
  if (values.mock === undefined) return;
  const names = ["index", "resource", "editor"];
  const pages = names.map((name) => [name, resolve(values.mock, `${name}.html`)]);
  await takeAll("mock", Object.fromEntries(pages.filter(([, path]) => existsSync(path))));
}

function makeSite(...crds) {
  rmSync(site, { recursive: true, force: true });
  const args = ["docs", ...crds, "--out", site, "--skip-invalid", "--quiet"];
  run("node", "dist/cli/main.js", ...args);
}

/** The page of the kind that has the most to tell. */
function longestPage() {
  const pages = readdirSync(site, { recursive: true })
    .filter((name) => /[^/]+\/[^/]+\/[^/]+\.html$/.test(name))
    .map((name) => join(site, name));
  const [longest] = pages.sort((left, right) => statSync(right).size - statSync(left).size);
  return longest;
}

async function takeAll(prefix, pages) {
  for (const colorScheme of ["light", "dark"]) {
    for (const width of widths) {
      const page = await browser.newPage({ colorScheme, viewport: { width, height } });
      for (const [name, path] of Object.entries(pages)) {
        await page.goto(pathToFileURL(path).href);
        if (name === "editor" && prefix === "site") await typeMistakes(page);
        await page.waitForTimeout(100);
        const file = `${prefix}-${name}-${width}-${colorScheme}.png`;
        await page.screenshot({ path: join(pictures, file) });
      }
      await page.close();
    }
  }
}

function run(program, ...args) {
  return execFileSync(program, args, { cwd: root, encoding: "utf8" });
}

/** What a program printed, as a terminal shows it. */
function terminal(text) {
  const lines = ["$ npm run demo", "", ...text.trimEnd().split("\n")];
  const height = lines.length * 18 + 24;
  const shown = lines.map((line, index) => {
    const colour = /^\S+ {2,}/.test(line) ? ' class="step"' : "";
    return `<text x="12" y="${26 + index * 18}"${colour}>${escaped(line)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 ${height}" role="img">
<title>The output of npm run demo</title>
<style>text { font: 13px ui-monospace, Menlo, Consolas, monospace; fill: #d6deeb; white-space: pre } .step { fill: #9ece6a }</style>
<rect width="700" height="${height}" rx="8" fill="#1a1b26"/>
${shown.join("\n")}
</svg>
`;
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** The page of the kind of the example. */
async function takeKind() {
  const page = await browser.newPage({ viewport: { width: 1280, height: 760 } });
  const path = join(site, "stable.example.com/crontabs/v1.html");
  await page.goto(pathToFileURL(path).href);
  await page.locator(".source .on").first().waitFor();
  await page.screenshot({ path: join(docs, "site.png") });
}

/** The editor with the object of the example that has mistakes. */
async function takeEditor() {
  const page = await browser.newPage({ viewport: { width: 1000, height: 860 } });
  await page.goto(pathToFileURL(join(site, "editor.html")).href);
  await typeMistakes(page);
  await page.screenshot({ path: join(docs, "editor.png") });
}

async function typeMistakes(page) {
  const { href } = new URL("#crd=stable.example.com/crontabs&example=minimal", page.url());
  await page.goto(href);
  const code = page.locator(".cm-content:visible").first();
  // A site of other CRDs does not have the kind.
  await code.waitFor({ timeout: 5000 });
  await code.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(readFileSync(join(example, "bad.yaml"), "utf8"));
  if (positionals.length === 0) await page.getByText("more than 5 replicas").first().waitFor();
}
