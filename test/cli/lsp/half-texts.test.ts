import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { CompletionItemKind, CompletionRequest } from "vscode-languageserver-protocol/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { isMap, isPair, isScalar, isSeq, parseAllDocuments, visit } from "yaml";
import { writeYaml } from "../../../src/crd/source/write-yaml.js";
import { writeBelow } from "../../support/cli.js";
import { Random } from "../../support/random.js";
import type { ObjectRecord } from "../../support/recorded-objects.js";
import { RecordedCorpus } from "../../support/recorded-objects.js";
import { sampleSeed } from "../../support/scope.js";
import { describeShared, readShared, readSharedLines } from "../../support/shared.js";
import { LanguageClient } from "./client.js";

/** So many texts are tried. */
const count = 200;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "crdgen-lsp-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A schema as CRDs have it, as far as completion of fields goes by it. */
interface RawSchema {
  readonly properties?: Readonly<Record<string, RawSchema>>;
  readonly items?: RawSchema;
  readonly additionalProperties?: RawSchema | boolean;
  readonly "x-kubernetes-embedded-resource"?: boolean;
}

interface RawCrd {
  readonly spec: {
    readonly versions?: readonly {
      readonly name: string;
      readonly schema?: { readonly openAPIV3Schema?: RawSchema };
    }[];
    readonly validation?: { readonly openAPIV3Schema?: RawSchema };
  };
}

/** A key of an object, and the fields that its holder may have. */
interface PlacedKey {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** The keys of its holder that stand before it. */
  readonly before: readonly string[];
  readonly fields: readonly string[];
}

/** Undefined for what no properties speak of, and within resources in resources. */
function propertiesAt(
  root: RawSchema,
  steps: readonly (string | number)[],
): readonly string[] | undefined {
  let schema: RawSchema | undefined = root;
  for (const step of steps) {
    const { properties = {}, items, additionalProperties: rest }: RawSchema = schema;
    const own: RawSchema | undefined = Object.hasOwn(properties, step)
      ? properties[step]
      : typeof rest === "object"
        ? rest
        : undefined;
    schema = typeof step === "number" ? items : own;
    if (schema === undefined || schema["x-kubernetes-embedded-resource"] === true) return undefined;
  }
  return schema.properties && Object.keys(schema.properties);
}

/** The keys below `spec` that the schema knows. */
function keysOf(text: string, schema: RawSchema): readonly PlacedKey[] {
  const found: PlacedKey[] = [];
  for (const document of parseAllDocuments(text)) {
    visit(document, {
      Pair(_, pair, ancestors) {
        const holder = ancestors.at(-1);
        const { key } = pair;
        if (!isMap(holder) || holder.flow === true || !isScalar(key) || !key.range) return;
        const steps = ancestors.flatMap((ancestor, at): readonly (string | number)[] => {
          const next = ancestors[at + 1];
          if (isPair(ancestor)) return [String(ancestor.key)];
          return isSeq(ancestor) ? [ancestor.items.indexOf(next)] : [];
        });
        const fields = steps[0] === "spec" ? propertiesAt(schema, steps) : undefined;
        const name = String(key);
        if (fields?.includes(name) !== true) return;
        const before = holder.items.map((one) => String(one.key));
        before.length = before.indexOf(name);
        found.push({ name, from: key.range[0], to: key.range[1], before, fields });
      },
    });
  }
  return found;
}

/** A text while somebody writes a key. */
interface HalfText {
  readonly text: string;
  readonly offset: number;
}

/** Cut within a key: the rest of the text, of its line, or nothing is gone. */
function halfText(text: string, { from, to }: PlacedKey, random: Random): HalfText {
  const offset = from + random.below(to - from + 1);
  const lineEnd = text.indexOf("\n", offset);
  const rest = [
    "",
    lineEnd < 0 ? "" : text.slice(lineEnd),
    text.slice(to),
    ...['"', "{", "[", "'", "- x: ]", "\t"].map((stray) => `\n${stray}`),
  ];
  return { text: text.slice(0, offset) + random.pick(rest), offset };
}

async function labelsAt(client: LanguageClient, uri: string, half: HalfText): Promise<string[]> {
  const document = TextDocument.create(uri, "yaml", 1, half.text);
  const answer = await client.connection.sendRequest(CompletionRequest.type, {
    textDocument: { uri },
    position: document.positionAt(half.offset),
  });
  const items = Array.isArray(answer) ? answer : (answer?.items ?? []);
  const fields = items.filter(({ kind }) => kind === CompletionItemKind.Field);
  return fields.map(({ label }) => label).sort();
}

describeShared("crdgen lsp in half texts", () => {
  it("offers the fields that the schema has, and nothing else", async () => {
    const random = new Random(sampleSeed);
    const corpus = new RecordedCorpus();
    const records = readSharedLines<ObjectRecord>("conformance", "apiserver", "objects.jsonl.gz");
    const client = new LanguageClient(folder);
    const subjects: { readonly text: string; readonly keys: readonly PlacedKey[] }[] = [];
    while (subjects.length < count / 4) {
      const { object, skipped, code, crd: name, version } = random.pick(records);
      if (object === undefined || skipped !== undefined || code !== 201) continue;
      const crd = await corpus.crd(name);
      const { spec } = crd as unknown as RawCrd; // the server took it
      const served = spec.versions?.find((one) => one.name === version);
      const schema = served?.schema?.openAPIV3Schema ?? spec.validation?.openAPIV3Schema;
      const text = readShared("corpus", "objects", object);
      const keys = schema === undefined ? [] : keysOf(text, schema);
      if (keys.length === 0) continue;
      writeBelow(folder, `crds/${name}.yaml`, writeYaml(crd));
      subjects.push({ text, keys });
    }
    await client.initialize();
    for (let at = 0; at < count; at++) {
      const { text, keys } = random.pick(subjects);
      const key = random.pick(keys);
      const half = halfText(text, key, random);
      const uri = await client.open(`half-${at}.yaml`, half.text);
      const labels = await labelsAt(client, uri, half);
      const shown = `${half.text.slice(0, half.offset)}‸${half.text.slice(half.offset)}`;
      expect(labels, shown).toContain(key.name);
      expect(key.fields, shown).toEqual(expect.arrayContaining(labels));
      const again = labels.filter((label) => key.before.includes(label));
      expect(again, shown).toEqual([]);
    }
    expect(client.messages).toEqual([]);
    expect(await client.end()).toBe(0);
  });
});
