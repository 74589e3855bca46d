import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, expect, it } from "vitest";
import { generate } from "../../src/index.js";
import { kindTable } from "../../src/runtime/v1/built-in/table/kind-table.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import { describeShared, readSharedLines } from "../support/shared.js";

interface DecodeCase {
  readonly id: string;
  readonly kind: string;
  readonly change: string;
  readonly body: string;
  readonly answers: Readonly<Record<string, { readonly status: number }>>;
}

interface SentCase {
  readonly id: string;
  readonly kind?: string;
  readonly path?: string;
  readonly body: JsonObject;
  readonly status?: number;
}

/** Finds what a schema has against an object. */
type Check = (object: Json) => string | undefined;

describeShared("JSON Schemas of built-in kinds", () => {
  const checks = new Map<string, Check>();

  beforeAll(async () => {
    const parts = ["json-schema"] as const;
    const { files } = await generate({ sources: [], builtIn: ["all"], parts });
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
    for (const { path, text } of files) {
      if (path.startsWith("custom-resources")) continue;
      const schema = JSON.parse(text) as JsonObject;
      const { apiVersion, kind } = schema["properties"] as Record<string, { const: string }>; // as written
      const validate = ajv.compile(schema);
      const name = `${apiVersion?.const ?? ""}/${kind?.const ?? ""}`;
      checks.set(name, (object) =>
        validate(object) ? undefined : ajv.errorsText(validate.errors),
      );
    }
  }, 120_000);

  it("are there for all kinds that can be listed", () => {
    const listed = kindTable(37).resources.filter(({ verbs }) => verbs.includes("list"));
    expect(checks.size).toBe(listed.length);
  });

  it("take what the server decodes, and find most of what it does not", () => {
    const refused: string[] = [];
    const counts = { taken: 0, bad: 0, found: 0 };
    for (const one of readSharedLines<DecodeCase>("conformance/builtin/decode.jsonl.gz")) {
      const { answers, kind, id, body, change } = one;
      const object = parsed(body);
      const check = checks.get(kind);
      if (object === undefined || check === undefined) continue;
      const fault = check(object);
      const isTaken = answers["Ignore"]?.status === 201;
      // The path of a request says which kind is meant; a file has only its words.
      if (isTaken && !isNamed(object)) continue;
      if (isTaken) counts.taken += 1;
      else counts.bad += 1;
      if (isTaken && fault !== undefined) refused.push(`${id} ${change}: ${fault}`);
      if (!isTaken && fault !== undefined) counts.found += 1;
    }
    console.log(counts);
    expect(refused).toEqual([]);
    expect(counts.found / counts.bad).toBeGreaterThan(0.5);
  });

  it("take the smallest objects, and those of tables", () => {
    const refused: string[] = [];
    for (const file of ["defaults", "tables", "patch-bases"]) {
      for (const one of readSharedLines<SentCase>(`conformance/builtin/${file}.jsonl.gz`)) {
        const { apiVersion = "", kind = "" } = one.body as Record<string, string>; // of an object
        const fault = checks.get(`${apiVersion}/${kind}`)?.(one.body);
        if (fault !== undefined && (one.status ?? 201) === 201) refused.push(`${one.id}: ${fault}`);
      }
    }
    expect(refused).toEqual([]);
  });
});

function isNamed(object: JsonObject): boolean {
  return [object["apiVersion"], object["kind"]].every(
    (word) => word !== null && word !== "" && word !== undefined,
  );
}

function parsed(body: string): JsonObject | undefined {
  try {
    const value = JSON.parse(body) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
