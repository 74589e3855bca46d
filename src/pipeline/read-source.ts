import type { Diagnostics } from "../diagnostics/diagnostics.js";
import type { CrdDocument } from "../frontend/find-crds.js";
import { findCrds } from "../frontend/find-crds.js";
import type { LintResult } from "../frontend/lint-crd.js";
import { readDocuments } from "../source/read.js";
import type { SourceFile } from "../source/source-file.js";
import type { CrdLinter } from "./crd-linter.js";

/** A CRD of a source, with the API server's verdict on it. */
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
  const documents = await readDocuments(source, diagnostics, "shared");
  const { crds, skipped } = findCrds(documents, diagnostics);
  const judged: JudgedCrd[] = [];
  for (const crd of crds) {
    const verdict = await linter.lint(crd);
    diagnostics.addAll(verdict.diagnostics);
    judged.push({ crd, verdict });
  }
  return { crds: judged, skipped };
}
