import { expect, it } from "vitest";
import type { Diagnostic } from "../../src/index.js";
import { lint } from "../../src/index.js";
import { readCorpus, readCorpusIndex } from "../support/corpus.js";
import { isWhole, sample } from "../support/scope.js";
import { describeShared } from "../support/shared.js";

/*
 * Every warning about a CRD of the corpus was read, and each is one that its author would thank
 * for. A rule that is wrong about what authors mean shows up here as a number that grew: read what
 * is new before the number is changed, and narrow or drop the rule if it is not a mistake.
 */

/** How many warnings there are by default, by code, and why they are right. */
const expected: Readonly<Record<string, readonly [count: number, reason: string]>> = {
  "portability/field-unsettable": [
    43,
    "8 are enums of texts on a field that holds numbers. The others are metadata without fields, nearly all in templates of volume claims: labels and annotations that users set are lost " +
      "(controller-gen without generateEmbeddedObjectMeta). Objects without fields that have other names are markers, such " +
      "as `none: {}`, or status that is not used yet: 177 of those once were warnings",
  ],
  "portability/deprecated-construct": [
    7,
    "conversion webhooks of two projects that only take ConversionReview v1beta1. `preserveUnknownFields: false`, of which " +
      "50 CRDs once were warned, is no mistake: it is how a CRD that was stored by v1beta1 begins to prune",
  ],
  "portability/path-without-field": [
    27,
    "columns that are always empty: fields that were renamed, dropped, or are spelled otherwise in the schema",
  ],
  "portability/builtin-kind": [8, "kcp's copies of kinds of Kubernetes, which only kcp serves"],
  "portability/nullable-enum": [5, "fields of KubeVirt and Rook: the server refuses null"],
  "schema/format-unknown": [
    18,
    "the server's own warning: formats of numbers on strings, and one of strings on a list",
  ],
  "schema/keyword-unknown": [11, "the server's own warning: `allowEmptyValue` is dropped"],
  "crd/v1beta1": [3, "no server since 1.22 takes these CRDs"],
};

describeShared("the warnings about all CRDs of the corpus", () => {
  it("are those that were read and found useful", async () => {
    const found = await warnings({});
    const counts = Object.entries(expected).map(([code, [count]]) => [code, count]);
    if (isWhole) expect(countByCode(found), listOf(found)).toEqual(Object.fromEntries(counts));
    else
      expect(Object.keys(expected)).toEqual(expect.arrayContaining(found.map(({ code }) => code)));
  });

  it("tell those who support old servers what these do not take", async () => {
    const found = (await warnings({ minimumVersion: "1.28" })).filter(isAboutNewerServers);
    // Selectable fields, optionalOldSelf, and rules with `cidr`, `isCIDR`, `hasValue`, reserved
    // names and mixed numbers.
    if (isWhole) expect(found.length, listOf(found)).toBe(16);
    // Those who name a server are told nothing of older ones.
    const files = new Set(found.map(({ source }) => source));
    const sources = readCorpus().filter(({ path }) => files.has(path));
    const named = await lint({ sources, kubernetesVersion: "1.33" });
    expect(named.filter(isAboutNewerServers)).toEqual([]);
  });
});

async function warnings(options: {
  readonly minimumVersion?: string;
}): Promise<readonly Diagnostic[]> {
  const sources = readCorpus(sample(readCorpusIndex(), 8));
  const found = await lint({ sources, ...options });
  return found.filter(({ severity }) => severity !== "error");
}

function isAboutNewerServers({ code }: Diagnostic): boolean {
  return code === "portability/newer-server";
}

function countByCode(found: readonly Diagnostic[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { code } of found) counts.set(code, (counts.get(code) ?? 0) + 1);
  return Object.fromEntries(counts);
}

/** All of them, to be read by whoever makes the test fail. */
function listOf(found: readonly Diagnostic[]): string {
  return found
    .map(
      ({ code, source, start, message }) =>
        `${source ?? ""}:${start?.line ?? 0} ${code} ${message}`,
    )
    .join("\n");
}
