import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PageOptions, WatchedPage } from "../support/browser.js";
import { describeBrowser, expectAccessible, launchBrowser, openPage } from "../support/browser.js";
import { makeSite } from "../support/made-site.js";
import type { ServedFolder } from "../support/serve-folder.js";
import { serveFolder } from "../support/serve-folder.js";

const cronTab = `apiVersion: stable.example.com/v1
kind: CronTab
metadata:
  name: example
spec:
  cronSpec: "* * * * *"
  image: busybox
`;

const widgetCrd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.org
spec:
  group: example.org
  scope: Namespaced
  names: { kind: Widget, plural: widgets, singular: widget, listKind: WidgetList }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                size:
                  type: integer
                  description: <img src=x onerror=alert(1)> & <b>bold</b>
                  maximum: 10
                  default: 3
`;

const widget = `apiVersion: example.org/v1
kind: Widget
metadata:
  name: a
spec:
  size: 11
`;

const cronTabCrd = readFileSync(
  join(import.meta.dirname, "../../generated-samples/crontab/crd.yaml"),
  "utf8",
);
const gadgetCrd = cronTabCrd
  .replaceAll("stable.example.com", "example.com")
  .replaceAll("crontab", "gadget")
  .replaceAll("CronTab", "Gadget")
  .replace("[ct]", "[ga]");

describeBrowser("the editor", () => {
  let browser: Browser;
  let folder: string;
  let site: string;
  let served: ServedFolder;

  beforeAll(async () => {
    browser = await launchBrowser();
    folder = mkdtempSync(join(tmpdir(), "crdgen-editor-"));
    site = makeSite(folder, { "crontab.yaml": cronTabCrd, "gadget.yaml": gadgetCrd });
    served = await serveFolder(site, "/some path/docs/");
  });

  afterAll(async () => {
    served.stop();
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  interface Opening extends PageOptions {
    /** Default: `file`. */
    readonly from?: "file" | "server";
    /** From the root of the site (default: that of the editor). */
    readonly file?: string;
  }

  /** Opens the editor with the example, runs a test, and demands that nothing went wrong. */
  async function withEditor(
    test: (page: Page) => Promise<void>,
    { from = "file", file = "editor.html", ...options }: Opening = {},
  ): Promise<void> {
    const hash = "#crd=stable.example.com/crontabs&version=v1&example=minimal";
    const root = from === "file" ? `${pathToFileURL(site).href}/` : served.url;
    const opened: WatchedPage = await openPage(browser, root + file, { hash, ...options });
    try {
      await test(opened.page);
      expect(opened.faults).toEqual([]);
    } finally {
      await opened.page.context().close();
    }
  }

  /** As `withEditor`, with a known text in place of the example. */
  function withCronTab(test: (page: Page) => Promise<void>, options: Opening = {}): Promise<void> {
    return withEditor(async (page) => {
      await expectText(problems(page), "accepts");
      await write(object(page), cronTab);
      await expectText(stored(page), "image: busybox");
      await test(page);
    }, options);
  }

  const code = (page: Page, label: string): Locator =>
    page.getByRole("textbox", { name: label, exact: true });
  const object = (page: Page): Locator => code(page, "Object");
  const stored = (page: Page): Locator => code(page, "Object as it would be stored");
  const problems = (page: Page): Locator => page.getByLabel("Problems of the object");

  const expectText = async (locator: Locator, text: string): Promise<void> => {
    const waiting = locator.filter({ hasText: text }).first();
    await waiting.waitFor({ timeout: 20_000 }).catch(async () => {
      expect(await locator.allInnerTexts()).toContain(text);
    });
  };

  describe.each(["file", "server"] as const)("of a site that comes from a %s", (from) => {
    it("opens an example by the link of a kind's page, and judges it", async () => {
      await withEditor(
        async (page) => {
          await page.getByRole("tab", { name: "Minimal" }).click();
          await page.getByRole("link", { name: "Open in the editor" }).click();
          await expectText(problems(page), "Kubernetes 1.37 accepts this.");
          expect(page.url()).toContain("/editor.html#crd=stable.example.com/crontabs&version=v1");
          await expectText(stored(page), "concurrency: Allow");
          expect(await object(page).innerText()).not.toContain("concurrency: ");
          const kind = page.getByRole("combobox", { name: "Kind", exact: true });
          expect(await kind.inputValue()).toBe("CronTab");
          await expectText(page.locator(".picker"), "stable.example.com");
          await page.getByRole("button", { name: "All fields" }).click();
          await expectText(object(page), "concurrency: ");
          await expectText(problems(page), "Kubernetes 1.37 accepts this.");
        },
        { from, file: "stable.example.com/crontabs/v1.html", hash: "" },
      );
    });

    it("completes fields and values", async () => {
      await withCronTab(
        async (page) => {
          await object(page).press("Control+End");
          await page.keyboard.type("  conc");
          const option = page.getByRole("option", { name: "concurrency" });
          await option.waitFor();
          await expectText(option, "concurrencystring");
          const info = page.locator(".cm-completionInfo");
          await expectText(info.locator(".type"), '"Allow" | "Forbid" | "Replace"');
          await expectText(info, 'Default"Allow"');
          await page.waitForTimeout(100); // CodeMirror ignores keys right after the list has opened
          await page.keyboard.press("Enter");
          await expectText(object(page), "concurrency:");
          await page.keyboard.press("Control+Space");
          await page.getByRole("option", { name: "Forbid" }).click();
          await expectText(object(page), "concurrency: Forbid");
          await expectText(problems(page), "Kubernetes 1.37 accepts this.");
        },
        { from },
      );
    });

    it("explains a field under the pointer, and with F1 at the cursor", async () => {
      await withCronTab(
        async (page) => {
          await page
            .locator("#panel-object .cm-line span", { hasText: "cronSpec" })
            .first()
            .hover();
          await expectText(page.locator(".field-help"), "Schedule in cron format, five fields.");
          await page.mouse.move(0, 0);
          await page.locator(".field-help").waitFor({ state: "detached" });
          await page.locator("#panel-object .cm-line", { hasText: "cronSpec" }).click();
          await page.keyboard.press("F1");
          await expectText(page.locator(".field-help"), "Schedule in cron format, five fields.");
          await expectText(page.getByRole("status"), "Schedule in cron format, five fields.");
          // The pointer is there too.
          await page.waitForTimeout(500);
          expect(await page.locator(".field-help").count()).toBe(1);
          await page.keyboard.press("Escape");
          expect(await page.locator(".field-help").count()).toBe(0);
        },
        { from },
      );
    });

    it("opens files that are dropped, and judges by them; texts of CRDs stay texts", async () => {
      await withEditor(
        async (page) => {
          await drop(page, "widget.yaml", widgetCrd);
          await expectText(page.locator(".notice"), "widget.yaml: Widget (example.org).");
          await write(object(page), widget);
          await expectText(problems(page), "should be less than or equal to 10");
          await page.locator("#panel-object .cm-line", { hasText: "size" }).click();
          await page.keyboard.press("F1");
          await expectText(
            page.locator(".field-help"),
            "<img src=x onerror=alert(1)> & <b>bold</b>",
          );
          expect(await page.locator(".field-help img, .field-help b").count()).toBe(0);
          await drop(page, "object.yaml", widget.replace("11", "4"));
          await expectText(stored(page), "size: 4");
        },
        { from },
      );
    });

    it("makes examples of a CRD that was dropped, by the CRD as it is edited", async () => {
      await withEditor(
        async (page) => {
          await drop(page, "widget.yaml", widgetCrd);
          await expectText(page.locator(".notice"), "widget.yaml: Widget (example.org).");
          await page.getByRole("button", { name: "All fields" }).click();
          await expectText(object(page), "size: 3");
          await expectText(problems(page), "Kubernetes 1.37 accepts this.");
          await page.getByRole("button", { name: "Minimal" }).click();
          await expect
            .poll(() => object(page).innerText(), { timeout: 5000 })
            .not.toContain("size");
          await expectText(stored(page), "size: 3");
          await page.getByRole("tab", { name: /^CRD/ }).click();
          const mended = widgetCrd.replace("default: 3", "minimum: 7");
          await write(code(page, "CustomResourceDefinition"), mended);
          await page.getByRole("button", { name: "All fields" }).click();
          await expectText(object(page), "size: 7");
          await page.getByRole("tab", { name: /^CRD/ }).click();
          await write(code(page, "CustomResourceDefinition"), mended.replace("integer", "int"));
          await page.getByRole("button", { name: "All fields" }).click();
          await expectText(page.locator(".notice"), "There is no full example of Widget v1");
        },
        { from },
      );
    });

    it("writes links that hold texts, CRDs and versions", async () => {
      let link = "";
      await withEditor(
        async (page) => {
          await drop(page, "widget.yaml", widgetCrd);
          await write(object(page), widget);
          await page.getByRole("button", { name: "Try an update" }).click();
          await write(code(page, "Stored object"), widget.replace("11", "1"));
          await page.getByLabel("Kubernetes", { exact: true }).selectOption("1.33");
          await page.evaluate(() => {
            const clipboard = { writeText: () => Promise.reject(new Error("forbidden")) };
            Object.defineProperty(navigator, "clipboard", { value: clipboard });
          });
          await page.getByRole("button", { name: "Copy link" }).click();
          const field = page.getByRole("textbox", { name: "Link to copy" });
          await field.waitFor();
          link = await field.inputValue();
          await page.evaluate(() => {
            navigator.clipboard.writeText = () => Promise.resolve();
          });
          await page.getByRole("button", { name: "Copy link" }).click();
          await expectText(page.locator(".notice"), "The link is copied.");
          expect(await field.isVisible()).toBe(false);
        },
        { from },
      );
      const hash = new URL(link).hash;
      await withEditor(
        async (page) => {
          await expectText(problems(page), "Kubernetes 1.33 refuses this: 1 error.");
          await expectText(object(page), "size: 11");
          await expectText(code(page, "Stored object"), "size: 1");
        },
        { from, hash },
      );
    });
  });

  it("marks errors and unknown fields as one types, and jumps to them", async () => {
    await withEditor(async (page) => {
      await write(object(page), `${cronTab}  replicas: many\n  imge: x\n`);
      await expectText(problems(page), "Kubernetes 1.37 refuses this: 3 errors and 1 warning.");
      await page.locator(".cm-lintRange-error", { hasText: "many" }).waitFor();
      await page.locator(".cm-lintRange-warning", { hasText: "imge" }).waitFor();
      expect(await page.locator(".cm-lint-marker-error").count()).toBe(2);
      await expectText(problems(page), "there is a field 'image'");
      await problems(page)
        .getByRole("button", { name: "Warning, line 9 spec.imge unknown field" })
        .click();
      expect(
        await page.locator("#panel-object .written").last().locator(".cm-activeLine").innerText(),
      ).toContain("imge: x");
      // The problem is selected, so that typing mends it.
      await page.keyboard.type("port");
      await expectText(object(page), "port: x");
      await write(object(page), cronTab);
      await expectText(problems(page), "Kubernetes 1.37 accepts this.");
    });
  });

  it("shows what is dropped and filled in, of refused objects, too", async () => {
    await withEditor(async (page) => {
      const legend = page.locator(".legend");
      await write(object(page), `${cronTab}  nowhere: 1\n`);
      await expectText(problems(page), "Kubernetes 1.37 accepts this: 1 warning.");
      await expectText(legend, "2 defaults1 dropped");
      await expectText(stored(page).locator("del"), "nowhere: 1");
      const lines = stored(page).locator(".cm-line");
      expect((await lines.allInnerTexts()).join("\n")).not.toContain("nowhere");
      const defaults = stored(page).locator('.cm-line[data-origin="default"]');
      expect(await defaults.allInnerTexts()).toEqual(["  replicas: 1", "  concurrency: Allow"]);
      const own = stored(page).locator('.cm-line[data-origin="server"]');
      expect(await own.allInnerTexts()).toEqual(["  namespace: default", "  generation: 1"]);
      const say = page.getByText("Not stored while there are errors.");
      expect(await say.isVisible()).toBe(false);
      await write(object(page), `${cronTab}  nowhere: 1\n  replicas: many\n`);
      await expectText(problems(page), "Kubernetes 1.37 refuses this");
      await say.waitFor();
      await expectText(stored(page), "replicas: many");
      await expectText(legend, "1 default1 dropped");
      await writeOver(object(page), `${cronTab}  nowhere: 1\n  rep`);
      await page.getByText("This is what came of it before.").waitFor();
      await expectText(stored(page), "replicas: many");
      await page.getByRole("tab", { name: "TypeScript" }).click();
      expect(await legend.isVisible()).toBe(false);
    });
  });

  it("judges JSON", async () => {
    await withEditor(async (page) => {
      const spec = { cronSpec: "* * * * *", image: "a", replicas: -1 };
      const json = { apiVersion: "stable.example.com/v1", kind: "CronTab", metadata: { name: "a" }, spec }; // prettier-ignore
      await write(object(page), JSON.stringify(json, undefined, 2));
      await expectText(problems(page), "spec.replicas");
      await expectText(problems(page), "Kubernetes 1.37 refuses this");
    });
  });

  it("tries an update by the rules of the chosen version of Kubernetes", async () => {
    await withEditor(async (page) => {
      await page.getByRole("button", { name: "Try an update" }).click();
      await write(object(page), cronTab.replace("busybox", "other"));
      await expectText(problems(page), "image is immutable");
      const long = cronTab.replace("* * * * *", "*".repeat(101));
      await write(code(page, "Stored object"), long);
      await write(object(page), `${long}  replicas: 2\n`);
      await expectText(problems(page), "Kubernetes 1.37 accepts this.");
      await page.getByLabel("Kubernetes", { exact: true }).selectOption("1.29");
      await expectText(problems(page), "Kubernetes 1.29 refuses this");
      await page.getByRole("button", { name: "Try an update", pressed: true }).click();
      expect(await code(page, "Stored object").isVisible()).toBe(false);
    });
  });

  it("shows the TypeScript in a tab that arrow keys reach", async () => {
    await withEditor(async (page) => {
      await page.getByRole("tab", { name: "As stored" }).focus();
      await page.keyboard.press("ArrowRight");
      expect(
        await page.getByRole("tab", { name: "TypeScript" }).getAttribute("aria-selected"),
      ).toBe("true");
      await expectText(code(page, "Generated TypeScript"), "@generated by crdgen");
      await page.keyboard.press("Home");
      expect(await stored(page).isVisible()).toBe(true);
    });
  });

  it("opens files with a button", async () => {
    await withEditor(async (page) => {
      const choosing = page.waitForEvent("filechooser");
      await page.getByRole("button", { name: "Open files…" }).click();
      const buffer = Buffer.from(widgetCrd);
      await (await choosing).setFiles({ name: "w.yaml", mimeType: "application/yaml", buffer });
      await expectText(object(page), "kind: Widget");
      await expectText(problems(page), "Kubernetes 1.37 accepts this.");
    });
  });

  it("judges by the CRD as it is edited, and lints it", async () => {
    await withEditor(async (page) => {
      await drop(page, "widget.yaml", widgetCrd);
      await write(object(page), widget);
      await expectText(problems(page), "1 error");
      await page.getByRole("tab", { name: /^CRD/ }).click();
      const crd = code(page, "CustomResourceDefinition");
      await write(crd, widgetCrd.replace("maximum: 10", "maximum: 20"));
      await page.getByRole("tab", { name: "Object" }).click();
      await expectText(problems(page), "Kubernetes 1.37 accepts this.");
      await page.getByRole("tab", { name: /^CRD/ }).click();
      await write(crd, widgetCrd.replace("default: 3", "default: 30"));
      await expectText(page.getByLabel("Problems of the CRD"), "error");
      await page.locator("#panel-crd .cm-lintRange-error").first().waitFor();
      await expectText(page.getByRole("tab", { name: /^CRD/ }), "CRD (1 error)");
      await page.getByRole("button", { name: "Discard" }).click();
      await page.getByRole("tab", { name: "Object" }).click();
      await expectText(problems(page), "Not judged");
    });
  });

  it("chooses a kind with the keyboard, and keeps what the user has written", async () => {
    await withEditor(async (page) => {
      const kind = page.getByRole("combobox", { name: "Kind", exact: true });
      await kind.click();
      await kind.fill("gad");
      expect(await page.getByRole("listbox", { name: "Kinds" }).getByRole("option").count()).toBe(
        1,
      );
      await kind.press("ArrowDown");
      expect(await kind.getAttribute("aria-activedescendant")).toBe("kind-0");
      await kind.press("Enter");
      await expectText(object(page), "kind: Gadget");
      await write(object(page), "mine: 1\n");
      await kind.fill("cron");
      await kind.press("Enter");
      await expectText(page.locator(".notice"), "Your text stays as it is.");
      expect(await object(page).innerText()).toContain("mine: 1");
      await page.getByRole("button", { name: "Minimal" }).click();
      await expectText(object(page), "kind: CronTab");
      await object(page).press("Control+z");
      await expectText(object(page), "mine: 1");
    });
  });

  it("finds the CRD by what is typed", async () => {
    await withEditor(
      async (page) => {
        await expectText(problems(page), "Write or drop an object to see the server's verdict.");
        await write(object(page), cronTab);
        await expectText(problems(page), "Kubernetes 1.37 accepts this.");
        await expectText(stored(page), "replicas: 1");
      },
      { hash: "" },
    );
  });

  it("tells of a damaged link", async () => {
    await withEditor(
      async (page) => {
        await expectText(page.locator(".notice"), "The link is damaged");
        await page.evaluate(() => {
          location.hash = "#crd=example.com/nothings";
        });
        await expectText(page.locator(".notice"), "example.com/nothings, which this site does not have"); // prettier-ignore
        await page.getByRole("button", { name: "Close" }).click();
        expect(await page.locator(".notice").innerText()).toBe("");
      },
      { hash: "#text=abcdef" },
    );
  });

  it("lets Tab leave the code", async () => {
    await withEditor(async (page) => {
      await object(page).focus();
      await page.keyboard.press("Tab");
      const isInside = await object(page).evaluate((text) => {
        const root = text.getRootNode();
        return root instanceof ShadowRoot && root.activeElement === text;
      });
      expect(isInside).toBe(false);
    });
  });

  it("finds a text with Ctrl+F", async () => {
    await withEditor(async (page) => {
      await object(page).press("Control+f");
      await page.getByRole("textbox", { name: "Find" }).fill("image");
      await page.getByRole("button", { name: "next" }).click();
      await page.locator(".cm-searchMatch-selected", { hasText: "image" }).waitFor();
      await page.keyboard.press("Escape");
      expect(await page.getByRole("textbox", { name: "Find" }).count()).toBe(0);
    });
  });

  it("prints texts and problems", async () => {
    await withEditor(async (page) => {
      await write(object(page), `${cronTab}  replicas: many\n`);
      await expectText(problems(page), "3 errors");
      await page.emulateMedia({ media: "print" });
      await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
      await expectText(page.locator(".only-printed pre"), "replicas: many");
      expect(await page.locator(".only-printed pre").first().isVisible()).toBe(true);
      expect(await problems(page).isVisible()).toBe(true);
      expect(await object(page).isVisible()).toBe(false);
    });
  });

  it.each([
    ["light and wide", { width: 1280 }],
    ["dark and narrow", { dark: true, width: 360 }],
  ])("is accessible: %s", async (_name, options) => {
    await withEditor(async (page) => {
      await write(object(page), `${cronTab}  replicas: many # no\n  imge: "1"\n`);
      await page.getByRole("button", { name: "Try an update" }).click();
      await expectText(problems(page), "Kubernetes 1.37 refuses this");
      await expectAccessible(page);
      await page.getByRole("combobox", { name: "Kind", exact: true }).click();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await page.getByRole("tab", { name: /^CRD/ }).click();
      await page.getByRole("tab", { name: "TypeScript" }).click();
      await expectText(code(page, "Generated TypeScript"), "@generated by crdgen");
      await expectText(page.getByLabel("Problems of the CRD"), "Lint finds");
      await expectAccessible(page);
      const scrolls = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      expect(scrolls).toBe(false);
    }, options);
  });

  it("judges where headers forbid code from text", async () => {
    const headers = { "content-security-policy": "script-src 'self'" };
    const { url, stop } = await serveFolder(site, "/", headers);
    const hash = "#crd=stable.example.com/crontabs&example=minimal";
    const { page, faults } = await openPage(browser, `${url}editor.html`, { hash });
    try {
      await expectText(problems(page), "Kubernetes 1.37 accepts this.");
      expect(faults).toEqual([]);
    } finally {
      await page.context().close();
      stop();
    }
  });
});

/** Writes another text at once; `write` leaves an empty one for a moment, which may be judged. */
async function writeOver(editor: Locator, text: string): Promise<void> {
  await editor.press("Control+a");
  await editor.page().keyboard.insertText(text);
}

/** Replaces the text of a code editor, as a user would. */
async function write(editor: Locator, text: string): Promise<void> {
  await editor.press("Control+a");
  await editor.page().keyboard.press("Delete");
  await editor.page().keyboard.insertText(text);
}

/** Drops a file onto the page. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(
    ([fileName, content]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content ?? ""], fileName ?? ""));
      for (const type of ["dragover", "drop"]) {
        const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
        document.body.dispatchEvent(event);
      }
    },
    [name, text],
  );
}
