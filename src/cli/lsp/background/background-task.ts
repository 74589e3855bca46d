import type { Diagnostic } from "vscode-languageserver";
import type { FilePlace } from "../../../crd/source/source-file.js";
import type { CrdText } from "../../../tools/language/contract.js";

/** A file that may hold objects or CRDs. */
export interface FoundFile {
  /** Absolute. */
  readonly path: string;
  readonly place: FilePlace;
  /** The state in which it was judged last, by the same CRDs; undefined where it was not. */
  readonly judged: string | undefined;
}

/** What the thread that judges files is asked: plain data. */
export interface BackgroundTask {
  readonly files: readonly FoundFile[];
  readonly crds: readonly CrdText[];
  /** Of Kubernetes, such as `1.37`. */
  readonly kubernetesVersion: string;
}

/** What it answers, in this order: how many files it will judge, each of them, the end. */
export type BackgroundAnswer =
  | { readonly kind: "begin"; readonly count: number }
  | {
      readonly kind: "judged";
      readonly path: string;
      readonly state: string;
      readonly list: readonly Diagnostic[];
    }
  | { readonly kind: "end" };
