import { expect, it } from "vitest";
import { escapeProperty, unescapeProperty } from "../../src/runtime/v1/cel/data/data.js";
import { describeShared, readShared } from "../support/shared.js";

interface Recorded {
  readonly expr: string;
  readonly expect: { readonly ok: boolean; readonly value?: string };
}

describeShared("CEL: names of properties", () => {
  it.each([
    ["escape", escapeProperty],
    ["unescape", unescapeProperty],
  ] as const)("%s", (file, convert) => {
    const records = JSON.parse(
      readShared("conformance", "cel", `k8s-matrix-${file}.json`),
    ) as Recorded[]; // as the README says
    const different = records.filter(
      ({ expr, expect: { ok, value } }) => convert(expr) !== (ok ? value : undefined),
    );
    expect(different).toEqual([]);
  });
});
