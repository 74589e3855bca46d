import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SemanticTokensRequest } from "vscode-languageserver-protocol/node";
import { ruledCrd } from "../../unit/tools/language/cel/ruled-crd.js";
import { LanguageClient } from "./client.js";

let folder: string;
let client: LanguageClient;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "crdgen-lsp-cel-"));
  client = new LanguageClient(folder);
  await client.initialize();
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("crdgen lsp, in rules of CRDs", () => {
  it("tells the kinds of words", async () => {
    const text = ruledCrd("self.replicas > 1");
    const uri = await client.open("crd.yaml", text);
    const tokens = await client.connection.sendRequest(SemanticTokensRequest.type, {
      textDocument: { uri },
    });
    const line = text.split("\n").findIndex((one) => one.includes("rule:"));
    const column = text.split("\n")[line]?.indexOf("self") ?? -1;
    expect(tokens?.data).toEqual([
      ...[line, column, 4, 1, 0],
      ...[0, 5, 8, 2, 0],
      ...[0, 9, 1, 6, 0],
      ...[0, 2, 1, 5, 0],
    ]);
    expect(await client.end()).toBe(0);
  });

  it("tells what is wrong with a rule at the column where it is", async () => {
    const text = ruledCrd(">-\n  self.replicas > 1 &&\n  self.nam == ''");
    const uri = await client.open("crd.yaml", text);
    const [told] = await client.diagnostics(uri);
    const line = text.split("\n").findIndex((one) => one.includes("self.nam "));
    const column = text.split("\n")[line]?.indexOf(".nam") ?? -1;
    expect(told?.code).toBe("cel/undefined-field");
    expect(told?.range.start).toEqual({ line, character: column });
    expect(await client.end()).toBe(0);
  });
});
