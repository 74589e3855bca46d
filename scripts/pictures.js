// Takes the pictures of README.md from the real thing: `node scripts/pictures.js`, after a build,
// with Chromium in the path. The terminal shows what `npm run demo` prints, the editor is that of
// `crdgen docs`.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const root = join(import.meta.dirname, "..");
const docs = join(root, "docs");
const example = join(root, "examples/crontab");

writeFileSync(join(docs, "terminal.svg"), terminal(run("npm", "run", "--silent", "demo")));
await takeEditor();

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

/** The editor with the object of the example that has mistakes. */
async function takeEditor() {
  const crontab = "#crd=stable.example.com/crontabs&example=minimal";
  const { chromium } = await import("playwright-core");
  const site = mkdtempSync(join(tmpdir(), "crdgen-pictures-"));
  run("node", "dist/cli/main.js", "docs", join(example, "crontab.yaml"), "--out", site, "--quiet");
  const executablePath = run("sh", "-c", "command -v chromium").trim();
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage({ viewport: { width: 1000, height: 860 } });
    await page.goto(`${pathToFileURL(join(site, "editor.html")).href}${crontab}`);
    await page.locator(".cm-content:visible").first().click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText(readFileSync(join(example, "bad.yaml"), "utf8"));
    await page.getByText("more than 5 replicas").first().waitFor();
    await page.screenshot({ path: join(docs, "editor.png") });
  } finally {
    await browser.close();
    rmSync(site, { recursive: true });
  }
}
