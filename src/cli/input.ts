import type { FilePlace } from "../crd/source/source-file.js";

/** Tells whether an input is named by a URL that can be fetched. */
export function isUrl(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/** An input that has been found but not read. */
export interface Input {
  /** The facts about its place, if it was found in a folder or by a pattern. */
  readonly place?: FilePlace | undefined;
  /** The names of CRDs in it that do not count, since another input has a preferred variant. */
  readonly leftOut?: readonly string[];
  /** It is a file of this machine: a later run may find the same text there. */
  readonly isLocal: boolean;
  /** As diagnostics print it. */
  readonly path: string;
  read(): Promise<Uint8Array>;
}
