import { ErrorCodes, LSPErrorCodes, ResponseError } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { LanguageContext } from "./feature.js";

/** Something that a client can have done by its name. */
export interface ServerCommand {
  /** `crdgen.stored`. */
  readonly name: string;
  /** Gets what the client sends along, which may be anything. */
  run(context: LanguageContext, args: readonly unknown[]): Promise<unknown>;
}

/** The open document whose URI is the first argument, once the CRDs are known. */
export async function documentOf(
  { documents, workspace }: LanguageContext,
  [uri]: readonly unknown[],
): Promise<TextDocument> {
  await workspace.ready;
  if (typeof uri !== "string") throw badArguments("the first must be the URI of a document");
  const document = documents.get(uri);
  if (document === undefined) throw badArguments(`${uri} is not open`);
  return document;
}

/** The offset of the position that is the second argument; 0 without one. */
export function offsetOf(document: TextDocument, [, position]: readonly unknown[]): number {
  if (position === undefined || position === null) return 0;
  const { line, character } = position as { readonly line?: unknown; readonly character?: unknown }; // looked at below
  if (typeof line !== "number" || typeof character !== "number") {
    throw badArguments("the second must be a position: { line, character }");
  }
  return document.offsetAt({ line, character });
}

function badArguments(reason: string): ResponseError {
  return new ResponseError(ErrorCodes.InvalidParams, `crdgen: ${reason}`);
}

/** Why something cannot be done; clients show it. */
export function failure(reason: string): ResponseError {
  return new ResponseError(LSPErrorCodes.RequestFailed, `crdgen: ${reason}`);
}
