import { expect, it } from "vitest";
import { checkExpression } from "../../src/cel/check-expression.js";
import { isCelIssues } from "../../src/cel/check/checked.js";
import { createEnvironment, withVariables } from "../../src/cel/check/environment.js";
import { costModel } from "../../src/cel/cost-model.js";
import { estimateCost } from "../../src/cel/cost.js";
import { findProgramFault } from "../../src/cel/program/program-fault.js";
import type { CelType } from "../../src/cel/type.js";
import { parseType } from "../support/cel-values.js";
import { printOutcome, shortTypeNames } from "../support/cel.js";
import { describeShared, readShared } from "../support/shared.js";

interface Recorded {
  readonly id: string | number;
  readonly expr?: string;
  readonly vars?: Readonly<Record<string, { readonly celType: string }>>;
  readonly compileError?: string;
  readonly programError?: string;
  readonly outType?: string;
  readonly estMin?: string;
  readonly estMax?: string;
}

interface Specified {
  readonly id: string;
  readonly expr: string;
  readonly typeEnv?: readonly { readonly name: string; readonly type: string }[];
}

/** What one expression gives, in the form in which the answers were recorded. */
function compile(expr: string, variables: ReadonlyMap<string, CelType>): object {
  const checked = checkExpression(withVariables(environment, variables), expr);
  if (isCelIssues(checked)) return { compileError: printOutcome(checked) };
  const programError = findProgramFault(checked);
  const outType = printOutcome(checked);
  const { min, max } = estimateCost(checked, costModel(37, undefined));
  const cost = { estMin: String(min), estMax: String(max) };
  return programError === undefined ? { outType, ...cost } : { programError };
}

function recorded({ compileError, programError, outType, estMin, estMax }: Recorded): object {
  if (compileError !== undefined) return { compileError };
  if (programError !== undefined) return { programError };
  return { outType: shortTypeNames(outType ?? ""), estMin, estMax };
}

const environment = createEnvironment({ kubernetesVersion: 37, stored: true });

describeShared("CEL: types, messages and estimates of recorded expressions", () => {
  for (const file of ["k8s-expr-matrix", "k8s-expr-corpus"]) {
    it(file, () => {
      const records = read(file) as readonly Recorded[]; // the recorded shape
      const differences: unknown[] = [];
      for (const record of records) {
        const variables = new Map(
          Object.entries(record.vars ?? {}).map(([name, { celType }]) => [
            name,
            parseType(celType),
          ]),
        );
        const got = compile(record.expr ?? "", variables);
        const want = recorded(record);
        if (JSON.stringify(got) !== JSON.stringify(want))
          differences.push({ ...record, got, want });
      }
      report(file, records.length, differences);
    });
  }

  it("cel-spec under Kubernetes", () => {
    // A few ids come twice, in both files in the same order; answers for unchecked expressions are
    // not comparable.
    const specified = byId(read("cel-spec") as readonly Specified[] /* the recorded shape */);
    const records = read("cel-spec-under-k8s") as readonly (Recorded & { readonly id: string })[]; // ids are texts here
    const differences: unknown[] = [];
    for (const record of records) {
      const candidates = specified.get(record.id) ?? [];
      const outcomes = candidates.map(({ expr, typeEnv = [] }) => {
        const variables = new Map(typeEnv.map(({ name, type }) => [name, parseType(type)]));
        return JSON.stringify(compile(expr, variables));
      });
      const want = JSON.stringify(recorded(record));
      if (!outcomes.includes(want)) differences.push({ record, outcomes });
    }
    report("cel-spec-under-k8s", records.length, differences);
  });
});

function byId(specified: readonly Specified[]): ReadonlyMap<string, readonly Specified[]> {
  const groups = new Map<string, Specified[]>();
  for (const one of specified) groups.set(one.id, [...(groups.get(one.id) ?? []), one]);
  return groups;
}

function read(file: string): unknown {
  return JSON.parse(readShared("conformance", "cel", `${file}.json`));
}

function report(file: string, total: number, differences: readonly unknown[]): void {
  console.log(`${file}: ${String(total - differences.length)} of ${String(total)}`);
  expect(differences.slice(0, 5)).toEqual([]);
}
