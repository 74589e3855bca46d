import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import type { EmitContext } from "../../src/codegen/backends/backend.js";
import { jsonSchemaBackend } from "../../src/codegen/backends/json-schema/backend.js";
import { createNames } from "../../src/codegen/backends/names.js";
import { printJson } from "../../src/codegen/pipeline/print-file.js";
import { Diagnostics } from "../../src/crd/diagnostics/diagnostics.js";
import type { Resource } from "../../src/crd/ir/resource.js";
import type { JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { Editor } from "../support/language-service.js";
import type { ObjectRecord } from "../support/recorded-objects.js";
import { RecordedCorpus } from "../support/recorded-objects.js";
import { sample } from "../support/scope.js";
import { describeShared, readSharedLines } from "../support/shared.js";

type Check = (object: unknown) => string | undefined;

describeShared("JSON Schemas of the corpus", () => {
  it("refuse no object that the recorded server took", async () => {
    const corpus = new RecordedCorpus();
    const records = readRecords();
    const names = [...new Set(records.map(({ crd }) => crd))].sort();
    const chosen = new Set(sample(names, 16));
    const checks = new Map<string, Check>();
    const refused: string[] = [];
    const counts = { accepted: 0, refused: 0, found: 0 };
    for (const record of records.filter(({ crd }) => chosen.has(crd))) {
      const key = `${record.crd}/${record.version}`;
      let check = checks.get(key);
      if (check === undefined) {
        check = compile(await corpus.resource(record.crd), record.version);
        checks.set(key, check);
      }
      const { object } = await corpus.request(record);
      const fault = check(object);
      if (record.code === 201) {
        counts.accepted += 1;
        if (fault !== undefined) refused.push(`${record.id}: ${fault}`);
      } else {
        counts.refused += 1;
        if (fault !== undefined) counts.found += 1;
      }
    }
    console.log(`${checks.size} schemas, ${JSON.stringify(counts)}`);
    expect(refused).toEqual([]);
    expect(counts.found / counts.refused).toBeGreaterThan(0.5);
  }, 3_600_000);
});

function readRecords(): readonly ObjectRecord[] {
  return ["objects", "mutants"]
    .flatMap((name) => readSharedLines<ObjectRecord>("conformance/apiserver", `${name}.jsonl.gz`))
    .filter(({ skipped }) => skipped === undefined);
}

function compile(resource: Resource, name: string): Check {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
  ajv.addKeyword("deprecationMessage");
  const validate = ajv.compile(schemaOf(resource, name));
  return (object) => (validate(object) ? undefined : ajv.errorsText(validate.errors));
}

/** What is written to the file, read back. */
function schemaOf(resource: Resource, name: string): JsonObject {
  const version = resource.versions.find((one) => one.name === name);
  if (version === undefined) throw new Error(`${resource.names.plural} has no version ${name}`);
  const names = createNames(resource, version, new Diagnostics());
  const parts = new Set(["json-schema"]);
  const unit = { resource, version, names, parts, rules: undefined, kubernetes: 37 } as const;
  let text = "";
  const context: Pick<EmitContext, "json"> = {
    json({ of }, content) {
      if (of === "resource") text = printJson(content);
    },
  };
  jsonSchemaBackend.generate(unit, undefined, context as EmitContext); // it asks for nothing else
  return JSON.parse(text) as JsonObject; // just printed
}

/** The editors' server is slow. */
const editorStep = 150;

describeShared("JSON Schemas of the corpus, in editors", () => {
  it("complain of no object that the recorded server took", async () => {
    const corpus = new RecordedCorpus();
    const records = readRecords().filter(({ code }) => code === 201);
    const names = [...new Set(records.map(({ crd }) => crd))].sort();
    const chosen = sample(names, editorStep);
    const complaints: string[] = [];
    let objects = 0;
    for (const crd of chosen) {
      const resource = await corpus.resource(crd);
      for (const { name, deprecationWarning } of resource.versions) {
        const text = printJson(schemaOf(resource, name));
        const editor = new Editor(new Map([["schema.json", text]]), "schema.json");
        for (const record of records.filter((one) => one.crd === crd && one.version === name)) {
          const { object } = await corpus.request(record);
          const faults = await editor.faults(JSON.stringify(object, undefined, 2));
          // All that this server finds is a warning of its own, of whatever severity.
          const told = faults.map((fault) => fault.replace(/^\d+: /, ""));
          const refusals = told.filter((fault) => fault !== deprecationWarning);
          const warns = told.length > refusals.length;
          if (refusals.length > 0) complaints.push(`${record.id}: ${faults.join("; ")}`);
          if (warns !== (deprecationWarning !== undefined))
            complaints.push(`${record.id}: ${warns}`);
          objects += 1;
        }
      }
    }
    console.log(`${chosen.length} kinds, ${objects} objects`);
    expect(complaints).toEqual([]);
    expect(objects).toBeGreaterThan(20);
  }, 3_600_000);
});
