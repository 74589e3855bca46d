import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Diagnostic } from "vscode-languageserver-protocol/node";
import { findServer } from "../../../editors/vscode/src/find-server.js";
import { startOf } from "../../../editors/vscode/src/start.js";
import { main } from "../../support/cli.js";
import { LanguageClient, sample } from "./client.js";

const root = join(import.meta.dirname, "../../..");
const object = "apiVersion: stable.example.com/v1\nkind: CronTab\nspec: { image: 1 }\n";

/** A folder with a CRD, a configuration that leaves a file behind when it is run, and crdgen. */
function makeWorkspace(): string {
  const folder = mkdtempSync(join(tmpdir(), "crdgen-vscode-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/crdgen"), "junction");
  cpSync(sample, join(folder, "crd.yaml"));
  const trace = JSON.stringify(join(folder, "trace"));
  const code = `import { writeFileSync } from "node:fs";\nwriteFileSync(${trace}, "");\nexport default {};\n`;
  writeFileSync(join(folder, "crdgen.config.mjs"), code);
  return folder;
}

let folder = "";

beforeEach(() => {
  folder = makeWorkspace();
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** What the server that the extension starts says of an object. */
async function diagnosticsOf(isTrusted: boolean, setting: string): Promise<Diagnostic[]> {
  const { env, platform } = process;
  const server = findServer({ folders: [folder], isTrusted, setting, env, platform });
  if (server === undefined) throw new Error("no server was found");
  const { command, args } = startOf(server, isTrusted, [], process.execPath);
  const client = new LanguageClient(folder, [], [command, ...args]);
  await client.initialize();
  const uri = await client.open("object.yaml", object);
  const list = await client.diagnosticsUntil(uri, (told) => told.length > 0);
  expect(await client.end()).toBe(0);
  return list;
}

it("the crdgen of the workspace's node_modules judges, with its configuration", async () => {
  const list = await diagnosticsOf(true, "");
  expect(list.map(({ code }) => code)).toContain("object/invalid");
  expect(existsSync(join(folder, "trace"))).toBe(true);
});

it("without trust, the crdgen of the setting judges, and no configuration is run", async () => {
  const list = await diagnosticsOf(false, main);
  expect(list.map(({ code }) => code)).toContain("object/invalid");
  expect(existsSync(join(folder, "trace"))).toBe(false);
});
