import { pathToFileURL } from "node:url";
import type { Diagnostic } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { Diagnostics } from "../../../crd/diagnostics/diagnostics.js";
import { decodeSource } from "../../../crd/source/decode.js";
import type { SourceFile } from "../../../crd/source/source-file.js";
import { CrdSet } from "../../../tools/language/crds/crd-set.js";
import { lintText } from "../../../tools/language/crds/lint-text.js";
import { mayHoldCrds } from "../../../tools/language/crds/may-hold-crds.js";
import { judgeFile } from "../../../tools/language/judge-text.js";
import { relatedPlaces } from "../../../tools/language/places/related.js";
import { newerServerAdvice, objectAdvice } from "../../advice.js";
import { attempt } from "../../cache/run-record.js";
import type { Host } from "../../host.js";
import { mayBeManifest, problemsOf } from "../manifest-problems.js";
import { kindsIn } from "../workspace-texts.js";
import type { BackgroundAnswer, BackgroundTask, FoundFile } from "./background-task.js";

/** A file that has to be judged. */
interface DueFile {
  readonly file: FoundFile;
  /** As it was before it was read. */
  readonly state: string;
}

/**
 * Judges files that have changed since they were judged, as `crdgen lint` and `crdgen validate
 * --ignore-unknown-kinds` do with files that they find in folders. Files that are no manifests, or
 * that cannot be read, have no diagnostics.
 */
export async function judgeFiles(
  { files, crds, kubernetesVersion }: BackgroundTask,
  host: Host,
  tell: (answer: BackgroundAnswer) => void,
): Promise<void> {
  const due: DueFile[] = [];
  const kinds = new Set<string>();
  for (const file of files) {
    const state = (await attempt(() => host.factsOfFile(file.path)))?.state;
    if (state === undefined || state === file.judged) continue;
    const text = (await readSource(file, host))?.text ?? "";
    if (mayBeManifest(text)) {
      due.push({ file, state });
      for (const kind of kindsIn(text)) kinds.add(kind);
    } else tell({ kind: "judged", path: file.path, state, list: [] });
  }
  const known = new CrdSet();
  // All CRDs share that one; to read them all would take the memory of the server once more.
  kinds.delete("CustomResourceDefinition");
  const wanted = crds.filter(({ text }) => [...kindsIn(text)].some((kind) => kinds.has(kind)));
  await known.use(due.length === 0 ? [] : wanted, kubernetesVersion);
  tell({ kind: "begin", count: due.length });
  for (const { file, state } of due) {
    const source = await readSource(file, host);
    const list = source === undefined ? [] : await problemsIn(source, known);
    tell({ kind: "judged", path: file.path, state, list });
  }
  tell({ kind: "end" });
}

async function readSource({ path, place }: FoundFile, host: Host): Promise<SourceFile | undefined> {
  const bytes = await attempt(() => host.readFile(path));
  const source = bytes && decodeSource(path, bytes, new Diagnostics());
  return source && { ...source, place };
}

async function problemsIn(source: SourceFile, known: CrdSet): Promise<readonly Diagnostic[]> {
  const { path, text } = source;
  const ofCrds = mayHoldCrds(text) ? await lintText(source, known.minor, newerServerAdvice) : [];
  const ofObjects = await judgeFile(source, known, objectAdvice, relatedPlaces);
  const document = TextDocument.create(pathToFileURL(path).href, "yaml", 0, text);
  return problemsOf(document, ofCrds, ofObjects);
}
