import type { Diagnostic } from "../../../../src/crd/diagnostics/diagnostics.js";
import { Diagnostics } from "../../../../src/crd/diagnostics/diagnostics.js";
import { readDocuments } from "../../../../src/crd/source/read.js";
import type { SourceDocument } from "../../../../src/crd/source/source-file.js";
import { positionAt } from "../../../../src/crd/source/source-file.js";

/** What reading a text gives: the documents and the diagnostics. */
export async function readText(
  text: string,
): Promise<{ readonly documents: SourceDocument[]; readonly list: readonly Diagnostic[] }> {
  const diagnostics = new Diagnostics();
  const documents = await readDocuments({ path: "input.yaml", text }, diagnostics);
  return { documents, list: diagnostics.list };
}

/** The values of all documents; diagnostics fail. */
export async function valuesOf(text: string): Promise<unknown[]> {
  const { documents, list } = await readText(text);
  if (list.length > 0) throw new Error(list.map((diagnostic) => diagnostic.message).join("\n"));
  return documents.map((document) => document.value);
}

/** Each diagnostic in one line: code, position, message. */
export async function problemsOf(text: string): Promise<string[]> {
  const { list } = await readText(text);
  return list.map(({ code, span, message }) => {
    if (span === undefined) return `${code} ${message}`;
    const { line, column } = positionAt(span.file, span.start);
    return `${code} ${String(line)}:${String(column)} ${message}`;
  });
}
