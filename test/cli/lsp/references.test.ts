import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { ReferencesRequest } from "vscode-languageserver-protocol/node";
import type { LanguageClient } from "./client.js";
import { openSample, sample } from "./client.js";

const one = `apiVersion: stable.example.com/v1
kind: CronTab
metadata: { name: one }
spec:
  image: a
  env:
    - name: A
      value: b
    - name: B
`;

const list = JSON.stringify({
  apiVersion: "v1",
  kind: "List",
  items: [
    { apiVersion: "stable.example.com/v1", kind: "CronTab", spec: { env: [{ name: "C" }] } },
    { apiVersion: "v1", kind: "ConfigMap", spec: { env: [{ name: "D" }] } },
    { apiVersion: "stable.example.com/v2", kind: "CronTab", spec: { env: [{ name: "E" }] } },
  ],
});

let folder: string;
let client: LanguageClient;

beforeEach(async () => {
  ({ folder, client } = await openSample());
  mkdirSync(join(folder, "objects"));
  writeFileSync(join(folder, "objects/one.yaml"), one);
  writeFileSync(join(folder, "objects/list.json"), list);
  // Of a file that is half written, what can be read.
  writeFileSync(join(folder, "objects/broken.yaml"), `${one}]: [\n---\nkind: [CronTab\n`);
  await client.watched();
});

/** Each use as its file and the text that is marked, with its line. */
async function usesOf(
  uri: string,
  text: string,
  marker: string,
  includeDeclaration = false,
): Promise<readonly string[]> {
  const before = text.slice(0, text.indexOf(marker)).split("\n");
  const found = await client.connection.sendRequest(ReferencesRequest.type, {
    textDocument: { uri },
    position: { line: before.length - 1, character: before.at(-1)?.length ?? 0 },
    context: { includeDeclaration },
  });
  return (found ?? []).map((place) => {
    const { start, end } = place.range;
    const path = place.uri.slice(client.uriOf("").length).replace(/^\//, "");
    const content = place.uri === uri ? text : readFileSync(join(folder, path), "utf8");
    const line = content.split("\n")[start.line] ?? "";
    return `${path}:${start.line + 1} ${line.slice(start.character, end.character)}`;
  });
}

describe("references of crdgen lsp", () => {
  it("are the objects that set a field, in files and in texts that are open", async () => {
    const changed = one.replace("one", "changed").replace("    - name: B\n", "");
    const uri = await client.open("objects/one.yaml", changed);
    expect((await usesOf(uri, changed, "name: A")).toSorted()).toEqual([
      'objects/list.json:1 "name"',
      "objects/one.yaml:7 name",
    ]);
    expect(await usesOf(uri, changed, "value", true)).toEqual([
      "crd.yaml:89 value",
      "objects/one.yaml:8 value",
    ]);
    expect(await usesOf(uri, changed, "one")).toEqual([]);
    expect(await client.end()).toBe(0);
  });

  it("are the objects of a kind, of all versions", async () => {
    const uri = await client.open("objects/one.yaml", one);
    expect((await usesOf(uri, one, "CronTab")).toSorted()).toEqual([
      'objects/list.json:1 "CronTab"',
      'objects/list.json:1 "CronTab"',
      "objects/one.yaml:2 CronTab",
    ]);
    const crd = readFileSync(sample, "utf8");
    const ofCrd = await client.open("crd.yaml", crd);
    for (const marker of ["CustomResourceDefinition", "crontabs.stable", "CronTab\n"]) {
      expect(await usesOf(ofCrd, crd, marker)).toHaveLength(3);
    }
    expect(await client.end()).toBe(0);
  });

  it("lead from a property of a schema to those who set it", async () => {
    const crd = readFileSync(sample, "utf8");
    const uri = await client.open("crd.yaml", crd);
    expect((await usesOf(uri, crd, "image:\n")).toSorted()).toEqual(["objects/one.yaml:5 image"]);
    expect(await usesOf(uri, crd, "name:\n", true)).toHaveLength(4);
    // Keywords are no fields.
    expect(await usesOf(uri, crd, "maxLength")).toEqual([]);
    expect(await client.end()).toBe(0);
  });
});
