import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ReferencesRequest, RenameRequest } from "vscode-languageserver-protocol/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { parse } from "yaml";
import { readCorpus, readCorpusIndex } from "../../support/corpus.js";
import { describeShared, readShared } from "../../support/shared.js";
import { LanguageClient } from "./client.js";

interface SomeObject {
  readonly kind?: string;
  spec?: Record<string, unknown> | null;
}

describeShared("uses of fields in the corpus", () => {
  it("are found, and renamed, as a reader of YAML counts them", async () => {
    const index = JSON.parse(readShared("corpus/objects.index.json")) as readonly {
      readonly file: string;
      readonly crd: string;
    }[]; // the corpus' own format
    const folder = mkdtempSync(join(tmpdir(), "crdgen-uses-"));
    const filesOf = (name: string): readonly string[] =>
      index.filter(({ crd }) => crd === name).map(({ file }) => file);
    const chosen = readCorpusIndex().filter(({ name }) => filesOf(name).length > 12).slice(0, 8); // prettier-ignore
    const texts = new Map<string, string>();
    for (const [at, { text }] of readCorpus(chosen).entries()) {
      writeFileSync(join(folder, `crd-${at}.yaml`), text);
    }
    for (const file of chosen.flatMap(({ name }) => filesOf(name))) {
      const name = file.replaceAll("/", "-");
      texts.set(name, readShared(`corpus/objects/${file}`));
      writeFileSync(join(folder, name), texts.get(name) ?? "");
    }
    const client = new LanguageClient(folder);
    await client.initialize();
    let count = 0;
    for (const { name } of chosen) {
      const own = filesOf(name).map((file) => file.replaceAll("/", "-"));
      const text = texts.get(own[0] ?? "") ?? "";
      const { apiVersion, spec } = parse(text) as SomeObject & { apiVersion: string }; // an object
      const [field] = Object.keys(spec ?? {});
      if (field === undefined) continue;
      const isUsing = (one: string): boolean => {
        const value = parse(texts.get(one) ?? "") as SomeObject & { apiVersion: string }; // an object
        return value.apiVersion === apiVersion && Object.hasOwn(value.spec ?? {}, field);
      };
      const expected = own.filter(isUsing).map((one) => client.uriOf(one));
      const uri = await client.open(own[0] ?? "", text);
      const document = TextDocument.create(uri, "yaml", 1, text);
      const position = document.positionAt(text.search(new RegExp(`^ +["']?${field}["']?:`, "m")));
      const place = { textDocument: { uri }, position: { ...position, character: position.character + 2 } }; // prettier-ignore
      const context = { includeDeclaration: false };
      const uses = await client.connection.sendRequest(ReferencesRequest.type, { ...place, context }); // prettier-ignore
      if (uses === null || uses.length === 0) continue;
      expect(uses.map((one) => one.uri).toSorted()).toEqual(expected.toSorted());
      const newName = "anotherName";
      const edit = await client.connection.sendRequest(RenameRequest.type, { ...place, newName });
      expect(Object.keys(edit?.changes ?? {}).toSorted()).toEqual(expected.toSorted());
      for (const one of own.filter(isUsing)) {
        const before = texts.get(one) ?? "";
        const edits = edit?.changes?.[client.uriOf(one)] ?? [];
        const after = parse(TextDocument.applyEdits(TextDocument.create(one, "yaml", 1, before), edits)) as SomeObject; // prettier-ignore
        const wanted = parse(before) as SomeObject; // an object
        const { [field]: value, ...others } = wanted.spec ?? {};
        expect(after).toEqual({ ...wanted, spec: { ...others, [newName]: value } });
        count++;
      }
    }
    expect(count).toBeGreaterThan(30);
    expect(await client.end()).toBe(0);
    rmSync(folder, { recursive: true, force: true });
  });
});
