import { expect, it } from "vitest";
import { checkExpression } from "../../src/cel/check-expression.js";
import { isCelIssues } from "../../src/cel/check/checked.js";
import { createEnvironment, withVariables } from "../../src/cel/check/environment.js";
import type { CelType } from "../../src/cel/type.js";
import { makeClosure } from "../../src/codegen/expressions/evaluation.js";
import { compile } from "../../src/index-cel.js";
import { CelError } from "../../src/runtime/v1/cel/values/error.js";
import { Double, Uint } from "../../src/runtime/v1/cel/values/numbers.js";
import type { Value } from "../../src/runtime/v1/cel/values/value.js";
import type { KubernetesMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import type { RecordedValue } from "../support/cel-values.js";
import { encodeValue, parseType, serverOfRecord } from "../support/cel-values.js";
import { describeShared, readShared } from "../support/shared.js";

interface Recorded {
  readonly id: string | number;
  readonly expr: string;
  readonly vars?: Readonly<Record<string, { readonly celType: string; value: RecordedValue }>>;
  readonly compileError?: string;
  readonly programError?: string;
  readonly value?: RecordedValue;
  readonly error?: string;
  readonly cost?: string;
  readonly estMin?: string;
  readonly estMax?: string;
}

/** How many values the functions gave themselves, and how many they left to steps. */
let decided = 0;
let byStep = 0;

/** Where the recorded cost is not that of a server; see the test of the interpreter. */
const otherCosts: ReadonlySet<string> = new Set([
  "{'foo': 2, 'bar': 1, 'baz': 0}.transformMap(k, v, 4 / v)",
  "[].flatten(dyn('1'))",
]);

const environment = createEnvironment({ kubernetesVersion: 37, stored: true });

/** A recorded value as a caller would bind it. */
function bindingOf({ type, value }: RecordedValue): unknown {
  if (type.startsWith("wrapper:")) return bindingOf(value as RecordedValue); // by the type
  switch (type) {
    case "int":
      return BigInt(String(value));
    case "uint":
      return new Uint(BigInt(String(value)));
    case "double":
      return new Double(value === "-0" ? -0 : Number(value));
    case "bytes":
      return Uint8Array.from(Buffer.from(String(value), "base64"));
    case "list":
      return (value as RecordedValue[]).map(bindingOf); // by the type
    case "map":
      return new Map(
        (value as [RecordedValue, RecordedValue][]).map(
          ([key, item]) => [bindingOf(key), bindingOf(item)] as const,
        ), // by the type
      );
    default:
      return value;
  }
}

/** What is wrong with the answer of `compile`; `undefined` = nothing. */
function differenceOf(record: Recorded): string | undefined {
  const vars = Object.entries(record.vars ?? {});
  const types = new Map(vars.map(([name, { celType }]) => [name, parseType(celType)]));
  const server = serverOfRecord(vars.map(([, { value }]) => value.value));
  const compiled = compile(record.expr, {
    variables: Object.fromEntries(types),
    kubernetesVersion: `1.${server}`,
  });
  if (record.compileError !== undefined || record.programError !== undefined) {
    const wanted =
      record.compileError === undefined
        ? `program instantiation failed: ${record.programError ?? ""}`
        : `compilation failed: ${record.compileError}`;
    return !compiled.ok && compiled.message === wanted ? undefined : "another rejection";
  }
  if (!compiled.ok) return compiled.message;
  const { min, max } = compiled.cost;
  if (String(min) !== record.estMin || String(max) !== record.estMax) {
    return `estimate ${min} to ${max}`;
  }
  if (record.value === undefined && record.error === undefined) return undefined;
  const bindings = Object.fromEntries(vars.map(([name, { value }]) => [name, bindingOf(value)]));
  return (
    differenceOfRuns(record, types, bindings, server) ??
    differenceOfCost(record, compiled, bindings)
  );
}

function differenceOfCost(
  { expr, cost }: Recorded,
  { measure }: Extract<ReturnType<typeof compile>, { readonly ok: true }>,
  bindings: Readonly<Record<string, unknown>>,
): string | undefined {
  const measured = measure(bindings);
  const isSame = cost === undefined || otherCosts.has(expr) || String(measured.cost) === cost;
  return isSame ? undefined : `cost ${measured.cost}, want ${cost}`;
}

/** The generated function's own value, in which ints, uints and doubles differ. */
function differenceOfRuns(
  { expr, value, error }: Recorded,
  types: ReadonlyMap<string, CelType>,
  bindings: Readonly<Record<string, unknown>>,
  server: KubernetesMinor,
): string | undefined {
  const checked = checkExpression(withVariables(environment, types), expr);
  if (isCelIssues(checked)) return "does not check";
  const variables = [...types].map(([name, type]) => ({ name, type, data: undefined }));
  let isUndecided = false as boolean; // a function changes it
  const closure = makeClosure<Value | CelError>(checked, variables, server, {
    finish: (made) => made,
    otherwise: () => {
      isUndecided = true;
      return null;
    },
  });
  const got = closure?.(bindings) ?? null;
  if (closure === undefined || isUndecided) {
    byStep++;
    return undefined;
  }
  if (error !== undefined) return `no error but ${JSON.stringify(encodeValue(got))}`;
  decided++;
  const given = sorted(encodeValue(got));
  const want = sorted(value ?? { type: "error", value: error });
  return JSON.stringify(given) === JSON.stringify(want)
    ? undefined
    : `got ${JSON.stringify(given)}, want ${JSON.stringify(want)}`;
}

/** Maps in one order; of quantities what an expression can see, which their spelling is not. */
function sorted(record: RecordedValue): RecordedValue {
  if (record.type === "list") {
    return { ...record, value: (record.value as RecordedValue[]).map(sorted) }; // by the type
  }
  if (record.type === "quantity") {
    const quantity = compile("[q.asApproximateFloat(), dyn(q.isInteger()) == true ? 1.0 : 0.0]", {
      variables: { q: "kubernetes.Quantity" },
    });
    if (!quantity.ok) throw new Error(quantity.message);
    const numbers = quantity.evaluate({ q: String(record.value) });
    if (numbers instanceof CelError) throw new Error(numbers.message);
    return { ...record, value: numbers };
  }
  if (record.type !== "map") return record;
  const entries = record.value as [RecordedValue, RecordedValue][]; // by the type
  return { ...record, value: entries.map((entry) => JSON.stringify(entry.map(sorted))).sort() };
}

describeShared("crdgen/cel on recorded expressions", () => {
  it.each(["k8s-expr-corpus", "k8s-expr-matrix"])("%s", (file) => {
    const records = JSON.parse(readShared("conformance", "cel", `${file}.json`)) as Recorded[]; // as the README says
    const lines = records.flatMap((record) => {
      const difference = differenceOf(record);
      return difference === undefined ? [] : [`${record.id}: ${record.expr}: ${difference}`];
    });
    console.log(
      `${file}: ${records.length - lines.length} of ${records.length}; ${decided} values of functions, ${byStep} by step`,
    );
    expect(decided).toBeGreaterThan(byStep);
    expect(lines.slice(0, 10)).toEqual([]);
  });
});
