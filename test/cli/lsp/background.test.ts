import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ClientCapabilities } from "vscode-languageserver-protocol/node";
import {
  DidChangeWatchedFilesNotification,
  DidCloseTextDocumentNotification,
  WorkDoneProgress,
  WorkDoneProgressCreateRequest,
} from "vscode-languageserver-protocol/node";
import { writeBelow } from "../../support/cli.js";
import { LanguageClient, sample } from "./client.js";

const wrong = `apiVersion: stable.example.com/v1
kind: CronTab
metadata: { name: mine }
spec: { cronSpec: "* * * * *", image: a, imagee: b }
`;
const mended = wrong.replace(", imagee: b", "");

let folder: string;
let client: LanguageClient;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "crdgen-lsp-"));
  cpSync(sample, join(folder, "crd.yaml"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function start(capabilities: ClientCapabilities = {}): Promise<void> {
  client = new LanguageClient(folder);
  await client.initialize({ capabilities });
}

/** Waits until these codes are told of a file. */
async function codes(path: string, expected: readonly string[]): Promise<void> {
  const told = await client.diagnosticsUntil(
    client.uriOf(path),
    (list) => JSON.stringify(list.map(({ code }) => code)) === JSON.stringify(expected),
  );
  expect(told).toHaveLength(expected.length);
}

async function noteChange(path: string, type: 1 | 2 | 3): Promise<void> {
  const changes = [{ uri: client.uriOf(path), type }];
  await client.connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes });
}

describe("documents that nobody has open", () => {
  it("are judged, and judged again when they or the CRDs change", async () => {
    writeBelow(folder, "some/mine.yaml", wrong);
    await start();
    await codes("some/mine.yaml", ["object/unknown-field"]);
    writeBelow(folder, "some/mine.yaml", mended);
    await noteChange("some/mine.yaml", 2);
    await codes("some/mine.yaml", []);
    const json = `{ "apiVersion": "stable.example.com/v1", "kind": "CronTab", "metadata": { "name": "a" },
      "spec": { "cronSpec": "* * * * *", "image": "a", "imagee": "b" } }`;
    writeBelow(folder, "other.json", json);
    await noteChange("other.json", 1);
    await codes("other.json", ["object/unknown-field"]);
    rmSync(join(folder, "crd.yaml"));
    await noteChange("crd.yaml", 3);
    await codes("other.json", []);
    expect(await client.end()).toBe(0);
  });

  it("lose what was told of them when they go", async () => {
    writeBelow(folder, "mine.yaml", wrong);
    await start();
    await codes("mine.yaml", ["object/unknown-field"]);
    rmSync(join(folder, "mine.yaml"));
    await noteChange("mine.yaml", 3);
    await codes("mine.yaml", []);
    expect(await client.end()).toBe(0);
  });

  it("are judged as they are open, and as files once they are closed", async () => {
    writeBelow(folder, "mine.yaml", wrong);
    await start();
    await codes("mine.yaml", ["object/unknown-field"]);
    const uri = await client.open("mine.yaml", mended);
    await codes("mine.yaml", []);
    const textDocument = { uri };
    await client.connection.sendNotification(DidCloseTextDocumentNotification.type, {
      textDocument,
    });
    await codes("mine.yaml", ["object/unknown-field"]);
    expect(await client.end()).toBe(0);
  });

  it("are those that crdgen validate finds in a folder, of kinds that are known", async () => {
    writeBelow(folder, "mine.yaml", wrong);
    writeBelow(folder, "chart/Chart.yaml", "apiVersion: v2\nname: a\nversion: 1.0.0\n");
    writeBelow(folder, "chart/templates/a.yaml", wrong.replace("mine", "{{ .Values.a }}"));
    writeBelow(folder, "kustomization.yaml", "patches: [{ path: patch.yaml }]\n");
    writeBelow(folder, "patch.yaml", wrong);
    writeBelow(folder, "unknown.yaml", "apiVersion: a.example.com/v1\nkind: A\n");
    writeBelow(folder, "broken.yaml", "a: [\n");
    mkdirSync(join(folder, "node_modules"));
    writeBelow(folder, "node_modules/a.yaml", wrong);
    const told = new Set<string>();
    await start({ window: { workDoneProgress: true } });
    const done = ended();
    await codes("mine.yaml", ["object/unknown-field"]);
    await done;
    for (const path of ["chart/templates/a.yaml", "patch.yaml", "unknown.yaml", "broken.yaml"]) {
      if (client.isTold(client.uriOf(path))) told.add(path);
    }
    expect([...told]).toEqual([]);
    expect(await client.end()).toBe(0);
  });
});

/** Settles when the server says that it is ready with its work; gives all that it has reported. */
function ended(): Promise<readonly unknown[]> {
  const { connection } = client;
  return new Promise((resolve) => {
    connection.onRequest(WorkDoneProgressCreateRequest.type, ({ token }) => {
      const reports: unknown[] = [];
      connection.onProgress(WorkDoneProgress.type, token, (report) => {
        reports.push(report);
        if (report.kind === "end") resolve(reports);
      });
    });
  });
}

describe("the progress of judging", () => {
  it("begins and ends, with counts between", async () => {
    for (let at = 0; at < 200; at++) writeFileSync(join(folder, `${at}.yaml`), wrong);
    await start({ window: { workDoneProgress: true } });
    const reports = await ended();
    expect(reports[0]).toMatchObject({
      kind: "begin",
      title: "crdgen: judging manifests",
      cancellable: true,
    });
    expect(reports.at(-1)).toMatchObject({ kind: "end" });
    expect(await client.end()).toBe(0);
  });

  it("is not asked of clients that cannot show it", async () => {
    writeBelow(folder, "mine.yaml", wrong);
    await start();
    let asked = 0;
    client.connection.onRequest(WorkDoneProgressCreateRequest.type, () => {
      asked++;
    });
    await codes("mine.yaml", ["object/unknown-field"]);
    expect(asked).toBe(0);
    expect(await client.end()).toBe(0);
  });
});
