import { beforeAll, expect, it } from "vitest";
import { defaultsBackend } from "../../src/codegen/backends/defaults.js";
import { pruneBackend } from "../../src/codegen/backends/prune.js";
import { tableBackend } from "../../src/codegen/backends/table.js";
import { typesBackend } from "../../src/codegen/backends/types.js";
import type { Resource, Version } from "../../src/crd/ir/resource.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { interpretAdmission } from "../support/admissions.js";
import { emitUnit, evaluateUnit, loadRuntime } from "../support/emit-unit.js";
import type { ObjectRecord } from "../support/recorded-objects.js";
import { RecordedCorpus } from "../support/recorded-objects.js";
import { describeShared, readSharedLines } from "../support/shared.js";

interface TableRecord {
  readonly id: string;
  readonly crd: string;
  readonly version: string;
  readonly what: string;
  readonly objects: readonly {
    readonly object?: string;
    readonly generated?: string;
    readonly version: string;
    readonly name: string;
  }[];
  readonly columns: readonly JsonObject[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly Json[] }[];
}

const backends = [typesBackend, pruneBackend, defaultsBackend, tableBackend];

const created = "2026-01-01T00:00:00Z";
const now = new Date("2026-01-01T00:05:30Z");

interface Generated {
  readonly columns: readonly JsonObject[];
  row(object: JsonObject): readonly Json[];
}

/** What is generated for a version; objects are read as the server reads them from its storage. */
function generate(resource: Resource, version: Version): Generated {
  const exports: Record<string, unknown> = evaluateUnit(emitUnit(resource, version, backends));
  const find = (pattern: RegExp): unknown =>
    Object.entries(exports).find(([name]) => pattern.test(name))?.[1];
  const prune = find(/^prune/) as (object: JsonObject) => void; // as it is generated
  const fill = find(/^default/) as (object: JsonObject) => void; // as above
  const row = find(/Row$/) as (object: JsonObject, now: Date) => readonly Json[]; // as above
  return {
    columns: find(/Columns$/) as readonly JsonObject[], // as above
    row(object) {
      prune(object);
      fill(object);
      return row(object, now);
    },
  };
}

async function storedObjects(
  corpus: RecordedCorpus,
  resource: Resource,
  record: TableRecord,
): Promise<readonly JsonObject[]> {
  const objects: JsonObject[] = [];
  for (const { name, version: sentAs, ...source } of record.objects) {
    const version = resource.versions.find((one) => one.name === sentAs);
    if (version === undefined) throw new Error(`no version of ${record.id}`);
    const wanted: ObjectRecord = {
      id: name,
      crd: record.crd,
      version: sentAs,
      code: 201,
      ...source,
    };
    const { object, options } = await corpus.request(wanted);
    const answer = interpretAdmission(resource, version)(object, options);
    const stored = answer.allowed ? answer.object : expect.fail(answer.status.message ?? record.id);
    const { metadata, ...rest } = stored as { metadata: JsonObject }; // of an object of the API
    const dated = { ...metadata, name, creationTimestamp: created };
    objects.push({ ...rest, apiVersion: `${resource.group}/${record.version}`, metadata: dated });
  }
  return objects;
}

function compareCell(cell: Json | undefined, recorded: Json | undefined, id: string): void {
  const isAge = typeof recorded === "object" && recorded !== null;
  if (isAge) expect(cell, id).toMatch(/^(?:\d+[smhdy])+$/);
  // A column of texts shows the time itself.
  else if (cell === created) expect(recorded, id).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}Z$/);
  else expect(cell, id).toEqual(recorded);
}

describeShared("tables are those of a recorded API server", () => {
  beforeAll(loadRuntime);

  it("of all recorded lists", async () => {
    const corpus = new RecordedCorpus();
    const all = readSharedLines<TableRecord>("conformance", "apiserver", "presentation.jsonl.gz");
    const records = all.filter(({ what }) => what === "table");
    let cells = 0;
    for (const record of records) {
      const resource = await corpus.resource(record.crd);
      const version = resource.versions.find(({ name }) => name === record.version);
      if (version === undefined) throw new Error(`no version of ${record.id}`);
      const generated = generate(resource, version);
      expect(generated.columns, record.id).toEqual(record.columns);
      const rows = (await storedObjects(corpus, resource, record)).map((object) =>
        generated.row(object),
      );
      expect(rows.length, record.id).toBe(record.rows.length);
      for (const { name, cells: recorded } of record.rows) {
        const row = rows.find(([first]) => first === name) ?? expect.fail(`${record.id}: ${name}`);
        expect(row.length).toBe(recorded.length);
        for (const [index, cell] of row.entries()) compareCell(cell, recorded[index], record.id);
        cells += row.length;
      }
    }
    expect(records.length).toBeGreaterThan(100);
    expect(cells).toBeGreaterThan(1_000);
  }, 120_000);
});
