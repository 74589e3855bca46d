import { beforeAll, expect, it } from "vitest";
import { copyJson } from "../../src/crd/ir/apply-defaults.js";
import type { FieldError } from "../../src/runtime/v1/values/field-error.js";
import { fieldErrorText } from "../../src/runtime/v1/values/field-error.js";
import { goJson } from "../../src/runtime/v1/values/go/json.js";
import type { Json } from "../../src/runtime/v1/values/json/json.js";
import { loadRuntime } from "../support/emit-unit.js";
import type { CreateJudge, Judge } from "../support/judge.js";
import { createGenerated, createInterpreters } from "../support/judge.js";
import { describeShared } from "../support/shared.js";
import { readTable } from "../support/tables.js";

interface Crd {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly {
      readonly name: string;
      readonly schema: { readonly openAPIV3Schema: Json };
    }[];
  };
}

interface RecordedError {
  readonly type: string;
  readonly field: string;
  readonly causeMessage: string;
}

interface Case {
  readonly file: string;
  readonly doc: number;
  readonly gvk: string;
  readonly object: Json;
  readonly unknownFieldPaths: readonly string[];
  readonly prunedAndDefaulted: Json;
  readonly schemaErrors: readonly RecordedError[];
  readonly listTypeErrors: readonly RecordedError[];
}

/** The schemas of the Gateway API by `group/version Kind`. */
function readSchemas(): ReadonlyMap<string, Json> {
  const { crds } = readTable("gateway-crds") as { crds: readonly Crd[] }; // as its README says
  return new Map(
    crds.flatMap(({ spec: { group, names, versions } }) =>
      versions.map(({ name, schema }) => [
        `${group}/${name} ${names.kind}`,
        schema.openAPIV3Schema,
      ]),
    ),
  );
}

/** What became of an object, as text. */
function answer(judge: Judge, object: Json): string {
  const stored = copyJson(object);
  const unknown = judge.prune(stored, "resource");
  judge.fill(stored);
  const lines = [judge.validate(stored), judge.listTypes(stored)].map((errors) =>
    errors.map(fieldErrorText).sort().join("\n"),
  );
  return [unknown.join(), goJson(stored), ...lines].join("\n\n");
}

function wanted(entry: Case): string {
  const lines = [entry.schemaErrors, entry.listTypeErrors].map((errors) =>
    errors
      .map(({ type, field, causeMessage }) =>
        fieldErrorText({ reason: type as FieldError["reason"], field, message: causeMessage }),
      )
      .sort()
      .join("\n"),
  );
  return [entry.unknownFieldPaths.join(), goJson(entry.prunedAndDefaulted), ...lines].join("\n\n");
}

describeShared("recorded-gateway.json: whole objects of the Gateway API", () => {
  beforeAll(loadRuntime);

  const { cases } = readTable("recorded-gateway") as { cases: readonly Case[] }; // likewise
  const schemas = readSchemas();
  const compare = (create: CreateJudge): void => {
    const judges = new Map([...schemas].map(([gvk, schema]) => [gvk, create(schema)]));
    for (const entry of cases) {
      const judge = judges.get(entry.gvk);
      if (judge === undefined) throw new Error(`no CRD for ${entry.gvk}`);
      expect(answer(judge, entry.object), `${entry.file} ${entry.doc}`).toBe(wanted(entry));
    }
    console.info(`recorded-gateway: ${cases.length} objects`);
  };

  it("interpreters", () => {
    compare(createInterpreters);
  });

  it("generated code", () => {
    compare(createGenerated);
  });
});
