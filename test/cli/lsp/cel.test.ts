import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  CompletionRequest,
  HoverRequest,
  InlayHintRequest,
  SemanticTokensRequest,
} from "vscode-languageserver-protocol/node";
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

  it("completes what is half written, in a document that nobody could read", async () => {
    const text = ruledCrd('"self.ports.all(p, p.');
    const uri = await client.open("crd.yaml", text);
    const line = text.split("\n").findIndex((one) => one.includes("rule:"));
    const character = text.split("\n")[line]?.length ?? 0;
    const items = await client.connection.sendRequest(CompletionRequest.type, {
      textDocument: { uri },
      position: { line, character },
    });
    const list = Array.isArray(items) ? items : (items?.items ?? []);
    expect(list.map(({ label }) => label)).toEqual(["port", "host__dash__name"]);
    expect(list[0]?.textEdit).toMatchObject({ newText: "port" });
    expect(await client.end()).toBe(0);
  });

  it("explains words, without markup of the CRD", async () => {
    const text = ruledCrd("self.replicas > 1");
    const uri = await client.open("crd.yaml", text);
    const line = text.split("\n").findIndex((one) => one.includes("rule:"));
    const character = text.split("\n")[line]?.indexOf("replicas") ?? 0;
    const hover = await client.connection.sendRequest(HoverRequest.type, {
      textDocument: { uri },
      position: { line, character },
    });
    expect(hover?.contents).toEqual({
      kind: "markdown",
      value: "```cel\nself.replicas: int\n```\n\nHow \\*many\\* there are.",
    });
    expect(hover?.range?.start).toEqual({ line, character });
    expect(await client.end()).toBe(0);
  });

  it("tells what rules cost, behind their lines", async () => {
    const text = ruledCrd(">-\n  self.replicas > 1");
    const uri = await client.open("crd.yaml", text);
    const hints = await client.connection.sendRequest(InlayHintRequest.type, {
      textDocument: { uri },
      range: { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } },
    });
    const lines = text.split("\n");
    expect(hints?.map(({ label, position }) => [lines[position.line]?.trim(), label])).toEqual([
      ["openAPIV3Schema:", "rules cost 3 of 100,000,000"],
      ["- rule: >-", "costs 3 of 10,000,000"],
    ]);
    expect(await client.end()).toBe(0);
  });
});
