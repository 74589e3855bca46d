import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { InitializeParams } from "vscode-languageserver-protocol/node";
import {
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  DidChangeWorkspaceFoldersNotification,
} from "vscode-languageserver-protocol/node";
import { LanguageClient, sample } from "./client.js";

const wrong = `apiVersion: stable.example.com/v1
kind: CronTab
metadata:
  name: mine
spec:
  cronSpec: "* * * * *"
  image: registry.example.com/cron:1
  replicas: many
`;

/** What is said of it by whoever knows the CRD, and of its kind by whoever does not. */
const byCrd = ["object/invalid", "object/invalid", "object/invalid"];
const withoutCrd = ["object/unknown-kind"];

/** The workspace, and a folder outside of it that has the CRD. */
let folder: string;
let elsewhere: string;
let client: LanguageClient;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "crdgen-lsp-"));
  elsewhere = mkdtempSync(join(tmpdir(), "crdgen-crds-"));
  cpSync(sample, join(elsewhere, "crd.yaml"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(elsewhere, { recursive: true, force: true });
});

async function start(
  args: readonly string[] = [],
  more: Partial<InitializeParams> = {},
  setting: unknown = null,
): Promise<string> {
  client = new LanguageClient(folder, args);
  client.setting = setting;
  await client.initialize(more);
  return client.open("mine.yaml", wrong);
}

/** Waits until these codes are told of a document. */
async function codes(uri: string, expected: readonly string[]): Promise<void> {
  const isDue = (list: readonly { readonly code?: unknown }[]): boolean =>
    JSON.stringify(list.map(({ code }) => code)) === JSON.stringify(expected);
  expect(await client.diagnosticsUntil(uri, isDue)).toHaveLength(expected.length);
}

const asked = { workspace: { configuration: true, workspaceFolders: true } };

describe("the CRDs of a workspace", () => {
  it("come from the configuration, which may be mended", async () => {
    const config = join(folder, "crdgen.config.json");
    writeFileSync(config, `{ "inputs": 7 }`);
    const uri = await start();
    await codes(client.uriOf("crdgen.config.json"), ["config/invalid"]);
    await codes(uri, withoutCrd);
    writeFileSync(config, JSON.stringify({ inputs: [elsewhere] }));
    const changes = [{ uri: client.uriOf("crdgen.config.json"), type: 2 as const }];
    await client.connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes });
    await codes(uri, byCrd);
    await codes(client.uriOf("crdgen.config.json"), []);
    expect(await client.end()).toBe(0);
  });

  it.each([
    ["throws", `throw new Error("no way");`, undefined],
    ["ends the process", "process.exit(3);", "it ends the process (exit code 3)"],
    ["does not end", "for (;;);", "it does not end within 10 seconds"],
  ])("survive a configuration that %s", async (_, code, message) => {
    writeFileSync(join(folder, "crdgen.config.mjs"), `${code}\nexport default {};`);
    const uri = await start(["--crd", elsewhere]);
    await codes(uri, byCrd);
    if (message === undefined) {
      await codes(client.uriOf("crdgen.config.mjs"), ["config/invalid"]);
      expect(client.messages).toEqual([]);
    } else {
      await client.message(message);
      expect(client.messages).toEqual([`crdgen: 'crdgen.config.mjs': ${message}`]);
    }
    expect(await client.end()).toBe(0);
  });

  it("come from a configuration that prints to the protocol's stream", async () => {
    const code = `console.log("Content-Length: 7"); process.stdout.write("x");`;
    const config = `export default { inputs: [${JSON.stringify(elsewhere)}] };`;
    writeFileSync(join(folder, "crdgen.config.mjs"), `${code}\n${config}`);
    await codes(await start(), byCrd);
    expect(await client.end()).toBe(0);
  });

  it("come from the setting, as it is and as it becomes", async () => {
    const uri = await start([], { capabilities: asked }, { crds: 7 });
    await codes(uri, withoutCrd);
    await client.message("the setting 'crdgen.crds' must be a list");
    client.setting = { crds: join(elsewhere, "crd.yaml") };
    const changed = { settings: null };
    await client.connection.sendNotification(DidChangeConfigurationNotification.type, changed);
    await codes(uri, byCrd);
    client.setting = { crds: [join(elsewhere, "gone.yaml")] };
    await client.connection.sendNotification(DidChangeConfigurationNotification.type, changed);
    await codes(uri, withoutCrd);
    await client.message("gone.yaml': no such file or folder");
    expect(await client.end()).toBe(0);
  });

  it("come from the options that a client starts with", async () => {
    await codes(await start([], { initializationOptions: { crds: [elsewhere] } }), byCrd);
    expect(await client.end()).toBe(0);
  });

  it("come and go with folders", async () => {
    const uri = await start([], { capabilities: asked });
    await codes(uri, withoutCrd);
    const other = { uri: pathToFileURL(elsewhere).href, name: "other" };
    for (const [added, removed, expected] of [
      [[other], [], byCrd],
      [[], [other], withoutCrd],
    ] as const) {
      const event = { added: [...added], removed: [...removed] };
      const { connection } = client;
      await connection.sendNotification(DidChangeWorkspaceFoldersNotification.type, { event });
      await codes(uri, expected);
    }
    expect(await client.end()).toBe(0);
  });

  it.each(["rootUri", "rootPath"])("are found by clients that know only %s", async (name) => {
    mkdirSync(join(folder, "crds"));
    cpSync(sample, join(folder, "crds/crd.yaml"));
    const root = name === "rootUri" ? pathToFileURL(folder).href : folder;
    await codes(await start([], { workspaceFolders: null, [name]: root }), byCrd);
    expect(await client.end()).toBe(0);
  });

  it("are those of open documents before they are saved", async () => {
    cpSync(sample, join(folder, "crd.yaml"));
    const uri = await start();
    await codes(uri, byCrd);
    const text = readFileSync(sample, "utf8");
    const crd = await client.open("crd.yaml", text.replace("kind: CronTab", "kind: Other"));
    await codes(uri, withoutCrd);
    await client.change(crd, 2, text);
    await codes(uri, byCrd);
    expect(await client.end()).toBe(0);
  });

  it("follow files that appear, change and go", async () => {
    const uri = await start();
    await codes(uri, withoutCrd);
    const text = readFileSync(sample, "utf8");
    const path = join(folder, "crd.yaml");
    for (const [type, write, expected] of [
      [
        1,
        () => {
          writeFileSync(path, text);
        },
        byCrd,
      ],
      [
        2,
        () => {
          writeFileSync(path, text.replace("kind: CronTab", "kind: Other"));
        },
        withoutCrd,
      ],
      [
        2,
        () => {
          writeFileSync(path, text);
        },
        byCrd,
      ],
      [
        3,
        () => {
          rmSync(path);
        },
        withoutCrd,
      ],
    ] as const) {
      write();
      const changes = [{ uri: client.uriOf("crd.yaml"), type }];
      await client.connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes });
      await codes(uri, expected);
    }
    expect(await client.end()).toBe(0);
  });

  it("are not asked of standard input, which is the protocol's", async () => {
    await codes(await start(["--crd", "-"]), withoutCrd);
    await client.message("standard input (-) is the editor's");
    expect(await client.end()).toBe(0);
  });
});
