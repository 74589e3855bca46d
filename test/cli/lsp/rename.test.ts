import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { PrepareRenameRequest, RenameRequest } from "vscode-languageserver-protocol/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { LanguageClient } from "./client.js";
import { openSample, sample } from "./client.js";

const one = `apiVersion: stable.example.com/v1
kind: CronTab
metadata: { name: one, labels: { app: a } }
spec:
  image: a # The image.
  env:
    - { 'value': b, "name": A }
    - name: B
      value: b
`;

const two = JSON.stringify({
  apiVersion: "stable.example.com/v1",
  kind: "CronTab",
  spec: { env: [{ name: "C", value: "c" }], image: "value" },
});

let folder: string;
let client: LanguageClient;

beforeEach(async () => {
  ({ folder, client } = await openSample());
  writeFileSync(join(folder, "one.yaml"), one);
  writeFileSync(join(folder, "two.json"), two);
  await client.watched();
});

function at(
  uri: string,
  text: string,
  marker: string,
): { textDocument: { uri: string }; position: { line: number; character: number } } {
  const document = TextDocument.create(uri, "yaml", 1, text);
  return { textDocument: { uri }, position: document.positionAt(text.indexOf(marker)) };
}

/** The texts that a rename changes, as they are then, by their paths. */
async function renamed(
  uri: string,
  text: string,
  marker: string,
  newName: string,
): Promise<Readonly<Record<string, string>>> {
  const place = at(uri, text, marker);
  const edit = await client.connection.sendRequest(RenameRequest.type, { ...place, newName });
  const all = Object.entries(edit?.changes ?? {}).map(([changed, edits]) => {
    const path = changed.slice(client.uriOf("").length).replace(/^\//, "");
    const content = changed === uri ? text : readFileSync(join(folder, path), "utf8");
    return [path, TextDocument.applyEdits(TextDocument.create(changed, "yaml", 1, content), edits)];
  });
  return Object.fromEntries(all) as Record<string, string>; // pairs of texts
}

describe("rename of crdgen lsp", () => {
  it("gives a key another name in all objects, in its quotes", async () => {
    const uri = await client.open("one.yaml", one);
    const asked = at(uri, one, "value");
    expect(await client.connection.sendRequest(PrepareRenameRequest.type, asked)).toMatchObject({
      placeholder: "value",
      range: { start: { line: 6 } },
    });
    expect(await renamed(uri, one, "value", "content")).toEqual({
      "one.yaml": one.replace("'value'", "'content'").replace(" value: b\n", " content: b\n"),
      "two.json": two.replace('"value":', '"content":'),
    });
    expect(await client.end()).toBe(0);
  });

  it("asked for in a CRD, changes its schema too", async () => {
    const crd = readFileSync(sample, "utf8");
    const uri = await client.open("crd.yaml", crd);
    const all = await renamed(uri, crd, "name:\n                        type", "key");
    expect(Object.keys(all).toSorted()).toEqual(["crd.yaml", "one.yaml", "two.json"]);
    expect(all["crd.yaml"]).toBe(
      crd
        .replace("x-kubernetes-list-map-keys: [name]", "x-kubernetes-list-map-keys: [key]")
        .replace("required: [name]", "required: [key]")
        .replace("name:\n                        type", "key:\n                        type"),
    );
    expect(all["two.json"]).toContain('"key":"C"');
    expect(await client.end()).toBe(0);
  });

  it("asked for in a CRD, changes its rules and paths too, as they spell it", async () => {
    const crd = readFileSync(sample, "utf8");
    const uri = await client.open("crd.yaml", crd);
    const all = await renamed(uri, crd, "image:\n", "in");
    expect(all["crd.yaml"]).toBe(
      crd
        .replace("self.image == oldSelf.image", "self.__in__ == oldSelf.__in__")
        .replace("fieldPath: .image", "fieldPath: .in")
        .replace("jsonPath: .spec.image", "jsonPath: .spec.in")
        .replace("required: [cronSpec, image]", "required: [cronSpec, in]")
        .replace("image:\n", "in:\n"),
    );
    await expect(renamed(uri, crd, "image:\n", "ö")).rejects.toThrow("names the field");
    const broken = `${crd}]: [\n`;
    await client.change(uri, 2, broken);
    await expect(renamed(uri, broken, "image:\n", "in")).rejects.toThrow("cannot be read");
    expect(await client.end()).toBe(0);
  });

  it("is refused where a field of that name is, and for what is no field", async () => {
    const uri = await client.open("one.yaml", one);
    await expect(renamed(uri, one, "value", "name")).rejects.toThrow("it has a field of that name");
    for (const marker of ["labels", "app", "kind", "a # The image"]) {
      const asked = at(uri, one, marker);
      expect(await client.connection.sendRequest(PrepareRenameRequest.type, asked)).toBeNull();
      await expect(renamed(uri, one, marker, "other")).rejects.toThrow("no field");
    }
    await expect(renamed(uri, one, "image", " ")).rejects.toThrow("needs a name");
    expect(await client.end()).toBe(0);
  });
});
