import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Diagnostic } from "vscode-languageserver-protocol/node";
import {
  CompletionRequest,
  DocumentSymbolRequest,
  HoverRequest,
} from "vscode-languageserver-protocol/node";
import { main } from "../../support/cli.js";
import { LanguageClient, openSample } from "./client.js";

const wrong = `apiVersion: stable.example.com/v1
kind: CronTab
metadata:
  name: mine
spec:
  cronSpec: "* * * * *"
  image: registry.example.com/cron:1
  replicas: many
  imagee: x
`;

/** A diagnostic of an editor as `--format json` has it, as far as both say it. */
function inJson({ range, severity, code, message }: Diagnostic): object {
  const { start, end } = range;
  return {
    code,
    severity: severity === 1 ? "error" : "warning",
    message: String(message).split("\n", 1)[0],
    start: { line: start.line + 1, column: start.character + 1 },
    end: { line: end.line + 1, column: end.character + 1 },
  };
}

/** What `crdgen validate --format json` says of a text, by the CRD of the folder. */
function validateInJson(folder: string, path: string, text: string): readonly object[] {
  writeFileSync(join(folder, path), text);
  const args = [main, "validate", "--crd", "crd.yaml", path, "--format", "json"];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => {
      const said = JSON.parse(line) as ReturnType<typeof inJson> & Record<string, unknown>; // ours
      const { code, severity, message, start, end } = said;
      return { code, severity, message, start, end };
    });
}

let folder: string;
let client: LanguageClient;

beforeEach(async () => {
  ({ folder, client } = await openSample());
});

describe("crdgen lsp", () => {
  it("tells what the server would say of an object, and nothing once it is mended", async () => {
    const uri = await client.open("mine.yaml", wrong);
    const told = await client.diagnostics(uri);
    expect(told.map(inJson)).toEqual(validateInJson(folder, "mine.yaml", wrong));
    expect(told).toHaveLength(4);
    await client.change(uri, 2, wrong.replace("many", "2").replace("  imagee: x\n", ""));
    expect(await client.diagnostics(uri, 2)).toEqual([]);
    expect(await client.end()).toBe(0);
  });

  it("completes fields, and explains them", async () => {
    const uri = await client.open("mine.yaml", wrong);
    const items = await client.connection.sendRequest(CompletionRequest.type, {
      textDocument: { uri },
      position: { line: 8, character: 4 },
    });
    const list = Array.isArray(items) ? items : (items?.items ?? []);
    expect(list.map(({ label }) => label)).toEqual(["concurrency", "env", "port"]);
    const hover = await client.connection.sendRequest(HoverRequest.type, {
      textDocument: { uri },
      position: { line: 7, character: 4 },
    });
    expect(JSON.stringify(hover?.contents)).toContain("spec.replicas");
    expect(await client.end()).toBe(0);
  });

  it("tells the fields of a document", async () => {
    const uri = await client.open("mine.yaml", wrong);
    const symbols = await client.connection.sendRequest(DocumentSymbolRequest.type, {
      textDocument: { uri },
    });
    expect(symbols?.map(({ name }) => name)).toEqual(["CronTab mine"]);
    expect(await client.end()).toBe(0);
  });

  it("judges by a CRD that comes later, and survives a broken configuration", async () => {
    writeFileSync(join(folder, "crdgen.config.json"), "{ no");
    const other = new LanguageClient(folder);
    await other.initialize();
    const uri = await other.open("mine.yaml", wrong);
    await other.diagnostics(uri);
    expect(await other.end()).toBe(0);
    expect(await client.end()).toBe(0);
  });
});
