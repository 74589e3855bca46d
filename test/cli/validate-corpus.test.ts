import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { main } from "../support/cli.js";
import type { ObjectRecord } from "../support/recorded-objects.js";
import { sample } from "../support/scope.js";
import { describeShared, readSharedLines, sharedPath } from "../support/shared.js";

/** A diagnostic as `--format json` prints it. */
interface Reported {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly source?: string;
  readonly start?: { readonly line: number };
  readonly cause?: { readonly reason: string; readonly field: string; readonly message: string };
}

interface CrdRecord {
  readonly crd: string;
  readonly file: string;
  readonly code: number;
  readonly adjust?: unknown;
}

/** One of so many valid objects; all that the server refused or warned of. */
const sampling = 15;

describeShared("crdgen validate and objects of the corpus", () => {
  const crds = new Map<string, CrdRecord>();
  for (const record of readSharedLines<CrdRecord>("conformance", "apiserver", "crds.jsonl.gz")) {
    if (record.code === 201 && record.adjust === undefined) crds.set(record.crd, record);
  }
  const all = readSharedLines<ObjectRecord>("conformance", "apiserver", "objects.jsonl.gz");
  const sent = all.filter((record) => isSentAsItIs(record) && crds.has(record.crd));
  const plain = sent.filter(({ code, warnings }) => code === 201 && warnings === undefined);
  const chosen = new Set(sample(plain, sampling));
  const records = sent.filter((record) => chosen.has(record) || !plain.includes(record));

  it("reports what the server answered, each at a place", () => {
    expect(records.length).toBeGreaterThan(100);
    const files = [...new Set(records.map(({ crd }) => crds.get(crd)?.file ?? ""))];
    const args = [
      ...files.flatMap((file) => ["--crd", sharedPath("corpus", "crds", file)]),
      ...records.map(({ object = "" }) => sharedPath("corpus", "objects", object)),
    ];
    const { stdout, status } = spawnSync(
      process.execPath,
      [main, "validate", ...args, "--format", "json"],
      { encoding: "utf8", maxBuffer: 2 ** 28 },
    );
    expect(status).toBe(1);
    const lines = stdout.split("\n").filter((line) => line !== "");
    const printed = lines.map((line) => JSON.parse(line) as Reported); // as documented
    for (const record of records) {
      const path = sharedPath("corpus", "objects", record.object ?? "");
      const reported = printed.filter(
        ({ source, code }) => source === path && code.startsWith("object/"),
      );
      expect(reported.every(({ start }) => start !== undefined)).toBe(true);
      expect(answerOf(reported), record.id).toEqual({
        causes: sorted(record.causes ?? []),
        messages: record.code >= 400 && record.causes === undefined ? [record.message] : [],
        warnings: [...(record.warnings ?? [])].sort(),
      });
    }
  });
});

/** The namespace alone was set before the object was sent; the command does that too. */
function isSentAsItIs({ object, skipped, raw, prepare = [] }: ObjectRecord): boolean {
  if (object === undefined || skipped !== undefined || raw !== undefined) return false;
  return prepare.every(
    (operation) =>
      operation.op === "add" &&
      operation.path === "/metadata/namespace" &&
      operation.value === "default",
  );
}

function answerOf(reported: readonly Reported[]): object {
  return {
    causes: sorted(reported.flatMap(({ cause }) => cause ?? [])),
    messages: reported
      .filter(({ code }) => code === "object/rejected")
      .map(({ message }) => message),
    warnings: reported
      .filter(({ severity }) => severity === "warning")
      .map(({ code, message }) =>
        code === "object/unknown-field"
          ? message.replace(/^unknown field '(.*)'$/, 'unknown field "$1"')
          : message,
      )
      .sort(),
  };
}

function sorted(causes: readonly NonNullable<Reported["cause"]>[]): readonly unknown[] {
  return causes.map(({ reason, field, message }) => `${field}: ${message} (${reason})`).sort();
}
