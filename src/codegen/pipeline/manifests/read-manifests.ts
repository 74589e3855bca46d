import type { Diagnostic } from "../../../crd/diagnostics/diagnostics.js";
import { Diagnostics, isError } from "../../../crd/diagnostics/diagnostics.js";
import { textAt } from "../../../crd/frontend/raw-fields.js";
import type { SourceDocument } from "../../../crd/source/document.js";
import { readDocuments } from "../../../crd/source/read.js";
import type { SourceFile } from "../../../crd/source/source-file.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import { foreignKind } from "./foreign.js";
import type { Skipped } from "./skipped.js";
import { patchesOfCrds, skippedDocument, skippedFile } from "./skipped.js";

/** What a command looks for in its files. */
export type Wanted = "crds" | "objects";

/** The documents of a file that a command has to look at, and those that it passes over. */
export interface Manifests {
  readonly documents: readonly SourceDocument[];
  readonly skipped: readonly Skipped[];
}

/**
 * Reads the documents of a file. In a file that somebody named, every document counts. From one
 * that was found (`SourceFile.place`), files of kustomize, Helm and other programs are left out,
 * with all that there is to say of their text. So is what cannot be read, where the text does not
 * have the words without which there is no CRD or no object in it: a CRD or an object that is
 * broken is reported.
 */
export async function readManifests(
  source: SourceFile,
  wanted: Wanted,
  diagnostics: Diagnostics,
  repeats: "apart" | "shared" = "apart",
): Promise<Manifests> {
  if (source.place === undefined) {
    return { documents: await readDocuments(source, diagnostics, repeats), skipped: [] };
  }
  if (isTemplate(source)) return { documents: [], skipped: [skippedFile("helm-template", source)] };
  const told = new Diagnostics();
  const read = await readDocuments(source, told, repeats);
  const skipped: Skipped[] = [];
  const documents: SourceDocument[] = [];
  const passedOver: SourceDocument[] = [];
  for (const document of read) {
    const kind = foreignKind(document.value, source);
    if (kind === undefined) documents.push(document);
    else {
      skipped.push(skippedDocument(kind, document));
      passedOver.push(document);
    }
  }
  const { patchedBy } = source.place;
  if (patchedBy !== undefined && documents.some(({ value }) => isCrd(value))) {
    skipped.push({ kind: patchesOfCrds, source: patchedBy, line: 1 });
  }
  const isUnreadable = told.hasErrors && !mayHold(source, wanted);
  if (isUnreadable) skipped.push(skippedFile("unreadable-file", source));
  const isTold = (diagnostic: Diagnostic): boolean =>
    !(isUnreadable && isError(diagnostic)) && !isWithin(diagnostic, passedOver);
  diagnostics.addAll(told.list.filter(isTold));
  return { documents, skipped };
}

function isCrd(value: Json): boolean {
  return isObject(value) && textAt(value, "kind") === "CustomResourceDefinition";
}

/** In the templates of a chart, Helm takes every `{{` for the beginning of an action. */
function isTemplate({ place, text }: SourceFile): boolean {
  return place?.chart === "templates" && text.includes("{{");
}

const indispensable: Readonly<Record<Wanted, readonly string[]>> = {
  crds: ["CustomResourceDefinition"],
  objects: ["apiVersion", "kind"],
};

function mayHold({ text }: SourceFile, wanted: Wanted): boolean {
  return indispensable[wanted].every((word) => text.includes(word));
}

/**
 * Whether a diagnostic is about one of these documents, which are in the order of their text: a
 * file may have many of either.
 */
function isWithin({ span }: Diagnostic, documents: readonly SourceDocument[]): boolean {
  if (span === undefined) return false;
  let [low, high] = [0, documents.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((documents[middle]?.end ?? Infinity) <= span.start) low = middle + 1;
    else high = middle;
  }
  const found = documents[low];
  return found !== undefined && found.start <= span.start;
}
