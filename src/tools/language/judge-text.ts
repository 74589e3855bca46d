import { readManifests } from "../../codegen/pipeline/manifests/read-manifests.js";
import type { ObjectDocument } from "../../codegen/pipeline/objects/find-objects.js";
import { findObjects } from "../../codegen/pipeline/objects/find-objects.js";
import { kindName, KnownResources } from "../../codegen/pipeline/objects/known-resources.js";
import type { ObjectAdvice } from "../../codegen/pipeline/objects/object-advice.js";
import type { ObjectRunOptions } from "../../codegen/pipeline/objects/object-run.js";
import { ObjectRun } from "../../codegen/pipeline/objects/object-run.js";
import { Diagnostics, isError } from "../../crd/diagnostics/diagnostics.js";
import type { CrdDocument } from "../../crd/frontend/find-crds.js";
import { findCrds } from "../../crd/frontend/find-crds.js";
import { readDocuments } from "../../crd/source/read.js";
import type { SourceDocument, SourceFile } from "../../crd/source/source-file.js";
import { writeYaml } from "../../crd/source/write-yaml.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import type { JudgedBy, Judgement, Relate, TextDiagnostic } from "./contract.js";
import { objectPath, oldObjectPath } from "./contract.js";
import type { CrdSet } from "./crds/crd-set.js";
import { foreignDiagnostics, textDiagnostics } from "./diagnostics.js";

/** As `crdgen validate` judges where no option says otherwise. */
const options = {
  fieldValidation: "Warn",
  ignoreUnknownKinds: false,
} as const;

/**
 * Judges the objects of a text, perhaps as updates of old ones.
 *
 * @param relate finds places for the diagnostics of the text; default: none
 */
export async function judgeText(
  text: string,
  oldText: string | undefined,
  crds: CrdSet,
  advice: ObjectAdvice,
  relate?: Relate,
): Promise<Judgement> {
  const judged = await judgeObjects(text, oldText, crds, advice);
  const { file, run, stored, diagnostics } = judged;
  const own = diagnostics.list.filter(({ span }) => span?.file === file);
  const others = diagnostics.list.filter(({ span }) => span?.file !== file);
  return {
    verdict: verdictOf(run, diagnostics),
    diagnostics: textDiagnostics(own, relate && ((one) => relate(one, judged))),
    elsewhere: foreignDiagnostics(others),
    ...(stored.size > 0 && { stored: [...stored.values()].map(writeYaml).join("---\n") }),
  };
}

/** Objects that were judged, and all that was made of them. */
export interface JudgedObjects extends JudgedBy {
  readonly file: SourceFile;
  readonly documents: readonly SourceDocument[];
  readonly run: ObjectRun;
  /** Those that are accepted, as they would be stored. */
  readonly stored: ReadonlyMap<ObjectDocument, JsonObject>;
}

/**
 * The same with all that is known of the diagnostics.
 *
 * @param onDecoded hears of each object as the server has read it
 */
export async function judgeObjects(
  text: string,
  oldText: string | undefined,
  crds: CrdSet,
  advice: ObjectAdvice,
  onDecoded?: ObjectRunOptions["onDecoded"],
): Promise<JudgedObjects> {
  const diagnostics = new Diagnostics();
  const file = { path: objectPath, text };
  const documents = await readDocuments(file, diagnostics);
  return judgeDocuments({ file, documents, diagnostics }, oldText, crds, {
    ...options,
    advice,
    ...(onDecoded !== undefined && { onDecoded }),
  });
}

/**
 * The diagnostics about the objects of a file that was found in a folder: what belongs to other
 * programs is left out, and so are objects whose kind no CRD defines.
 */
export async function judgeFile(
  file: SourceFile,
  crds: CrdSet,
  advice: ObjectAdvice,
  relate: Relate,
): Promise<readonly TextDiagnostic[]> {
  const diagnostics = new Diagnostics();
  const { documents } = await readManifests(file, "objects", diagnostics);
  const ofFound = { ...options, ignoreUnknownKinds: true, advice };
  const read = { file, documents, diagnostics };
  const judged = await judgeDocuments(read, undefined, crds, ofFound);
  const own = diagnostics.list.filter(({ span }) => span?.file === file);
  return textDiagnostics(own, (one) => relate(one, judged));
}

/** A text that was read, and what there is to say of it. */
type ReadDocuments = Pick<JudgedObjects, "file" | "documents" | "diagnostics">;

async function judgeDocuments(
  { file, documents, diagnostics }: ReadDocuments,
  oldText: string | undefined,
  crds: CrdSet,
  ofRun: ObjectRunOptions,
): Promise<JudgedObjects> {
  const { advice } = ofRun;
  const objects = findObjects(documents, advice, diagnostics);
  const old = await readOld(oldText, advice, diagnostics);
  const known = await knownFor(objects, documents, crds, diagnostics);
  const run = new ObjectRun(known, crds.minor, old, () => false, ofRun, diagnostics);
  const stored = new Map<ObjectDocument, JsonObject>();
  for (const object of objects) {
    const form = run.judge(object);
    if (form !== undefined) stored.set(object, form);
  }
  const crdOf = (group: string, kind: string): CrdDocument | undefined => crds.crd(group, kind);
  return { file, documents, objects, known, run, stored, diagnostics, crdOf };
}

function verdictOf(run: ObjectRun, diagnostics: Diagnostics): Judgement["verdict"] {
  if (run.refused > 0) return "refused";
  return run.judged > 0 && !diagnostics.list.some(isError) ? "accepted" : "unknown";
}

async function readOld(
  text: string | undefined,
  advice: ObjectAdvice,
  diagnostics: Diagnostics,
): Promise<readonly ObjectDocument[]> {
  if (text === undefined) return [];
  const documents = await readDocuments({ path: oldObjectPath, text }, diagnostics);
  return findObjects(documents, advice, diagnostics);
}

/** The CRDs in use, then those among the objects, as in a manifest that holds both. */
async function knownFor(
  objects: readonly ObjectDocument[],
  documents: readonly SourceDocument[],
  crds: CrdSet,
  diagnostics: Diagnostics,
): Promise<KnownResources> {
  const wanted = new Set(objects.map(({ group, kind }) => kindName(group, kind)));
  const known = new KnownResources((name) => wanted.has(name), crds.tools, diagnostics);
  for (const { found, told } of crds.texts) {
    diagnostics.addAll(told);
    await known.addAll(found);
  }
  await known.addAll(findCrds(documents, diagnostics).crds);
  return known;
}
