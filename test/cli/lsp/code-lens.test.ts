import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CodeLens } from "vscode-languageserver-protocol/node";
import {
  CodeLensRequest,
  CodeLensResolveRequest,
  ExecuteCommandRequest,
  ShowDocumentRequest,
} from "vscode-languageserver-protocol/node";
import { createLanguageService } from "../../../src/tools/language/service.js";
import { readCorpus, readCorpusIndex } from "../../support/corpus.js";
import { describeShared, readShared } from "../../support/shared.js";
import { LanguageClient, openSample, sample } from "./client.js";

const object = `apiVersion: stable.example.com/v1
kind: CronTab
metadata:
  name: mine
spec:
  cronSpec: "* * * * *"
  image: a
`;

const crd = readFileSync(sample, "utf8");

let folder: string;
let client: LanguageClient;

async function lensesOf(uri: string): Promise<readonly CodeLens[]> {
  const textDocument = { uri };
  const all = await client.connection.sendRequest(CodeLensRequest.type, { textDocument });
  return Promise.all(
    (all ?? []).map((one) => client.connection.sendRequest(CodeLensResolveRequest.type, one)),
  );
}

async function titlesOf(uri: string): Promise<readonly string[]> {
  return (await lensesOf(uri)).map(({ command }) => command?.title ?? "");
}

describe("code lens of crdgen lsp", () => {
  beforeEach(async () => {
    ({ folder, client } = await openSample({
      capabilities: { window: { showDocument: { support: true } } },
    }));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it("tells what a CRD makes of the objects here, as they are written", async () => {
    const uri = await client.open("crd.yaml", crd);
    expect(await titlesOf(uri)).toEqual(["no objects here"]);
    writeFileSync(join(folder, "good.yaml"), `${object}---\n${object}---\nkind: Other\n`);
    await client.watched();
    expect(await titlesOf(uri)).toEqual(["accepts all 2 objects here"]);
    const bad = await client.open("bad.yaml", object.replace("image: a", "image: 1"));
    const [lens] = await lensesOf(uri);
    expect(lens).toMatchObject({
      range: { start: { line: 2, character: 0 } },
      command: { title: "refuses 1 of 3 objects here" },
    });
    const shown = new Promise((resolve) => {
      client.connection.onRequest(ShowDocumentRequest.type, (asked) => {
        resolve(asked);
        return { success: true };
      });
    });
    const { command = "", arguments: args = [] } = lens?.command ?? {};
    await client.connection.sendRequest(ExecuteCommandRequest.type, { command, arguments: args });
    expect(await shown).toMatchObject({
      uri: bad,
      selection: { start: { line: 6, character: 9 } },
    });
    // By the CRD as it is written now.
    await client.change(uri, 2, crd.replace("enum: [Allow", "minLength: 9\n enum: [Allow"));
    expect(await titlesOf(uri)).toEqual([]);
    await client.change(uri, 3, crd.replace("minLength: 1", "minLength: 3"));
    expect(await titlesOf(uri)).toEqual(["refuses 3 of 3 objects here"]);
    await client.change(uri, 4, crd.replace("self.replicas", "self.replica"));
    expect(await titlesOf(uri)).toEqual(["the server refuses this CRD"]);
    expect(await client.end()).toBe(0);
  });

  it("is above each CRD of a text, and nowhere else", async () => {
    const other = crd.replaceAll("crontabs", "crontimes").replaceAll("CronTab", "CronTime");
    const uri = await client.open("both.yaml", `${crd}---\n${other}`);
    await client.open("time.yaml", object.replace("CronTab", "CronTime"));
    expect(await titlesOf(uri)).toEqual(["no objects here", "accepts 1 object here"]);
    expect(await lensesOf(await client.open("mine.yaml", object))).toEqual([]);
    expect(await client.end()).toBe(0);
  });
});

/** Enough objects to count, and not too many. */
const [fewest, most] = [6, 20];

describeShared("code lens of crdgen lsp, in the corpus", () => {
  it("counts as validate does", async () => {
    const index = JSON.parse(readShared("corpus/objects.index.json")) as readonly {
      readonly file: string;
      readonly crd: string;
    }[];
    const names = new Set(index.map(({ crd: name }) => name));
    const objectsOf = (name: string): readonly string[] =>
      index.filter((one) => one.crd === name).map(({ file }) => file);
    const chosen = readCorpusIndex()
      .filter(({ name }) => names.has(name))
      .filter(({ name }) => objectsOf(name).length >= fewest && objectsOf(name).length <= most)
      .slice(0, 12);
    folder = mkdtempSync(join(tmpdir(), "crdgen-lens-"));
    const sources = readCorpus(chosen);
    const service = createLanguageService();
    await service.use(sources, "1.37");
    const expected: string[] = [];
    for (const [at, { name }] of chosen.entries()) {
      let [judged, refused] = [0, 0];
      writeFileSync(join(folder, `crd-${at}.yaml`), sources[at]?.text ?? "");
      for (const file of objectsOf(name)) {
        const text = readShared(`corpus/objects/${file}`);
        writeFileSync(join(folder, file.replaceAll("/", "-")), text);
        judged++;
        if ((await service.judge(text)).verdict === "refused") refused++;
      }
      expected.push(refused === 0 ? `accepts all ${judged} objects here` : `refuses ${refused} of ${judged} objects here`); // prettier-ignore
    }
    client = new LanguageClient(folder);
    await client.initialize();
    const told: string[] = [];
    for (const at of chosen.keys()) {
      const uri = await client.open(`crd-${at}.yaml`, sources[at]?.text ?? "");
      told.push(...(await titlesOf(uri)));
    }
    expect(told).toEqual(expected);
    expect(told.some((title) => title.startsWith("refuses"))).toBe(true);
    expect(await client.end()).toBe(0);
    rmSync(folder, { recursive: true, force: true });
  });
});
