import { expect, it } from "vitest";

import { createAdmission } from "../../src/reference/admit.js";
import { parseKubernetesVersion } from "../../src/versions/kubernetes-version.js";
import type { RecordedAnswer } from "../support/recorded-objects.js";
import { compareAnswers, objectFiles } from "../support/recorded-objects.js";
import { describeShared, readSharedLines } from "../support/shared.js";

interface Difference {
  readonly id: string;
  readonly file: string;
  readonly answers: readonly (RecordedAnswer & {
    readonly versions: readonly string[];
    readonly refused?: string;
  })[];
}

describeShared("interpreters answer as older API servers, but for rules", () => {
  const all = readSharedLines<Difference>(
    "conformance",
    "apiserver-versions",
    "differences.jsonl.gz",
  );

  it.each(objectFiles)(
    "%s",
    async (file) => {
      const answers = all
        .filter((difference) => difference.file === file)
        .flatMap(({ id, answers: given }) =>
          given
            .filter(({ refused }) => refused === undefined)
            .flatMap((answer) => answer.versions.map((version) => ({ id, version, answer }))),
        );
      const { differences, compared } = await compareAnswers(
        file,
        answers.map(({ id, version, answer }) => ({
          id,
          server: parseKubernetesVersion(version) ?? 37,
          answer,
        })),
        (resource, version, server) => createAdmission(resource, version, server, undefined),
      );
      console.info(`${file}: ${compared} records, ${differences.length} differ`);
      expect(differences).toEqual([]);
      expect(compared).toBeGreaterThan(100);
    },
    900_000,
  );
});
