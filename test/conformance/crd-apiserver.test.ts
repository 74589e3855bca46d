import { beforeAll, expect, it } from "vitest";
import { createJudges } from "../../src/codegen/pipeline/judges.js";
import type { LintResult } from "../../src/crd/frontend/lint-crd.js";
import { lintCrd } from "../../src/crd/frontend/lint-crd.js";
import { SchemaTable } from "../../src/crd/ir/schema-table.js";
import type { Json } from "../../src/runtime/v1/values/json/json.js";
import { parseKubernetesVersion } from "../../src/runtime/v1/values/kubernetes-version.js";
import type { CorpusCrds, CrdAnswer, CrdRecord } from "../support/corpus-crds.js";
import { asCrd, readCorpusCrds } from "../support/corpus-crds.js";
import type { RecordedSubject } from "../support/features.js";
import { plainLintOptions } from "../support/lint-options.js";
import { describeShared, readShared, readSharedLines } from "../support/shared.js";
import { tallyOf } from "../support/tally.js";
import { expectedFailures } from "./crd-expected-failures.js";

function comparable(answer: CrdAnswer | LintResult): unknown {
  const texts = (answer.causes ?? []).map(
    ({ reason, field, message }) => `${field}: ${reason}: ${message}`,
  );
  return { code: answer.code, message: answer.message, causes: texts.map(stable).sort() };
}

/** Without what the server makes up by chance. */
function stable(text: string): string {
  return text.replace(/selfType\d+/g, "selfTypeN");
}

/** What differs between a recorded answer and crdgen's; undefined: nothing. */
function difference(recorded: CrdAnswer, given: LintResult): string | undefined {
  const want = JSON.stringify(comparable(recorded));
  const got = JSON.stringify(comparable(given));
  if (want !== got) return `want ${want.slice(0, 2000)}\n   got  ${got.slice(0, 2000)}`;
  const [warned, warnings] = [[...(recorded.warnings ?? [])].sort(), [...given.warnings].sort()];
  if (JSON.stringify(warned) === JSON.stringify(warnings)) return undefined;
  return `warnings: want ${warned.join()} got ${warnings.join()}`;
}

function lint(
  corpus: CorpusCrds,
  record: CrdRecord,
  minor: number,
  table: SchemaTable,
): LintResult {
  const known = parseKubernetesVersion(`1.${minor}`);
  if (known === undefined) throw new Error(`1.${minor}`);
  const judges = createJudges(known);
  return lintCrd(corpus.crdOf(record), { ...plainLintOptions, judges, table, minor: known });
}

const tally = tallyOf("crds");

function subjectOf({ kind }: CrdRecord): RecordedSubject {
  return { file: kind === undefined ? "crds" : "crd-mutants", kind };
}

describeShared("crds of the corpus, as they are and changed", () => {
  let corpus: CorpusCrds;
  beforeAll(async () => {
    corpus = await readCorpusCrds();
  }, 120_000);

  it("are judged as a server of 1.37 judges them", () => {
    const table = new SchemaTable();
    const failed = new Map<string, string>();
    for (const record of corpus.records) {
      const text = difference(record, lint(corpus, record, 37, table));
      if (text !== undefined) failed.set(record.id, text);
      tally.add(37, subjectOf(record), text === undefined);
    }
    report("1.37", corpus.records.length, failed);
    expectFailures(failed, 37, new Set(corpus.records.map(({ id }) => id)));
  });

  interface VersionLine {
    readonly id: string;
    readonly file: string;
    readonly answers: readonly (CrdAnswer & { readonly versions: readonly string[] })[];
  }

  it.each([28, 29, 30, 31, 32, 33, 34, 35, 36])(
    "are judged as a server of 1.%i judges them",
    (minor) => {
      const lines = readSharedLines<VersionLine>(
        "conformance",
        "apiserver-versions",
        "differences.jsonl.gz",
      );
      const byId = new Map(corpus.records.map((record) => [record.id, record]));
      const table = new SchemaTable();
      const failed = new Map<string, string>();
      const crdLines = lines.filter(({ file }) => file === "crds" || file === "crd-mutants");
      for (const { id, answers } of crdLines) {
        const record = byId.get(id);
        if (record === undefined) throw new Error(id);
        const answer = answers.find(({ versions }) => versions.includes(`1.${minor}`)) ?? record;
        const text = difference(answer, lint(corpus, record, minor, table));
        if (text !== undefined) failed.set(id, text);
        tally.add(minor, subjectOf(record), text === undefined);
      }
      report(`1.${minor}`, crdLines.length, failed);
      expectFailures(failed, minor, new Set(crdLines.map(({ id }) => id)));
    },
  );
});

describeShared("probes", () => {
  interface Probe {
    readonly id: string;
    readonly topic: string;
    readonly crd: Json;
    readonly answers: readonly { readonly versions: readonly string[]; readonly crd: CrdAnswer }[];
  }
  const probes = JSON.parse(
    readShared("conformance", "apiserver-versions", "probes.json"),
  ) as Probe[]; // the suite's format

  it.each([28, 29, 30, 31, 32, 33, 34, 35, 36, 37])(
    "are judged as a server of 1.%i judges them",
    (minor) => {
      const known = parseKubernetesVersion(`1.${minor}`);
      if (known === undefined) throw new Error(`1.${minor}`);
      const judges = createJudges(known);
      const failed = new Map<string, string>();
      for (const { id, topic, crd, answers } of probes) {
        const recorded = answers.find(({ versions }) => versions.includes(`1.${minor}`));
        if (recorded === undefined) throw new Error(id);
        const table = new SchemaTable();
        const result = lintCrd(asCrd(crd), { ...plainLintOptions, judges, table, minor: known });
        const text = difference(recorded.crd, result);
        if (text !== undefined) failed.set(id, text);
        tally.add(minor, { file: "probe-crds", kind: topic }, text === undefined);
      }
      report(`probes of 1.${minor}`, probes.length, failed);
      expectFailures(failed, minor, new Set(probes.map(({ id }) => id)));
    },
  );
});

function report(what: string, count: number, failed: ReadonlyMap<string, string>): void {
  console.log(`${what}: ${count - failed.size} of ${count}`);
}

/** Exactly the listed cases fail. */
function expectFailures(
  failed: ReadonlyMap<string, string>,
  minor: number,
  asked: ReadonlySet<string>,
): void {
  const listed = expectedFailures
    .filter(({ id, versions }) => versions.includes(minor) && asked.has(id))
    .map(({ id }) => id);
  const unlisted = [...failed].filter(([id]) => !listed.includes(id));
  expect(unlisted.map(([id, text]) => `${id}\n   ${text}`).join("\n")).toBe("");
  expect(
    listed.filter((id) => !failed.has(id)),
    "listed, but passes",
  ).toEqual([]);
}
