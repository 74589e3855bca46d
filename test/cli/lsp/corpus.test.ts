import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Diagnostic } from "vscode-languageserver-protocol/node";
import { writeYaml } from "../../../src/crd/source/write-yaml.js";
import type { Json } from "../../../src/runtime/v1/values/json/json.js";
import { main, writeBelow } from "../../support/cli.js";
import type { ObjectRecord } from "../../support/recorded-objects.js";
import { RecordedCorpus } from "../../support/recorded-objects.js";
import { oneOf } from "../../support/scope.js";
import { describeShared, readShared, readSharedLines } from "../../support/shared.js";
import { LanguageClient } from "./client.js";

/** What both ways say of a fault. */
interface Said {
  readonly code: unknown;
  readonly severity: string;
  /** With the help behind it. */
  readonly message: string;
  /** Lines and columns from 1. */
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

/** A line of `--format json`. */
interface Printed extends Said {
  readonly code: string;
  readonly help?: string;
  readonly source: string;
}

/** So many objects are compared: half as they are in the corpus, half changed and refused. */
const half = 250;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "crdgen-lsp-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function inLanguageServer({ code, severity, message, range: { start, end } }: Diagnostic): Said {
  return {
    code,
    severity: severity === 1 ? "error" : "warning",
    message: String(message),
    start: { line: start.line + 1, column: start.character + 1 },
    end: { line: end.line + 1, column: end.character + 1 },
  };
}

function inCommandLine({ code, severity, message, help, start, end }: Printed): Said {
  const whole = help === undefined ? message : `${message}\n${help}`;
  return { code, severity, message: whole, start, end };
}

/** Some of the objects that may be sent as they are, with texts of people. */
function plainRecords(): readonly ObjectRecord[] {
  const all = readSharedLines<ObjectRecord>("conformance", "apiserver", "objects.jsonl.gz");
  const own = all.filter(({ object, skipped }) => object !== undefined && skipped === undefined);
  return oneOf(own, Math.floor(own.length / half)).slice(0, half);
}

/** Some of the objects that were changed before they were created. */
function changedRecords(): readonly ObjectRecord[] {
  const all = readSharedLines<ObjectRecord>("conformance", "apiserver", "mutants.jsonl.gz");
  const created = all.filter(
    ({ skipped, old, raw, code }) =>
      skipped === undefined && old === undefined && raw === undefined && code >= 400,
  );
  return oneOf(created, Math.floor(created.length / half)).slice(0, half);
}

/** Writes the CRDs of records, and the texts of their objects, by the paths of these. */
async function writeCorpus(): Promise<ReadonlyMap<string, string>> {
  const corpus = new RecordedCorpus();
  const texts = new Map<string, string>();
  const [plain, changed] = [plainRecords(), changedRecords()];
  for (const { object = "" } of plain) {
    texts.set(`objects/${texts.size}.yaml`, readShared("corpus", "objects", object));
  }
  for (const record of changed) {
    const { object } = await corpus.request(record);
    texts.set(`objects/${texts.size}.yaml`, writeYaml(object as Json)); // a body of a request
  }
  for (const [path, text] of texts) writeBelow(folder, path, text);
  for (const name of new Set([...plain, ...changed].map(({ crd }) => crd))) {
    writeBelow(folder, `crds/${name}.yaml`, writeYaml(await corpus.crd(name)));
  }
  return texts;
}

/** What `crdgen validate` says of all objects, by their paths. */
function printedByCommand(paths: readonly string[]): ReadonlyMap<string, readonly Said[]> {
  const args = [main, "validate", "--crd", "crds", ...paths, "--format", "json"];
  const options = { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 28 } as const;
  const { stdout, stderr } = spawnSync(process.execPath, args, options);
  expect(stderr).not.toContain("bug");
  const said = new Map<string, readonly Said[]>(paths.map((path) => [path, []]));
  for (const line of stdout.trimEnd().split("\n")) {
    const printed = JSON.parse(line) as Printed; // as documented
    said.set(printed.source, [...(said.get(printed.source) ?? []), inCommandLine(printed)]);
  }
  return said;
}

describeShared("crdgen lsp and recorded objects", () => {
  it("says of 500 objects what the command line says", async () => {
    const texts = await writeCorpus();
    expect(texts.size).toBe(2 * half);
    const printed = printedByCommand([...texts.keys()]);
    const client = new LanguageClient(folder);
    await client.initialize();
    let faults = 0;
    for (const [path, text] of texts) await client.open(path, text);
    for (const path of texts.keys()) {
      const told = await client.diagnostics(client.uriOf(path));
      expect(told.map(inLanguageServer), path).toEqual(printed.get(path));
      faults += told.length;
    }
    expect(faults).toBeGreaterThan(half);
    expect(client.messages).toEqual([]);
    expect(await client.end()).toBe(0);
  });
});
