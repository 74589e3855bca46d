import { expect, it } from "vitest";
import { checkExpression } from "../../src/cel/check-expression.js";
import { isCelIssues } from "../../src/cel/check/checked.js";
import { createEnvironment, withVariables } from "../../src/cel/check/environment.js";
import type { CelType } from "../../src/cel/type.js";
import { createProgram } from "../../src/crd/interpret/make-step.js";
import { compareQuantities, parseQuantity } from "../../src/runtime/v1/cel/libraries/quantity.js";
import { CelError } from "../../src/runtime/v1/cel/values/error.js";
import type { Value } from "../../src/runtime/v1/cel/values/value.js";
import type { RecordedValue } from "../support/cel-values.js";
import { decodeValue, encodeValue, parseType, serverOfRecord } from "../support/cel-values.js";
import { describeShared, readShared } from "../support/shared.js";

interface Recorded {
  readonly id: string | number;
  readonly expr?: string;
  readonly vars?: Readonly<Record<string, { celType: string; value: RecordedValue }>>;
  readonly compileError?: string;
  readonly programError?: string;
  readonly value?: RecordedValue;
  readonly error?: string;
  readonly cost?: string;
}

interface SpecCase {
  readonly id: string;
  readonly expr: string;
  readonly typeEnv?: readonly { name: string; type: string }[];
  readonly bindings?: Readonly<Record<string, RecordedValue>>;
  readonly disableCheck?: boolean;
  readonly checkOnly?: boolean;
  readonly wkt?: boolean;
  readonly expect: { value?: RecordedValue };
}

interface Question {
  readonly id: string | number;
  readonly text: string;
  readonly types: ReadonlyMap<string, CelType>;
  readonly values: ReadonlyMap<string, Value>;
  readonly answer: Recorded;
}

/** Expressions whose answer differs, with the reason why it must. */
const expectedFailures: ReadonlyMap<string, string> = new Map([
  [
    "{'foo': 2, 'bar': 1, 'baz': 0}.transformMap(k, v, 4 / v)",
    "the cost depends on the order of a Go map: the failing entry came first",
  ],
  [
    "google.protobuf.ListValue{values: [3.0, 'foo', null]}",
    "Kubernetes refuses lists of several types",
  ],
  [
    "google.protobuf.Value{struct_value: {'a': 1.0, 'b': 'two'}}",
    "Kubernetes refuses maps of several types",
  ],
  ["google.protobuf.Value{list_value: ['a', 3.0]}", "Kubernetes refuses lists of several types"],
  [
    "x.getMilliseconds()",
    "cel-go gives all milliseconds of a duration, the specification the rest",
  ],
]);

const environment = createEnvironment({ kubernetesVersion: 37, stored: true });

function questionsOf(file: string): Question[] {
  // The files are arrays of records.
  const records = JSON.parse(readShared("conformance", "cel", file)) as Recorded[];
  return records.map((answer) => {
    const vars = Object.entries(answer.vars ?? {});
    return {
      id: answer.id,
      text: answer.expr ?? "",
      types: new Map(vars.map(([name, { celType }]) => [name, parseType(celType)])),
      values: new Map(vars.map(([name, { value }]) => [name, decodeValue(value)])),
      answer,
    };
  });
}

/**
 * The specification's own cases with what a Kubernetes server answers; ids may occur several times.
 */
function specQuestions(): Question[] {
  const cases = new Map<string, SpecCase[]>();
  for (const item of readSpec()) {
    if (item.disableCheck === true || item.wkt === true) continue;
    cases.set(item.id, [...(cases.get(item.id) ?? []), item]);
  }
  const answers = JSON.parse(
    readShared("conformance", "cel", "cel-spec-under-k8s.json"),
  ) as (Recorded & { id: string })[]; // as the README says
  return answers.map((answer) => {
    const item = cases.get(answer.id)?.shift();
    if (item === undefined) throw new Error(`no case ${answer.id}`);
    return specQuestion(item, answer);
  });
}

function readSpec(): SpecCase[] {
  return JSON.parse(readShared("conformance", "cel", "cel-spec.json")) as SpecCase[]; // as the README says
}

function specQuestion(item: SpecCase, answer: Recorded): Question {
  const bindings = Object.entries(item.bindings ?? {});
  const types = new Map((item.typeEnv ?? []).map(({ name, type }) => [name, parseType(type)]));
  for (const [name, { type }] of bindings) {
    if (!types.has(name)) types.set(name, parseType(type));
  }
  const values = new Map(bindings.map(([name, value]) => [name, decodeValue(value)]));
  return { id: answer.id, text: item.expr, types, values, answer };
}

/** What differs; `undefined` = nothing. */
function difference({ text, types, values, answer }: Question): string | undefined {
  const checked = checkExpression(withVariables(environment, types), text);
  if (isCelIssues(checked)) return `does not compile: ${checked.issues[0]?.message ?? ""}`;
  const program = createProgram(checked, serverOfRecord([...values.values()]));
  if (program instanceof CelError) {
    return program.message === answer.programError ? undefined : `program: ${program.message}`;
  }
  if (answer.programError !== undefined) return "expected a program error";
  const { value, cost } = program.evaluate((name) => values.get(name));
  const got = encodeValue(value);
  const want = answer.value ?? { type: "error", value: answer.error };
  if (!isSame(got, want)) return `got ${JSON.stringify(got)}, want ${JSON.stringify(want)}`;
  if (answer.cost === undefined || String(cost) === answer.cost) return undefined;
  return `cost ${cost}, want ${answer.cost}`;
}

function isSame(got: RecordedValue, want: RecordedValue): boolean {
  if (got.type === "quantity" && want.type === "quantity") {
    // The record keeps a quantity's spelling, which no expression can see.
    const left = parseQuantity(String(got.value));
    const right = parseQuantity(String(want.value));
    if (left instanceof CelError || right instanceof CelError) return false;
    return compareQuantities(left, right) === 0;
  }
  return JSON.stringify(sorted(got)) === JSON.stringify(sorted(want));
}

function sorted(record: RecordedValue): RecordedValue {
  if (record.type === "list") {
    return { ...record, value: (record.value as RecordedValue[]).map(sorted) }; // by the type
  }
  if (record.type !== "map") return record;
  const entries = record.value as [RecordedValue, RecordedValue][]; // by the type
  const texts = entries.map((entry) => JSON.stringify(entry.map(sorted)));
  return { ...record, value: texts.sort() };
}

function report(questions: readonly Question[]): string[] {
  const lines: string[] = [];
  for (const question of questions) {
    const { answer, id, text } = question;
    if (answer.compileError !== undefined) continue;
    if (answer.value === undefined && answer.error === undefined && !answer.programError) continue;
    const different = difference(question);
    const expected = expectedFailures.has(text);
    if (expected && different === undefined) lines.push(`${id}: passes unexpectedly`);
    if (!expected && different !== undefined) lines.push(`${id}: ${text}: ${different}`);
  }
  return lines;
}

describeShared("evaluating recorded expressions", () => {
  it.each(["k8s-expr-corpus.json", "k8s-expr-matrix.json"])("%s", (file) => {
    expect(report(questionsOf(file))).toEqual([]);
  });

  it("cel-spec.json under Kubernetes", () => {
    expect(report(specQuestions())).toEqual([]);
  });

  it("cel-spec.json with well-known types", () => {
    const questions = readSpec()
      .filter((item) => item.wkt === true && item.expect.value !== undefined)
      .map((item) => specQuestion(item, { id: item.id, ...item.expect }));
    expect(report(questions)).toEqual([]);
  });
});
