import { expect, it } from "vitest";
import { createJudges } from "../../../../src/codegen/pipeline/judges.js";
import { Diagnostics } from "../../../../src/crd/diagnostics/diagnostics.js";
import { findCrds } from "../../../../src/crd/frontend/find-crds.js";
import { lintCrd } from "../../../../src/crd/frontend/lint-crd.js";
import { SchemaTable } from "../../../../src/crd/ir/schema-table.js";
import { readDocuments } from "../../../../src/crd/source/read.js";
import { positionAt } from "../../../../src/crd/source/source-file.js";
import type { Json, JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../../../src/runtime/v1/values/json/json.js";
import type { CrdRecord } from "../../../support/corpus-crds.js";
import { readCorpusCrds } from "../../../support/corpus-crds.js";
import { plainLintOptions } from "../../../support/lint-options.js";
import { describeShared } from "../../../support/shared.js";

const wanted = 200;

/**
 * The mutations of these kinds break a rule in one place; what is missing is told at the key of its
 * parent.
 */
interface Aim {
  readonly path: readonly string[];
  /** Lines that are as good as that of the path itself. */
  readonly isMissing: boolean;
}

function aimOf(record: CrdRecord): Aim | undefined {
  const [operation] = record.ops ?? [];
  if (record.ops?.length !== 1 || operation === undefined || record.code === 201) return undefined;
  const path = operation.path
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (path.at(-1) === "-") return undefined;
  return { path, isMissing: operation.op === "remove" };
}

/** The document as a person would have it: one key per line, sorted as it is. */
function render(crd: JsonObject): string {
  return JSON.stringify(crd, null, 2);
}

describeShared("places of diagnostics", () => {
  it(`the line of ${wanted} mutations is the one that is told`, async () => {
    const corpus = await readCorpusCrds();
    let right = 0;
    let count = 0;
    const wrong: string[] = [];
    for (const record of corpus.records) {
      const aim = aimOf(record);
      if (aim === undefined || count === wanted) continue;
      const crd = corpus.crdOf(record);
      const file = { path: "crd.json", text: render(crd.value) };
      const [document] = await readDocuments(file, new Diagnostics());
      const [found] = findCrds(document === undefined ? [] : [document], new Diagnostics()).crds;
      if (document === undefined || found === undefined) continue;
      const options = { ...plainLintOptions, judges: createJudges(37), table: new SchemaTable() };
      const errors = lintCrd(found, options).diagnostics.filter(
        ({ severity }) => severity === "error",
      );
      if (errors.length === 0) continue;
      count++;
      const spans = errors.flatMap(({ span, related }) => [
        ...(span === undefined ? [] : [span]),
        ...related.map((other) => other.span),
      ]);
      const lines = spans.map((span) => positionAt(file, span.start).line);
      const allowed = linesOf(aim, crd.value, document);
      if (lines.some((line) => line >= allowed.first && line <= allowed.last)) right++;
      else
        wrong.push(
          `${record.id} ${record.kind ?? ""} ${aim.path.join("/")}: lines ${lines.join()} want ${allowed.first}-${allowed.last}: ${errors[0]?.message ?? ""}`,
        );
    }
    console.log(`${right} of ${count}`);
    if (wrong.length > 0) console.log(wrong.join("\n"));
    expect(right / count).toBeGreaterThanOrEqual(0.98);
  });
});

/**
 * From the key of what was changed to the end of its value; for what is missing, the key of its
 * parent too.
 */
function linesOf(
  aim: Aim,
  crd: Json,
  document: Awaited<ReturnType<typeof readDocuments>>[number],
): { first: number; last: number } {
  const path: (string | number)[] = [];
  let value: Json | undefined = crd;
  for (const step of aim.isMissing ? aim.path.slice(0, -1) : aim.path) {
    path.push(Array.isArray(value) ? Number(step) : step);
    value = Array.isArray(value) ? value[Number(step)] : isObject(value) ? value[step] : undefined;
  }
  const own = document.locate(path);
  const parent = document.locate(path.slice(0, -1));
  const from =
    aim.isMissing || isObject(value) ? Math.min(own.key.start, parent.key.start) : own.key.start;
  return {
    first: positionAt(document.file, from).line,
    last: positionAt(document.file, own.value.end).line,
  };
}
