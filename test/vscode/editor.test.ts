import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { describeBrowser, launchBrowser } from "../support/browser.js";
import type { Editor } from "./code-server.js";
import { installEditor, startEditor } from "./code-server.js";
import { packed } from "./packed.js";

const root = join(import.meta.dirname, "../..");

/** The second line of its spec names a field that is not there. */
const object = `apiVersion: stable.example.com/v1
kind: CronTab
metadata: { name: mine }
spec:
  imagee: x
  cronSpec: "* * * * *"
  image: registry.example.com/cron:1
`;

const settings = {
  "workbench.startupEditor": "none",
  "security.workspace.trust.startupPrompt": "never",
  "telemetry.telemetryLevel": "off",
};

/** A folder with a CRD, an object, crdgen, and a configuration that leaves a trace when it runs. */
function makeWorkspace(folder: string): void {
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  symlinkSync(root, join(folder, "node_modules/crdgen"), "junction");
  cpSync(join(root, "generated-samples/crontab/crd.yaml"), join(folder, "crd.yaml"));
  writeFileSync(join(folder, "object.yaml"), object);
  const trace = JSON.stringify(join(folder, "trace"));
  const code = `import { writeFileSync } from "node:fs";\nwriteFileSync(${trace}, "");\nexport default {};\n`;
  writeFileSync(join(folder, "crdgen.config.mjs"), code);
}

describeBrowser("the extension in VS Code", () => {
  let browser: Browser;
  let folder = "";
  let editor: Editor | undefined;

  beforeAll(async () => {
    installEditor();
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser.close();
  });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "crdgen-vscode-"));
    makeWorkspace(join(folder, "workspace"));
  });

  afterEach(() => {
    editor?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });

  async function openWorkspace(more: Readonly<Record<string, unknown>>): Promise<Page> {
    editor = await startEditor(join(folder, "data"), packed, { ...settings, ...more });
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    page.setDefaultTimeout(60_000);
    await page.goto(`${editor.url}?folder=${encodeURIComponent(join(folder, "workspace"))}`);
    return page;
  }

  async function openFile(page: Page, name: string): Promise<void> {
    const files = page.locator(".explorer-folders-view .monaco-list-row");
    await files.filter({ hasText: name }).dblclick();
  }

  async function runCommand(page: Page, title: string): Promise<void> {
    await page.keyboard.press("F1");
    await page.locator(".quick-input-box input").fill(`>${title}`);
    await page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().click();
  }

  const ran = (): boolean => existsSync(join(folder, "workspace/trace"));

  it("judges objects, offers edits, and shows what the rules of CRDs cost", async () => {
    const page = await openWorkspace({ "security.workspace.trust.enabled": false });
    await openFile(page, "object.yaml");
    await page.locator(".squiggly-warning").first().waitFor();
    await page.keyboard.press("Control+Shift+M");
    const problems = page.locator(".markers-panel-container .monaco-list-row");
    await problems.filter({ hasText: "unknown field 'spec.imagee'" }).waitFor();
    expect(ran()).toBe(true);
    await page.locator(".view-line", { hasText: "imagee" }).click();
    await page.keyboard.press("Control+.");
    await page.locator(".action-widget", { hasText: "Remove 'imagee'" }).waitFor();
    await page.keyboard.press("Escape");
    await runCommand(page, "crdgen: Show the Objects as They Are Stored");
    await page.locator(".view-line", { hasText: "concurrency: Allow" }).waitFor();
    await openFile(page, "crd.yaml");
    await page.keyboard.press("Control+G");
    await page.keyboard.type("50");
    await page.keyboard.press("Enter");
    await page.locator(".view-line", { hasText: "of 10,000,000" }).first().waitFor();
    await page.close();
  });

  it("tells a key that is there twice once, beside the editor's own JSON", async () => {
    const spec = '{ "image": "a", "image": "b" }';
    const text = `{ "apiVersion": "stable.example.com/v1", "kind": "CronTab", "spec": ${spec} }\n`;
    writeFileSync(join(folder, "workspace/twice.json"), text);
    const page = await openWorkspace({ "security.workspace.trust.enabled": false });
    await openFile(page, "object.yaml");
    await page.locator(".squiggly-warning").first().waitFor();
    await openFile(page, "twice.json");
    await page.keyboard.press("Control+Shift+M");
    const problems = page.locator(".markers-panel-container .monaco-list-row");
    await problems.filter({ hasText: "Duplicate object key" }).first().waitFor();
    await problems.filter({ hasText: "spec.cronSpec: Required value" }).waitFor();
    await problems.filter({ hasText: "is already set" }).waitFor({ state: "detached" });
    expect(await problems.filter({ hasText: "is already set" }).count()).toBe(0);
    await page.close();
  });

  it("starts nothing of a workspace before the user trusts it", async () => {
    const page = await openWorkspace({});
    await openFile(page, "object.yaml");
    const told = page.locator(".notification-toast", { hasText: "which you do not trust" });
    await told.waitFor();
    expect(await page.locator(".squiggly-warning").count()).toBe(0);
    expect(ran()).toBe(false);
    await page.getByRole("button", { name: "Manage" }).first().click();
    await page
      .locator(".workspace-trust-editor .monaco-button", { hasText: "Trust" })
      .first()
      .click();
    await openFile(page, "object.yaml");
    await page.locator(".squiggly-warning").first().waitFor();
    expect(ran()).toBe(true);
    await page.close();
  });
});
