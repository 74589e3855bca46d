import type { SourceFile } from "../../src/crd/source/source-file.js";
import { readShared } from "./shared.js";

/** An entry of the corpus' index. */
export interface CorpusCrd {
  readonly name: string;
  readonly file: string;
}

export function readCorpusIndex(): readonly CorpusCrd[] {
  return JSON.parse(readShared("corpus", "crds.index.json")) as CorpusCrd[]; // the corpus' own format
}

/** The CRDs of the corpus as sources. */
export function readCorpus(crds: readonly CorpusCrd[] = readCorpusIndex()): readonly SourceFile[] {
  return crds.map(({ file }) => ({ path: file, text: readShared("corpus", "crds", file) }));
}
