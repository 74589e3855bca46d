import type { Diagnostics } from "../diagnostics/diagnostics.js";
import { findCrds } from "../frontend/find-crds.js";
import { readResource } from "../frontend/read-crds.js";
import type { Resource } from "../ir/resource.js";
import type { SchemaTable } from "../ir/schema-table.js";
import type { Settings } from "./settings.js";
import { readDocuments } from "../source/read.js";
import type { SourceFile } from "../source/source-file.js";

export interface ReadSource {
  readonly resources: readonly Resource[];
  /** Documents that are no CRDs. */
  readonly skipped: number;
}

/** Everything that a source holds, judged as the API server would judge it. */
export async function readSource(
  source: SourceFile,
  table: SchemaTable,
  _settings: Settings,
  diagnostics: Diagnostics,
): Promise<ReadSource> {
  const documents = await readDocuments(source, diagnostics);
  const { crds, skipped } = findCrds(documents, diagnostics);
  return { resources: crds.map((crd) => readResource(crd, table)), skipped };
}
