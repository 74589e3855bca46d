import { beforeAll, expect, it } from "vitest";
import { copyJson } from "../../src/crd/ir/apply-defaults.js";
import { SchemaTable } from "../../src/crd/ir/schema-table.js";
import type { FieldError } from "../../src/runtime/v1/values/field-error.js";
import { goJson, stringifyJson } from "../../src/runtime/v1/values/go/json.js";
import type { Json } from "../../src/runtime/v1/values/json/json.js";
import { applyDefaults, pruneNulls } from "../reference/default.js";
import { loadRuntime } from "../support/emit-unit.js";
import type { CreateJudge, Judge } from "../support/judge.js";
import { createGenerated, createInterpreters } from "../support/judge.js";
import { describeShared } from "../support/shared.js";
import { readTable } from "../support/tables.js";

/**
 * Recorded answers of the server's functions that differ for a reason: [file, what the case holds,
 * why].
 */
const expectedFailures: readonly (readonly [string, string, string])[] = [
  ["recorded-formats", "a@[1.2.3.4]", "newer Go accepts domain literals of mail addresses"],
  ["recorded-formats", "http://::1/", "newer Go refuses stray colons in hosts"],
  ["recorded-patterns", "(?<=a)b", "newer Go reads (?<…) as a named group, and says so"],
  ["recorded-patterns", "(?<!a)b", "newer Go reads (?<…) as a named group, and says so"],
  ["recorded-patterns", "(?<n>a)", "newer Go accepts (?<name>…)"],
];

interface Case {
  readonly request: {
    readonly op: string;
    readonly schema: Json;
    readonly object: Json;
    readonly old?: Json;
    readonly path?: string;
    readonly isResourceRoot?: boolean;
  };
  readonly expected: {
    readonly errors?: readonly { type: string; field: string; causeMessage: string }[];
    readonly object?: Json;
    readonly unknown?: readonly string[];
  };
}

function readCases(file: string): readonly Case[] {
  const { cases } = readTable(file) as { readonly cases: readonly Case[] }; // the shape of recorded files
  return cases;
}

function answer(judge: Judge, { request }: Case): string {
  const { op, path = "", old = null, isResourceRoot = false } = request;
  const object = copyJson(request.object);
  switch (op) {
    case "validate":
      return errorText(judge.validate(object, path));
    case "update":
      return errorText(judge.update(object, old));
    case "listtype":
      return errorText(judge.listTypes(object, path));
    case "prune": {
      const unknown = judge.prune(object, isResourceRoot ? "resource" : "value");
      return `${goJson(object)} ${unknown.join()}`;
    }
    case "prunenulls":
    case "default":
      judge.fill(object);
      return goJson(object);
    default:
      throw new Error(`unknown operation '${op}'`);
  }
}

function wanted({ request, expected }: Case): string {
  if (expected.errors !== undefined) {
    const errors = expected.errors.map(({ type, field, causeMessage }) => ({
      reason: type as FieldError["reason"],
      field,
      message: causeMessage,
    }));
    return errorText(errors);
  }
  // Defaults follow at once where nulls are handled.
  const result = copyJson(expected.object ?? null);
  if (request.op === "prunenulls") applyDefaults(result, new SchemaTable().schema(request.schema));
  const object = goJson(result);
  return request.op === "prune" ? `${object} ${(expected.unknown ?? []).join()}` : object;
}

function errorText(errors: readonly FieldError[]): string {
  return errors
    .map(({ field, reason, message }) => `${field} | ${reason} | ${message}`)
    .sort()
    .join("\n");
}

function isExpectedFailure(file: string, entry: Case): boolean {
  const text = JSON.stringify(entry.request, (_key, value: unknown) =>
    typeof value === "bigint" ? Number(value) : value,
  );
  return expectedFailures.some(([name, part]) => name === file && text.includes(part));
}

const all = [
  "recorded-types",
  "recorded-keywords",
  "recorded-junctors",
  "recorded-validate-random",
  "recorded-ratchet-random",
  "recorded-listtype",
  "recorded-formats",
  "recorded-patterns",
  "recorded-prune-random",
  "recorded-prunenulls-random",
  "recorded-default-random",
] as const;

/** Cases that differ, as text. */
function compare(file: string, create: CreateJudge): string[] {
  const faults: string[] = [];
  const judges = new Map<string, Judge>();
  for (const entry of readCases(file)) {
    const key = stringifyJson(entry.request.schema);
    const judge = judges.get(key) ?? create(entry.request.schema);
    judges.set(key, judge);
    const got = answer(judge, entry);
    const want = wanted(entry);
    if (got === want || isExpectedFailure(file, entry)) continue;
    faults.push(`${key} ${stringifyJson(entry.request.object)}\n${got}\ninstead of\n${want}`);
  }
  console.info(`${file}: ${readCases(file).length} cases, ${faults.length} differ`);
  return faults.slice(0, 5);
}

describeShared("values are judged as by the server's own functions", () => {
  beforeAll(loadRuntime);

  it.each(all)("interpreters: %s", (file) => {
    expect(compare(file, createInterpreters)).toEqual([]);
  });

  it.each(all)(
    "generated code: %s",
    (file) => {
      expect(compare(file, createGenerated)).toEqual([]);
    },
    600_000,
  );

  it("nulls alone: recorded-prunenulls-random", () => {
    for (const { request, expected } of readCases("recorded-prunenulls-random")) {
      const object = copyJson(request.object);
      pruneNulls(object, new SchemaTable().schema(request.schema));
      expect(goJson(object)).toBe(goJson(expected.object ?? null));
    }
  });

  it("fails where that is expected", () => {
    for (const [file, part] of expectedFailures) {
      const cases = readCases(file).filter((entry) => isExpectedFailure(file, entry));
      const failing = cases.filter(
        (entry) => answer(createInterpreters(entry.request.schema), entry) !== wanted(entry),
      );
      expect(failing.length, `${file} ${part}`).toBeGreaterThan(0);
    }
  });
});
