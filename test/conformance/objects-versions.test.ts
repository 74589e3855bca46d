import { beforeAll, expect, it } from "vitest";
import type { Resource, Version } from "../../src/ir/resource.js";
import type { KubernetesMinor } from "../../src/versions/kubernetes-version.js";
import { parseKubernetesVersion } from "../../src/versions/kubernetes-version.js";
import { emitUnit, evaluateUnit, loadRuntime } from "../support/emit-unit.js";
import { createAdmission } from "../support/interpreted-admission.js";
import type {
  Admit,
  ObjectFile,
  RecordedAnswer,
  VersionedAnswer,
} from "../support/recorded-objects.js";
import { compareAnswers, objectFiles } from "../support/recorded-objects.js";
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

/** What older servers answered where it was not the answer of 1.37. */
function readAnswers(): ReadonlyMap<string, readonly VersionedAnswer[]> {
  const byFile = new Map<string, VersionedAnswer[]>();
  const lines = readSharedLines<Difference>(
    "conformance",
    "apiserver-versions",
    "differences.jsonl.gz",
  );
  for (const { id, file, answers } of lines) {
    const given = byFile.get(file) ?? [];
    byFile.set(file, given);
    for (const answer of answers.filter(({ refused }) => refused === undefined)) {
      for (const version of answer.versions) {
        given.push({ id, server: parseKubernetesVersion(version) ?? 37, answer });
      }
    }
  }
  return byFile;
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
  const of = (file: ObjectFile): readonly VersionedAnswer[] => answers.get(file) ?? [];
  beforeAll(loadRuntime, 60_000);

  it.each(objectFiles)(
    "%s: interpreters, but for rules",
    async (file) => {
      const { differences, compared } = await compareAnswers(
        file,
        of(file),
        (resource, version, server) => createAdmission(resource, version, server, undefined),
      );
      console.info(`${file}: ${compared} records, ${differences.length} differ`);
      expect(differences).toEqual([]);
      expect(compared).toBeGreaterThan(100);
    },
    900_000,
  );

  it.each(objectFiles)(
    "%s: generated code with rules",
    async (file) => {
      const all: string[] = [];
      for (const server of new Set(of(file).map((answer) => answer.server))) {
        const given = of(file).filter((answer) => answer.server === server);
        const { differences, compared } = await compareAnswers(file, given, compile, {
          rules: true,
          tally,
        });
        console.info(`${file} 1.${server}: ${compared} records, ${differences.length} differ`);
        all.push(...differences);
        expect(compared).toBe(given.length);
      }
      expect(all).toEqual([]);
    },
    900_000,
  );
});
