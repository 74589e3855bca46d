// An editor that speaks to a language server over the real protocol, and what it waits for.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";

/** Changes of the text that are measured in each round. */
const changes = 18;

/**
 * One round: milliseconds until the first answer, those of each change until its diagnostics
 * without the pause that the server makes before it judges, those of each completion, and the most
 * memory in MB.
 *
 * @param server the script and its arguments, its pause in milliseconds, what it is told under
 *   sections of the settings, in which folder it works, and whether it has work of its own (with
 *   progress) that is waited for before keys are pressed
 * @param text a document that ends where fields can be completed
 */
export async function measure({ args, pause, settings = {}, folder, works = false }, text) {
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
  const client = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const root = pathToFileURL(folder).href;
  const uri = `${root}/object.yaml`;
  let told = () => undefined;
  client.onNotification("textDocument/publishDiagnostics", (params) => told(params));
  client.onRequest("workspace/configuration", ({ items }) =>
    items.map(({ section }) => settings[section] ?? null),
  );
  client.onRequest("client/registerCapability", () => null);
  client.onRequest("window/workDoneProgress/create", () => null);
  const isQuiet = new Promise((resolve) => {
    client.onNotification("$/progress", ({ value }) => value.kind === "end" && resolve(undefined));
  });
  client.listen();
  const start = performance.now();
  const workspaceFolders = [{ uri: root, name: "workspace" }];
  const capabilities = {
    window: { workDoneProgress: true },
    workspace: { configuration: true, workspaceFolders: true },
  };
  const params = { processId: null, rootUri: root, capabilities, workspaceFolders };
  await client.sendRequest("initialize", params);
  await client.sendNotification("initialized", {});
  const textDocument = { uri, languageId: "yaml", version: 1, text };
  await client.sendNotification("textDocument/didOpen", { textDocument });
  const position = { line: text.split("\n").length - 1, character: 2 };
  const complete = async () => {
    const answer = await client.sendRequest("textDocument/completion", {
      textDocument: { uri },
      position,
    });
    return (answer?.items ?? answer ?? []).length;
  };
  await untilItKnows(complete);
  const figures = { ready: performance.now() - start, diagnostics: [], completion: [] };
  if (works) await isQuiet;
  for (let version = 2; version < changes + 2; version++) {
    const judged = new Promise((resolve) => {
      // Servers that do not name the version judge nothing but this change meanwhile.
      told = ({ version: of = version }) => of === version && resolve(undefined);
    });
    const from = performance.now();
    await client.sendNotification("textDocument/didChange", {
      textDocument: { uri, version },
      contentChanges: [{ text: `${text}a${version}: 1\n` }],
    });
    await judged;
    figures.diagnostics.push(performance.now() - from - pause);
    const asked = performance.now();
    await complete();
    figures.completion.push(performance.now() - asked);
  }
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  const memory = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1_024;
  await client.sendRequest("shutdown");
  await client.sendNotification("exit");
  await new Promise((resolve) => child.once("exit", resolve));
  client.dispose();
  return { ...figures, memory };
}

/** Some servers answer with nothing while they still read. */
async function untilItKnows(complete) {
  const end = performance.now() + 60_000;
  while ((await complete()) === 0) {
    if (performance.now() > end) throw new Error("the server proposes nothing");
    await wait(20);
  }
}
