import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { chromium } from "playwright-core";
import { describe, expect, it } from "vitest";
import { findChromium } from "./chromium.js";

/** The browser that the tests drive. */
const executable = findChromium();

/**
 * A suite that needs Chromium. Without it one test says loudly that the suite did not run; in CI
 * that test fails.
 */
export function describeBrowser(name: string, suite: () => void): void {
  if (executable !== undefined) {
    describe(name, suite);
    return;
  }
  describe(name, () => {
    it("DID NOT RUN: Chromium is not there", () => {
      console.warn(`${name}: DID NOT RUN, Chromium is not there`);
      if (process.env["CI"] === "true") throw new Error("Chromium must be there in CI");
    });
  });
}

export function launchBrowser(): Promise<Browser> {
  if (executable === undefined) throw new Error("Chromium is not there");
  // Its sandbox does not work for root, as which containers run tests.
  return chromium.launch({ executablePath: executable, args: ["--no-sandbox"] });
}

/** A page whose faults are collected. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors and warnings of the console, exceptions, and requests that leave the site. */
  readonly faults: readonly string[];
}

/** How a page is opened. */
export interface PageOptions {
  readonly hash?: string;
  readonly dark?: boolean;
  readonly width?: number;
}

/** Opens a file of a site. */
export function openFile(
  browser: Browser,
  path: string,
  options: PageOptions = {},
): Promise<WatchedPage> {
  return openPage(browser, pathToFileURL(path).href, options);
}

/** Opens a page of a site, which may be on a server. */
export async function openPage(
  browser: Browser,
  url: string,
  options: PageOptions = {},
): Promise<WatchedPage> {
  const { hash = "", dark = false, width = 1280 } = options;
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    colorScheme: dark ? "dark" : "light",
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("request", (request) => {
    const isOfSite = new URL(request.url()).host === new URL(url).host; // empty for files
    if (!isOfSite) faults.push(`request: ${request.url()}`);
  });
  await page.goto(`${url}${hash}`);
  return { page, faults };
}

/** Fails unless axe finds nothing wrong with the page. */
export async function expectAccessible(page: Page): Promise<void> {
  const { default: axe } = await import("axe-core");
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe: run } = globalThis as unknown as { axe: typeof axe }; // the script has just set it
    // It would fetch the style sheets, which the policy of the pages does not allow.
    const result = await run.run(document, { preload: false });
    return result.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`,
    );
  });
  expect(violations).toEqual([]);
}
