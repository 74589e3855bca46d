import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CompletionItem } from "vscode-languageserver-protocol/node";
import { CompletionRequest, InsertTextFormat } from "vscode-languageserver-protocol/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { createLanguageService } from "../../../src/tools/language/service.js";
import { readCorpus, readCorpusIndex } from "../../support/corpus.js";
import { sample } from "../../support/scope.js";
import { describeShared } from "../../support/shared.js";
import { LanguageClient, openSample } from "./client.js";

const capabilities = {
  textDocument: { completion: { completionItem: { snippetSupport: true } } },
};

let folder: string;
let client: LanguageClient;

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** What is offered at the end of a text, and each whole object put in there. */
async function offered(
  path: string,
  text: string,
  languageId = "yaml",
): Promise<{ items: readonly CompletionItem[]; texts: readonly string[] }> {
  const uri = await client.open(path, text, languageId);
  const document = TextDocument.create(uri, languageId, 1, text);
  const position = document.positionAt(text.length);
  const asked = { textDocument: { uri }, position };
  const answer = await client.connection.sendRequest(CompletionRequest.type, asked);
  const all = answer === null ? [] : Array.isArray(answer) ? answer : answer.items;
  const items = all.filter(({ detail = "" }) => detail.startsWith("new object"));
  const texts = items.map(({ textEdit }) => {
    if (textEdit === undefined || !("range" in textEdit)) throw new Error("no edit");
    return TextDocument.applyEdits(document, [textEdit]);
  });
  return { items, texts };
}

/** What stands there when nothing is changed at the stops of a snippet. */
function withDefaults(snippet: string): string {
  return snippet
    .replace(
      /\$\{\d+(?::((?:\\.|[^\\}])*)|\|((?:\\.|[^\\,|])*)(?:\\.|[^\\|])*\|)\}/g,
      (_, text?: string, choice?: string) => text ?? choice ?? "",
    ) // prettier-ignore
    .replace(/\\(.)/g, "$1");
}

describe("new objects by crdgen lsp", () => {
  beforeEach(async () => {
    ({ folder, client } = await openSample({ capabilities }));
  });

  it("are offered where a document is empty, with stops for their values", async () => {
    const { items, texts } = await offered("empty.yaml", "");
    expect(items).toMatchObject([
      { label: "CronTab", insertTextFormat: InsertTextFormat.Snippet, filterText: "CronTab" },
    ]);
    expect(texts[0]).toMatch(
      /^apiVersion: stable.example.com\/v1\nkind: CronTab\nmetadata:\n {2}name: \$\{1:.+\}\nspec:\n {2}cronSpec: \$\{2:.+\}\n {2}image: \$\{3:.+\}\n$/,
    );
    expect((await offered("word.yaml", "# One.\ncron")).texts[0]).toMatch(/^# One\.\napiVersion: /);
    expect((await offered("second.yaml", "a: 1\n---\nTab")).texts[0]).toMatch(/^a: 1\n---\napiV/);
    expect((await offered("json.json", "\n", "json")).texts[0]).toMatch(
      /^\n\{\n {2}"apiVersion": /,
    );
    expect(await client.end()).toBe(0);
  });

  it("are not offered elsewhere, nor for other words", async () => {
    for (const text of ["a: 1\n", "Boat", "metadata:\n  Cron", "- Cron", "# Cron", '"Cron']) {
      const { items } = await offered(`${text.length}.yaml`, text);
      expect(items, text).toEqual([]);
    }
    expect(await client.end()).toBe(0);
  });

  it("are plain texts for clients without snippets", async () => {
    await client.end();
    rmSync(folder, { recursive: true, force: true });
    ({ folder, client } = await openSample());
    const { items, texts } = await offered("empty.yaml", "");
    expect(items[0]?.insertTextFormat).toBe(InsertTextFormat.PlainText);
    expect(texts[0]).not.toContain("$");
    expect(await client.end()).toBe(0);
  });
});

describeShared("new objects by crdgen lsp, in the corpus", () => {
  it("are accepted as they are", async () => {
    folder = mkdtempSync(join(tmpdir(), "crdgen-new-"));
    const chosen = sample(readCorpusIndex(), 60).slice(0, 40);
    const sources = readCorpus(chosen);
    for (const [at, { text }] of sources.entries()) writeFileSync(join(folder, `${at}.yaml`), text);
    client = new LanguageClient(folder);
    await client.initialize({ capabilities });
    const service = createLanguageService();
    await service.use(sources, "1.37");
    let count = 0;
    for (const { kind, group, versions, crd } of service.crds.kinds) {
      const isRefused = (await service.crds.tools.errorsOf(crd)).length > 0;
      const { items, texts } = await offered(`new-${count}-${kind}.yaml`, kind);
      const at = items.findIndex(({ detail = "" }) => versions.some((one) => detail.endsWith(`${group}/${one}`))); // prettier-ignore
      if (isRefused || at === -1) continue;
      count++;
      const { verdict, diagnostics: all } = await service.judge(withDefaults(texts[at] ?? ""));
      // Some versions are deprecated.
      const diagnostics = all.filter(({ code }) => code !== "object/warning");
      expect({ kind, verdict, diagnostics }).toEqual({
        kind,
        verdict: "accepted",
        diagnostics: [],
      });
    }
    expect(count).toBeGreaterThan(chosen.length / 2);
    expect(await client.end()).toBe(0);
  });
});
