import { beforeAll, expect, it } from "vitest";
import type { Resource, Version } from "../../src/crd/ir/resource.js";
import type { KubernetesMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import {
  newestMinor,
  oldestMinor,
  parseKubernetesVersion,
} from "../../src/runtime/v1/values/kubernetes-version.js";
import { emitUnit, evaluateUnit, loadRuntime } from "../support/emit-unit.js";
import { createAdmission } from "../support/interpreted-admission.js";
import type {
  Admit,
  Comparisons,
  ObjectFile,
  RecordedAnswer,
  VersionedAnswer,
} from "../support/recorded-objects.js";
import { compareAnswers, expectAgreement, objectFiles } from "../support/recorded-objects.js";
import { isWhole, sample } from "../support/scope.js";
import { describeShared, readSharedLines } from "../support/shared.js";
import { tallyOf } from "../support/tally.js";
import { writeBackends } from "../support/write-backends.js";

interface Difference {
  readonly id: string;
  readonly file: string;
  readonly answers: readonly (RecordedAnswer & {
    readonly versions: readonly string[];
    readonly refused?: string;
  })[];
}

/** Those whose answers are compared; several, so that what changed between two of them is seen. */
const servers: readonly number[] = sample(
  Array.from({ length: newestMinor - oldestMinor }, (_, index) => oldestMinor + index),
  4,
);

/** What older servers answered where it was not the answer of 1.37. */
function readAnswers(): ReadonlyMap<ObjectFile, readonly VersionedAnswer[]> {
  const byFile = new Map<ObjectFile, VersionedAnswer[]>();
  const lines = readSharedLines<Difference>(
    "conformance",
    "apiserver-versions",
    "differences.jsonl.gz",
  );
  for (const { id, file, answers } of lines) {
    if (!isObjectFile(file)) continue;
    const given = byFile.get(file) ?? [];
    byFile.set(file, given);
    for (const answer of answers.filter(({ refused }) => refused === undefined)) {
      for (const version of answer.versions) {
        const server = parseKubernetesVersion(version) ?? 37;
        if (servers.includes(server)) given.push({ id, server, answer });
      }
    }
  }
  return byFile;
}

/** Others hold writes of CRDs. */
function isObjectFile(file: string): file is ObjectFile {
  return objectFiles.some((one) => one === file);
}

/** Generated code for one server, run in memory. */
function compile(resource: Resource, version: Version, server: KubernetesMinor): Admit {
  const exports = evaluateUnit(emitUnit(resource, version, writeBackends, server));
  const name = Object.keys(exports).find((key) => key.startsWith("admit")) ?? "";
  return exports[name] as Admit; // what the back end writes
}

describeShared("older API servers", () => {
  const tally = tallyOf("objects-of-older-servers");
  const answers = readAnswers();
  let interpreted: Comparisons;
  let generated: Comparisons;
  beforeAll(async () => {
    await loadRuntime();
    interpreted = await compareAnswers(answers, (resource, version, server) =>
      createAdmission(resource, version, server, undefined),
    );
    generated = await compareAnswers(answers, compile, { rules: true, tally });
  }, 900_000);

  it.each(objectFiles)("%s: interpreters, but for rules", (file) => {
    expect(expectAgreement(interpreted, file)).toBeGreaterThan(isWhole ? 100 : 0);
  });

  it.each(objectFiles)("%s: generated code with rules", (file) => {
    const given = answers.get(file) ?? [];
    const printed = `${file}, ${new Set(given.map(({ server }) => server)).size} servers`;
    expect(expectAgreement(generated, file, printed)).toBe(given.length);
  });
});
