import { existsSync, readdirSync } from "node:fs";
import { expect, it } from "vitest";
import * as yaml from "yaml";
import { Diagnostics } from "../../src/crd/diagnostics/diagnostics.js";
import { Unsupported } from "../../src/crd/source/faults/syntax-fault.js";
import { readDocuments } from "../../src/crd/source/read.js";
import { BlockReader } from "../../src/crd/source/readers/block-reader.js";
import { GeneralReader } from "../../src/crd/source/readers/general-reader.js";
import { offsetInFile } from "../../src/crd/source/scalars/scalar-map.js";
import type { Path, Span } from "../../src/crd/source/source-file.js";
import { splitDocuments } from "../../src/crd/source/split-documents.js";
import type { Json } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import { sample } from "../support/scope.js";
import { describeShared, readShared, readSharedLines, sharedPath } from "../support/shared.js";

interface RecordedReading {
  readonly what: "crd" | "object";
  readonly file: string;
  readonly json: unknown;
}

/**
 * Files whose quoted scalars go on at the key's column: Go reads them, the `yaml` package does not.
 */
const beyondYamlPackage: ReadonlySet<string> = new Set([
  "crds/kcp/ingresses.networking.k8s.io.yaml",
  "crds/kubevela/configurations.terraform.core.oam.dev.yaml",
  "crds/kubevela/rollouts.rollouts.kruise.io.yaml",
  "crds/sap-data-intelligence-observer-operator/sdiobservers.sdi.sap-redhat.io.yaml",
  "objects/altinity-clickhouse-operator/ClickHouseInstallationTemplate-015.yaml",
  "objects/kubevela/ApplicationRevision-001.yaml",
  "objects/kuma/ContainerPatch-002.yaml",
  "objects/kuma/ContainerPatch-005.yaml",
  "objects/kuma/ContainerPatch-006.yaml",
]);

function corpusFiles(): string[] {
  return ["crds", "objects"].flatMap((folder) => {
    const root = sharedPath("corpus", folder);
    if (!existsSync(root)) return [];
    const names = readdirSync(root, { recursive: true, encoding: "utf8" });
    return names
      .filter((name) => /\.(?:ya?ml|json)$/.test(name))
      .map((name) => `${folder}/${name}`);
  });
}

function onlyDocument(text: string): { readonly start: number; readonly end: number } {
  const [chunk] = splitDocuments(text, 0);
  if (chunk === undefined) throw new Error("no document");
  return chunk;
}

/** The value as `JSON.parse` would have read what Go wrote of it. */
function asParsed(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_key, entry: unknown) =>
      typeof entry === "bigint" ? Number(entry) : entry,
    ),
  );
}

function* scalarsOf(value: Json, path: Path): Generator<readonly [Path, Json]> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* scalarsOf(item, [...path, index]);
  } else if (isObject(value)) {
    for (const [key, entry] of Object.entries(value)) yield* scalarsOf(entry, [...path, key]);
  } else yield [path, value];
}

function rereads(text: string, { start, end }: Span, value: Json): boolean {
  const again = new BlockReader(text, start, end, undefined).read() ?? null;
  return JSON.stringify(asParsed(again)) === JSON.stringify(asParsed(value));
}

type Result = { readonly value: Json | undefined } | { readonly fault: unknown };

function attempt(read: () => Json | undefined): Result {
  try {
    return { value: read() };
  } catch (fault) {
    return { fault };
  }
}

describeShared("reading the corpus", () => {
  it("the fast path takes nearly all files and agrees with the yaml package", () => {
    const all = corpusFiles();
    const files = sample(all, 4);
    let fast = 0;
    const differing: string[] = [];
    const refused = new Set<string>();
    for (const file of files) {
      const text = readShared("corpus", file);
      const { start, end } = onlyDocument(text);
      const first = attempt(() => new BlockReader(text, start, end, undefined).read());
      const second = attempt(() => new GeneralReader(yaml, text, start, undefined).read(end));
      if ("fault" in second) refused.add(file);
      if ("fault" in first) {
        if (!(first.fault instanceof Unsupported))
          differing.push(`${file}: ${String(first.fault)}`);
        continue;
      }
      fast++;
      if ("fault" in second) continue;
      if (JSON.stringify(asParsed(first.value)) !== JSON.stringify(asParsed(second.value))) {
        differing.push(file);
      }
    }
    console.info(`fast path: ${String(fast)} of ${String(files.length)} corpus files`);
    expect(all.length).toBeGreaterThanOrEqual(7010);
    expect(differing).toStrictEqual([]);
    expect(refused).toStrictEqual(
      new Set([...beyondYamlPackage].filter((file) => files.includes(file))),
    );
    expect(fast / files.length).toBeGreaterThan(0.99);
  });

  it("every file is one document and only duplicate keys are remarked", async () => {
    const odd: string[] = [];
    for (const file of sample(corpusFiles(), 4)) {
      const diagnostics = new Diagnostics();
      const text = readShared("corpus", file);
      const documents = await readDocuments({ path: file, text }, diagnostics);
      if (documents.length !== 1) odd.push(`${file}: ${String(documents.length)} documents`);
      for (const { code } of diagnostics.list) {
        if (code !== "source/duplicate-key") odd.push(`${file}: ${code}`);
      }
    }
    expect(odd).toStrictEqual([]);
  });

  it("every scalar stands where `locate` says, and every string is found in it", async () => {
    const odd: string[] = [];
    for (const file of sample(corpusFiles(), 20)) {
      const text = readShared("corpus", file);
      const [document] = await readDocuments({ path: file, text }, new Diagnostics());
      if (document === undefined) continue;
      for (const [path, value] of scalarsOf(document.value, [])) {
        const { value: span } = document.locate(path);
        const isRead = typeof value === "string" || rereads(text, span, value);
        const isFound =
          typeof value !== "string" ||
          (offsetInFile(span, value, 0) !== undefined &&
            text.charAt(offsetInFile(span, value, value.search(/\w/)) ?? -1) ===
              value.charAt(value.search(/\w/)));
        if (value !== "" && !(isRead && isFound)) odd.push(`${file}: ${path.join(".")}`);
      }
    }
    expect(odd).toStrictEqual([]);
  });

  it("recorded readings are met", async () => {
    const readings = readSharedLines<RecordedReading>(
      "conformance",
      "apiserver",
      "readings.jsonl.gz",
    );
    expect(readings.length).toBeGreaterThan(0);
    for (const { what, file, json } of readings) {
      const text = readShared("corpus", `${what}s`, file);
      const documents = await readDocuments({ path: file, text }, new Diagnostics());
      expect(
        documents.map((document) => asParsed(document.value)),
        file,
      ).toStrictEqual([json]);
    }
  });
});
