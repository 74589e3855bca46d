import { expect } from "vitest";
import { defaultsBackend } from "../../src/codegen/backends/defaults.js";
import { pruneBackend } from "../../src/codegen/backends/prune.js";
import { rulesBackend } from "../../src/codegen/backends/rules.js";
import { InterpretedRules } from "../../src/crd/interpret/rules.js";
import { SchemaTable } from "../../src/crd/ir/schema-table.js";
import { checkRules } from "../../src/runtime/v1/cel/rules/rules.js";
import { collectErrors } from "../../src/runtime/v1/validation/collect-errors.js";
import { listTypeErrors } from "../../src/runtime/v1/validation/list-types.js";
import { Report } from "../../src/runtime/v1/validation/report.js";
import type { ValueSchema } from "../../src/runtime/v1/validation/value-schema.js";
import { newestDialect } from "../../src/runtime/v1/values/dialect.js";
import type { FieldError } from "../../src/runtime/v1/values/field-error.js";
import type { Json } from "../../src/runtime/v1/values/json/json.js";
import { applyDefaults, pruneNulls } from "../reference/default.js";
import { validateListTypes } from "../reference/list-type.js";
import { prune } from "../reference/prune.js";
import { validateValue, validateValueUpdate } from "../reference/validate.js";
import { emitUnit, evaluateUnit } from "./emit-unit.js";
import { schemaResource } from "./schema-resource.js";
import { shapeBackend } from "./shape-backend.js";

/** One way to judge values by a schema of a 1.37 server: the interpreters, or generated code. */
export interface Judge {
  validate(value: Json, path?: string): readonly FieldError[];
  update(value: Json, old: Json): readonly FieldError[];
  listTypes(value: Json, path?: string): readonly FieldError[];
  /**
   * In place; the unknown paths. A `resource` keeps apiVersion, kind and metadata, a `value` what
   * the schema says.
   */
  prune(value: Json, root: "resource" | "value"): readonly string[];
  /** Null handling, then defaults; in place. */
  fill(value: Json): void;
  /** The errors of the rules. */
  rules(object: Json, old: Json | undefined): readonly FieldError[];
}

/** A way to make a judge of a raw schema; null is the absence of one, which specifies nothing. */
export type CreateJudge = (raw: Json) => Judge;

export const createInterpreters: CreateJudge = (raw) => {
  const schema = new SchemaTable().schema(raw);
  const specified = raw === null ? undefined : schema;
  const options = (prefix: string): Parameters<typeof validateValue>[2] => ({
    kubernetes: 37,
    reading: "served",
    prefix,
  });
  return {
    validate: (value, path = "") => validateValue(schema, value, options(path)),
    update: (value, old) => validateValueUpdate(schema, { value, old, schema }, options("")),
    listTypes: (value, path = "") => validateListTypes(schema, value, path),
    prune: (value, root) => prune(value, specified, root),
    fill: (value) => {
      pruneNulls(value, schema);
      applyDefaults(value, schema);
    },
    rules(object, old) {
      const rules = new InterpretedRules(37).of(schema, true);
      return rules === undefined ? [] : checkRules(rules, object, old);
    },
  };
};

interface Generated {
  readonly shape: ValueSchema;
  readonly pruneSample: (object: unknown) => string[];
  readonly defaultSample: (object: unknown) => void;
}

function generate(raw: Json): Generated {
  const { resource, version } = schemaResource(raw);
  const files = emitUnit(resource, version, [shapeBackend, pruneBackend, defaultsBackend]);
  return evaluateUnit(files) as unknown as Generated; // what these back ends export
}

/** Generated code; `loadRuntime` comes first. */
export const createGenerated: CreateJudge = (raw) => {
  const { shape, pruneSample, defaultSample } = generate(raw);
  // Generated pruners and defaulters take their value for a resource; any other value is put into
  // one.
  let outer: Generated | undefined;
  const around = (): Generated => (outer ??= generate(schemaAround(raw)));
  return {
    validate(value, path = "") {
      const report = new Report(path, newestDialect);
      collectErrors(shape, value, "", report);
      if (shape.is?.(value) === true) expect(report.errors).toEqual([]);
      return report.errors;
    },
    update(value, old) {
      const report = new Report("", newestDialect);
      collectErrors(shape, value, "", report, { value, old, schema: shape });
      return report.errors;
    },
    listTypes(value, path = "") {
      const report = new Report("", newestDialect);
      collectErrors(shape, value, path, report);
      return listTypeErrors(report.lists);
    },
    prune(value, root) {
      if (root === "resource") return pruneSample(value);
      const paths = around().pruneSample({ value });
      // At the root of a value these are removed as well, but not told.
      return paths.map(withoutFirstStep).filter((path) => !typeMeta.has(path));
    },
    fill(value) {
      if (typeof value !== "object" || value === null) defaultSample(value);
      else around().defaultSample({ value });
    },
    rules(object, old) {
      const { resource, version } = schemaResource(raw);
      const { checkSampleRules } = evaluateUnit(emitUnit(resource, version, [rulesBackend]));
      return (checkSampleRules as (object: Json, old: Json | undefined) => FieldError[])(
        object,
        old,
      ); // what it exports
    },
  };
};

const typeMeta: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/** What specifies `value` by a schema, or allows it and specifies nothing. */
function schemaAround(raw: Json): Json {
  if (raw === null) return { type: "object", additionalProperties: true };
  return { type: "object", properties: { value: raw } };
}

function withoutFirstStep(path: string): string {
  return path.slice("value".length).replace(/^\./, "");
}
