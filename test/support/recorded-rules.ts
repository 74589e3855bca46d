import { SchemaTable } from "../../src/crd/ir/schema-table.js";
import type { Schema } from "../../src/crd/ir/schema.js";
import type { CostLimits } from "../../src/crd/rules/cost-limits.js";
import type { RuleNode } from "../../src/runtime/v1/cel/rules/rule-node.js";
import { RuleRatchet, runRules } from "../../src/runtime/v1/cel/rules/rules.js";
import type { ValueSchema } from "../../src/runtime/v1/validation/value-schema.js";
import type { FieldError } from "../../src/runtime/v1/values/field-error.js";
import { fieldErrorText } from "../../src/runtime/v1/values/field-error.js";
import type { Json } from "../../src/runtime/v1/values/json/json.js";
import { Float64 } from "../../src/runtime/v1/values/json/json.js";
import { readShared } from "./shared.js";

interface RecordedError {
  readonly type: string;
  readonly text: string;
}

/** A recorded run of the server's rules over a value. */
export interface RecordedRun {
  readonly id: number;
  readonly schema: Json;
  readonly isRoot: boolean;
  readonly object: unknown;
  readonly oldObject?: unknown;
  readonly path?: string;
  readonly budget?: string;
  readonly perCallLimit?: string;
  readonly perCall?: string;
  readonly ratchet?: boolean;
  readonly expect?: RecordedOutcome;
  readonly errors?: readonly RecordedError[];
  readonly remaining?: string;
}

interface RecordedOutcome {
  readonly errors?: readonly RecordedError[];
  readonly warnings?: readonly (string | { readonly text: string })[];
  readonly remaining?: string;
}

/** The runs of a file of conformance/cel. */
export function readRuns(file: string): readonly RecordedRun[] {
  return JSON.parse(readShared("conformance", "cel", file)) as RecordedRun[]; // as its README says
}

export function schemaOf(run: RecordedRun): Schema {
  return new SchemaTable().schema(run.schema);
}

/** What the rules of a run may cost. */
export function limitsOf(run: RecordedRun): CostLimits {
  return {
    call: Number(run.perCallLimit ?? run.perCall ?? 1_000_000),
    object: Number(run.budget ?? 10_000_000),
  };
}

/**
 * What differs between the recorded answer and a run of the node's rules; `undefined` = nothing.
 */
export function differenceOf(
  run: RecordedRun,
  schema: Schema,
  node: RuleNode | undefined,
  counts = true,
): string | undefined {
  const want: RecordedOutcome = run.expect ?? run; // one of the files has no `expect`
  const budget = limitsOf(run).object;
  const value = decode(run.object);
  const old = run.oldObject === undefined ? undefined : decode(run.oldObject);
  const ratchet =
    run.ratchet === true
      ? new RuleRatchet({ value, old: old ?? null, schema: valueSchema(schema) })
      : undefined;
  const got =
    node === undefined
      ? { errors: [], warnings: [], remaining: budget }
      : runRules(
          {
            node,
            path: run.path ?? "",
            budget,
            callLimit: limitsOf(run).call,
            counts,
            ratchet,
          },
          value,
          old,
        );
  const pairs: [string, unknown, unknown][] = [
    ["errors", texts(got.errors), wantedErrors(want)],
    ["warnings", got.warnings.map(textOf).sort(), wantedWarnings(want)],
    ["remaining", counts ? got.remaining : 0, counts ? Number(want.remaining) : 0],
  ];
  const different = pairs.find(([, left, right]) => JSON.stringify(left) !== JSON.stringify(right));
  if (different === undefined) return undefined;
  const [what, left, right] = different;
  return `${what}: got ${JSON.stringify(left)}, want ${JSON.stringify(right)}`;
}

function texts(errors: readonly FieldError[]): string[] {
  return errors.map((error) => `${error.reason} ${textOf(error)}`).sort();
}

function textOf(error: FieldError): string {
  return fieldErrorText(error).replace(/selfType\d+/g, "selfTypeN");
}

function wantedErrors({ errors = [] }: RecordedOutcome): string[] {
  return errors.map(({ type, text }) => `${type} ${text}`).sort();
}

function wantedWarnings({ warnings = [] }: RecordedOutcome): string[] {
  return warnings.map((warning) => (typeof warning === "string" ? warning : warning.text)).sort();
}

/** `{"$int": "…"}` is a big int, `{"$float": "10"}` a whole float64. */
function decode(data: unknown): Json {
  if (Array.isArray(data)) return data.map(decode);
  if (typeof data !== "object" || data === null) return data as Json; // a scalar
  const entries = Object.entries(data);
  const [only] = entries;
  if (entries.length === 1 && only?.[0] === "$int") return BigInt(String(only[1]));
  if (entries.length === 1 && only?.[0] === "$float") {
    const number = Number(only[1]);
    return Number.isInteger(number) ? new Float64(number) : number;
  }
  return Object.fromEntries(entries.map(([key, item]) => [key, decode(item)]));
}

/** What correlation needs of a schema. */
function valueSchema(schema: Schema): ValueSchema {
  const fields = [...schema.fields].map(([name, field]) => [name, valueSchema(field)] as const);
  return {
    ...(schema.type === "" ? {} : { type: schema.type }),
    ...(fields.length === 0 ? {} : { fields: Object.fromEntries(fields) }),
    ...(typeof schema.values === "object" ? { values: valueSchema(schema.values) } : {}),
    ...(schema.items === undefined ? {} : { items: valueSchema(schema.items) }),
    ...(schema.listType === "atomic"
      ? {}
      : { listType: schema.listType, listMapKeys: schema.listMapKeys }),
  };
}
