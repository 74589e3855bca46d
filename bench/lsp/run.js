// How long an editor waits for `crdgen lsp` with 1,000 CRDs in its folder: `node bench/lsp/run.js`.
// Through the real protocol, and without the pause that the server makes before it judges.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";
import { median, readSet, row } from "../shared.js";

const main = join(import.meta.dirname, "../../dist/cli/main.js");
/** Milliseconds: see src/cli/lsp/features/diagnostics.ts. */
const pause = 150;
const folder = mkdtempSync(join(tmpdir(), "crdgen-lsp-"));
readSet("large").forEach(({ text }, index) => writeFileSync(join(folder, `${index}.yaml`), text));

/** One object of 500 lines. */
const lines = Array.from({ length: 494 }, (_, index) => `    label-${index}: x`);
const head = ["apiVersion: monitoring.coreos.com/v1", "kind: Prometheus", "metadata:", "  name: x"];
const text = [...head, "  labels:", ...lines, "spec:", ""].join("\n");

const figures = { ready: [], memory: [], diagnostics: [], completion: [] };
for (let round = 0; round < 3; round++) await measure();
rmSync(folder, { recursive: true });
const results = [
  row("ready with 1,000 CRDs: seconds", median(figures.ready) / 1_000, 2),
  row("memory: MB", median(figures.memory), 400),
  row("change to diagnostics in 500 lines: milliseconds", median(figures.diagnostics), 30),
  row("completion in 500 lines: milliseconds", median(figures.completion), 30),
];
process.exitCode = results.every(Boolean) ? 0 : 1;

async function measure() {
  const server = spawn(process.execPath, [main, "lsp"], {
    cwd: folder,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const client = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  const uri = `${pathToFileURL(folder).href}/object.yaml`;
  let told = () => undefined;
  client.onNotification("textDocument/publishDiagnostics", (params) => told(params));
  client.listen();
  const start = performance.now();
  const workspaceFolders = [{ uri: pathToFileURL(folder).href, name: "workspace" }];
  const params = { processId: null, rootUri: null, capabilities: {}, workspaceFolders };
  await client.sendRequest("initialize", params);
  await client.sendNotification("initialized", {});
  const textDocument = { uri, languageId: "yaml", version: 1, text };
  await client.sendNotification("textDocument/didOpen", { textDocument });
  const complete = () =>
    client.sendRequest("textDocument/completion", {
      textDocument: { uri },
      position: { line: 500, character: 2 },
    });
  await complete();
  figures.ready.push(performance.now() - start);
  for (let version = 2; version < 20; version++) {
    const judged = new Promise((resolve) => {
      told = (params) => params.version === version && resolve(undefined);
    });
    const from = performance.now();
    await client.sendNotification("textDocument/didChange", {
      textDocument: { uri, version },
      contentChanges: [{ text: `${text}  a${version}: 1\n` }],
    });
    await judged;
    figures.diagnostics.push(performance.now() - from - pause);
    const asked = performance.now();
    await complete();
    figures.completion.push(performance.now() - asked);
  }
  const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
  figures.memory.push(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1_024);
  await client.sendRequest("shutdown");
  await client.sendNotification("exit");
  await new Promise((resolve) => server.once("exit", resolve));
  client.dispose();
}
