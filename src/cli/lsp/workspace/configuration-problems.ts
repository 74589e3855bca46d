import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Diagnostic as Problem } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { Diagnostic } from "../../../crd/diagnostics/diagnostics.js";
import { textDiagnostics } from "../../../tools/language/diagnostics.js";
import { problemOf } from "../problems.js";

/** The problems of a file of the configuration. */
export interface FileProblems {
  readonly uri: string;
  readonly list: readonly Problem[];
}

/**
 * What is wrong with a configuration, file by file. What is known to be wrong with a file, but not
 * where, stands at its beginning; what no file is to blame for goes to `elsewhere`.
 */
export function configurationProblems(
  diagnostics: readonly Diagnostic[],
  elsewhere: string[],
): readonly FileProblems[] {
  const byUri = new Map<string, Problem[]>();
  for (const diagnostic of diagnostics) {
    const { span, path = span?.file.path, message } = diagnostic;
    if (path === undefined) elsewhere.push(message);
    else {
      const uri = pathToFileURL(resolve(span?.file.path ?? path)).href;
      const document = TextDocument.create(uri, "", 0, span?.file.text ?? "");
      const list = textDiagnostics([diagnostic]).map((one) => problemOf(document, one));
      byUri.set(uri, [...(byUri.get(uri) ?? []), ...list]);
    }
  }
  return [...byUri].map(([uri, list]) => ({ uri, list }));
}
