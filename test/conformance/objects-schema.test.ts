import { beforeAll, expect, it } from "vitest";

import type { Backend } from "../../src/backends/backend.js";
import { defaultsBackend } from "../../src/backends/defaults.js";
import { pruneBackend } from "../../src/backends/prune.js";
import { openUnit } from "../../src/backends/validate/write-shapes.js";
import { empty } from "../../src/emit/code.js";
import { copyJson } from "../../src/ir/apply-defaults.js";
import { SchemaTable } from "../../src/ir/schema-table.js";
import { applyDefaults, pruneNulls } from "../../src/reference/default.js";
import { validateListTypes } from "../../src/reference/list-type.js";
import { prune } from "../../src/reference/prune.js";
import { validateValue, validateValueUpdate } from "../../src/reference/validate.js";
import { collectErrors } from "../../src/runtime/v1/collect-errors.js";
import { newestDialect } from "../../src/runtime/v1/dialect.js";
import type { FieldError } from "../../src/runtime/v1/field-error.js";
import { goJson } from "../../src/runtime/v1/go/json.js";
import { JsonFault, parseJson } from "../../src/runtime/v1/json-text.js";
import type { Json } from "../../src/runtime/v1/json.js";
import { collectListErrors } from "../../src/runtime/v1/list-types.js";
import { Report } from "../../src/runtime/v1/report.js";
import { stringifyJson } from "../../src/runtime/v1/stringify-json.js";
import type { ValueSchema } from "../../src/runtime/v1/value-schema.js";
import { emitUnit, evaluateUnit, loadRuntime } from "../support/emit-unit.js";
import { schemaResource } from "../support/schema-resource.js";
import { describeShared, readShared } from "../support/shared.js";

/**
 * Recorded answers of the server's functions that differ for a reason: [file, what the case holds, why].
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

/** A file of recorded answers, with numbers as they are spelled. */
function readCases(file: string): readonly Case[] {
  const parsed = parseJson(readShared("conformance", "schema", `${file}.json`));
  if (parsed instanceof JsonFault) throw new Error(parsed.message);
  const { cases } = parsed.value as unknown as { readonly cases: readonly Case[] }; // the file's shape
  return cases;
}

/** One way to answer: the interpreters, or generated code. */
interface Judge {
  validate(object: Json, path: string): readonly FieldError[];
  update(object: Json, old: Json): readonly FieldError[];
  listtype(object: Json, path: string): readonly FieldError[];
  /** Changes the object; gives the unknown paths. */
  prune(object: Json, isResourceRoot: boolean): readonly string[];
  prunenulls(object: Json): void;
  default(object: Json): void;
}

function interpreters(raw: Json): Judge {
  const schema = new SchemaTable().schema(raw);
  const options = (prefix: string): Parameters<typeof validateValue>[2] => ({
    kubernetes: 37,
    reading: "served",
    prefix,
  });
  return {
    validate: (object, path) => validateValue(schema, object, options(path)),
    update: (object, old) =>
      validateValueUpdate(schema, { value: object, old, schema }, options("")),
    listtype: (object, path) => validateListTypes(schema, object, path, newestDialect),
    prune: (object, isResourceRoot) => prune(object, schema, isResourceRoot ? "resource" : "value"),
    prunenulls: (object) => {
      pruneNulls(object, schema);
    },
    default: (object) => {
      pruneNulls(object, schema);
      applyDefaults(object, schema);
    },
  };
}

/** Exports the schema as data, as the validate back end writes it. */
const shapeBackend: Backend = {
  name: "shape",
  needs: [],
  parseOptions: () => undefined,
  generate(unit, _options, context) {
    const file = context.file("shape");
    const { schema } = unit.version;
    if (schema === undefined) return;
    const open = openUnit(schema, unit.names, unit.kubernetes, file, context);
    const value = open.unit.schema(open.root);
    file.add({ kind: "const", name: "shape", exported: true, doc: empty, type: undefined, value });
  },
};

interface Generated {
  readonly shape: ValueSchema;
  readonly pruneSample: (object: unknown) => string[];
  readonly defaultSample: (object: unknown) => void;
}

function generatedCode(raw: Json): Judge {
  const { resource, version } = schemaResource(raw);
  const files = emitUnit(resource, version, [shapeBackend, pruneBackend, defaultsBackend]);
  const { shape, pruneSample, defaultSample } = evaluateUnit(files) as unknown as Generated; // what they export
  const validate = (object: Json, path: string): readonly FieldError[] => {
    const report = new Report(path, newestDialect);
    collectErrors(shape, object, "", report);
    if (shape.is?.(object) === true) expect(report.errors).toEqual([]);
    return report.errors;
  };
  return {
    validate,
    update(object, old) {
      const report = new Report("", newestDialect);
      collectErrors(shape, object, "", report, { value: object, old, schema: shape });
      return report.errors;
    },
    listtype(object, path) {
      const errors: FieldError[] = [];
      collectListErrors(shape, object, path, errors);
      return errors;
    },
    prune: (object) => pruneSample(object),
    prunenulls: () => undefined,
    default: (object) => {
      defaultSample(object);
    },
  };
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
      return errorText(judge.listtype(object, path));
    case "prune": {
      const unknown = judge.prune(object, isResourceRoot);
      return `${goJson(object)} ${unknown.join()}`;
    }
    case "prunenulls":
      judge.prunenulls(object);
      return goJson(object);
    case "default":
      judge.default(object);
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
  const object = goJson(expected.object ?? null);
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

/** Cases that differ, and cases that should differ and do not. */
function compare(
  file: string,
  create: (raw: Json) => Judge,
  skip: (entry: Case) => boolean,
): string[] {
  const faults: string[] = [];
  const judges = new Map<string, Judge>();
  for (const entry of readCases(file)) {
    if (skip(entry)) continue;
    const key = stringifyJson(entry.request.schema);
    const judge = judges.get(key) ?? create(entry.request.schema);
    judges.set(key, judge);
    const got = answer(judge, entry);
    const want = wanted(entry);
    if (got === want || isExpectedFailure(file, entry)) continue;
    faults.push(`${key} ${stringifyJson(entry.request.object)}\n${got}\ninstead of\n${want}`);
  }
  return faults.slice(0, 5);
}

describeShared("values are judged as by the server's own functions", () => {
  beforeAll(loadRuntime);

  it.each(all)("interpreters: %s", (file) => {
    expect(compare(file, interpreters, () => false)).toEqual([]);
  });

  // Generated pruners take their value for a whole resource, and null handling comes with the defaults.
  const differs = ({ request }: Case): boolean =>
    request.op === "prunenulls" || (request.op === "prune" && request.isResourceRoot !== true);

  it.each(all)(
    "generated code: %s",
    (file) => {
      expect(compare(file, generatedCode, differs)).toEqual([]);
    },
    600_000,
  );

  it("fails where that is expected", () => {
    for (const [file, part] of expectedFailures) {
      const cases = readCases(file).filter((entry) => isExpectedFailure(file, entry));
      const failing = cases.filter(
        (entry) => answer(interpreters(entry.request.schema), entry) !== wanted(entry),
      );
      expect(failing.length, `${file} ${part}`).toBeGreaterThan(0);
    }
  });
});
