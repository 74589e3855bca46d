import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { DefinitionRequest, FoldingRangeRequest } from "vscode-languageserver-protocol/node";
import type { LanguageClient } from "./client.js";
import { openSample, sample } from "./client.js";

const object = `apiVersion: stable.example.com/v1
kind: CronTab
metadata:
  name: mine
spec:
  replicas: 2
  env:
    - name: a
      value: b
  unknown: 1
`;

let client: LanguageClient;

beforeEach(async () => {
  ({ client } = await openSample());
});

/** The text that is defined for a place of the object, with the line that it is in. */
async function definedFor(uri: string, word: string): Promise<readonly string[]> {
  const before = object.slice(0, object.indexOf(word)).split("\n");
  const found = await client.connection.sendRequest(DefinitionRequest.type, {
    textDocument: { uri },
    position: { line: before.length - 1, character: before.at(-1)?.length ?? 0 },
  });
  return [found ?? []].flat().map((place) => {
    if (!("uri" in place)) throw new Error("a link");
    expect(place.uri).toBe(client.uriOf("crd.yaml"));
    const { start, end } = place.range;
    const line = readFileSync(sample, "utf8").split("\n")[start.line] ?? "";
    return line.slice(start.character, end.character);
  });
}

describe("navigation of crdgen lsp", () => {
  it("leads from a field to its schema in the CRD, and nowhere from what no CRD defines", async () => {
    const uri = await client.open("mine.yaml", object);
    expect(await definedFor(uri, "replicas")).toEqual(["replicas"]);
    expect(await definedFor(uri, "value")).toEqual(["value"]);
    expect(await definedFor(uri, "CronTab")).toEqual(["CronTab"]);
    expect(await definedFor(uri, "stable")).toEqual(["v1"]);
    expect(await definedFor(uri, "unknown")).toEqual([]);
    expect(await definedFor(uri, "mine")).toEqual([]);
    expect(await client.end()).toBe(0);
  });

  it("folds what takes several lines", async () => {
    const uri = await client.open("mine.yaml", object);
    const folds = await client.connection.sendRequest(FoldingRangeRequest.type, {
      textDocument: { uri },
    });
    expect(folds?.map(({ startLine, endLine }) => [startLine, endLine])).toEqual([
      [0, 9],
      [2, 3],
      [4, 9],
      [6, 8],
      [7, 8],
    ]);
    expect(await client.end()).toBe(0);
  });
});
