import type { Diagnostic } from "../diagnostics/diagnostics.js";
import { Diagnostics } from "../diagnostics/diagnostics.js";
import type { CrdDocument } from "../frontend/find-crds.js";
import { findCrds } from "../frontend/find-crds.js";
import type { LintResult } from "../frontend/lint-crd.js";
import { readDocuments } from "../source/read.js";
import type { SourceFile } from "../source/source-file.js";
import type { CrdLinter } from "./crd-linter.js";

/** A CRD of a source, with the API server's verdict on it; its diagnostics are without those that are ignored. */
export interface JudgedCrd {
  readonly crd: CrdDocument;
  readonly verdict: LintResult;
}

/** What a source holds, judged. */
export interface ReadSource {
  readonly crds: readonly JudgedCrd[];
  /** Documents that are no CRDs. */
  readonly skipped: number;
}

/** Every CRD that a source holds, judged as the API server would judge it; what there is to say goes to `diagnostics`. */
export async function readSource(
  source: SourceFile,
  linter: CrdLinter,
  diagnostics: Diagnostics,
): Promise<ReadSource> {
  const found = new Diagnostics();
  const documents = await readDocuments(source, found, "shared");
  const { crds, skipped } = findCrds(documents, found);
  const judged: JudgedCrd[] = [];
  for (const crd of crds) judged.push({ crd, verdict: await linter.lint(crd) });
  const told = judged.map(({ crd, verdict }) => ({ crd, diagnostics: verdict.diagnostics }));
  const left = await linter.filter.apply(source, found.list, told);
  diagnostics.addAll(left.ofText);
  for (const ofCrd of left.ofCrds) diagnostics.addAll(ofCrd);
  diagnostics.addAll(left.ofComments);
  return { crds: judged.map((one, index) => withDiagnostics(one, left.ofCrds[index])), skipped };
}

function withDiagnostics(
  { crd, verdict }: JudgedCrd,
  diagnostics: readonly Diagnostic[] = [],
): JudgedCrd {
  return { crd, verdict: { ...verdict, diagnostics } };
}
