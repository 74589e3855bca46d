import type { SourceDocument, SourceFile } from "../../../crd/source/source-file.js";
import { positionAt } from "../../../crd/source/source-file.js";

/**
 * The words for documents that a command passes over: the word for one, the word for several, and
 * what to do about it if it was meant.
 */
const words = {
  kustomization: {
    one: "kustomization",
    many: "kustomizations",
    advice: (take) => `build it, as with ${take("kustomize build FOLDER")}`,
  },
  "kustomize-patch": {
    one: "kustomize patch",
    many: "kustomize patches",
    advice: (take) => `build its kustomization, as with ${take("kustomize build FOLDER")}`,
  },
  "kustomize-configuration": {
    one: "kustomize configuration",
    many: "kustomize configurations",
    advice: undefined,
  },
  "helm-chart": {
    one: "Helm chart",
    many: "Helm charts",
    advice: (take) => `render it, as with ${take("helm template NAME FOLDER --include-crds")}`,
  },
  "helm-values": { one: "Helm values file", many: "Helm values files", advice: undefined },
  "helm-template": {
    one: "Helm template",
    many: "Helm templates",
    advice: (take) =>
      `render the chart, as with ${take("helm template NAME FOLDER --include-crds")}`,
  },
  "test-file": {
    one: "test file of kuttl or chainsaw",
    many: "test files of kuttl or chainsaw",
    advice: "the test compares it with the cluster, or fills it in; no API server takes it",
  },
  "operator-bundle": {
    one: "operator bundle file",
    many: "operator bundle files",
    advice: undefined,
  },
  "crossplane-xrd": {
    one: "Crossplane XRD",
    many: "Crossplane XRDs",
    advice:
      "a CompositeResourceDefinition is not a CRD: Crossplane makes a CRD from it in the cluster, where `crdgen … cluster` finds it",
  },
  "crd-variant": {
    one: "CRD that is not preferred",
    many: "CRDs that are not preferred",
    advice: "another file has the variant of this CRD that is preferred",
  },
  "json-schema": { one: "JSON schema", many: "JSON schemas", advice: undefined },
  "compose-file": { one: "Compose file", many: "Compose files", advice: undefined },
  "github-workflow": { one: "GitHub workflow", many: "GitHub workflows", advice: undefined },
  "tool-configuration": {
    one: "configuration of a tool",
    many: "configurations of tools",
    advice: "a program reads it from a file; no API server takes it",
  },
  "builtin-object": {
    one: "object of Kubernetes itself",
    many: "objects of Kubernetes itself",
    advice: undefined,
  },
  "other-object": { one: "other object", many: "other objects", advice: undefined },
  "other-document": {
    one: "document without apiVersion and kind",
    many: "documents without apiVersion and kind",
    advice: undefined,
  },
  "unreadable-file": {
    one: "file that is not YAML",
    many: "files that are not YAML",
    advice: undefined,
  },
} as const satisfies Record<string, SkippedWords>;

interface SkippedWords {
  readonly one: string;
  readonly many: string;
  readonly advice: string | ((take: TakeOutput) => string) | undefined;
}

/** How the output of a command comes to the program that gives advice: see `ObjectAdvice`. */
export type TakeOutput = (command: string) => string;

/** The kind of a document that is neither judged nor generated from. */
export type SkippedKind = keyof typeof words;

/**
 * A document that was passed over: plain data. Or a kustomization that patches CRDs which were read
 * as they are: its patches were passed over, whether it was read itself or not.
 */
export interface Skipped {
  readonly kind: SkippedKind | typeof patchesOfCrds;
  /** The path of its file. */
  readonly source: string;
  /** The line on which its text begins, from 1. */
  readonly line: number;
}

/** Notes that a document, or an object in it, is passed over. */
export function skippedDocument(kind: SkippedKind, document: SourceDocument): Skipped {
  const { file } = document;
  return { kind, source: file.path, line: positionAt(file, firstLine(document)).line };
}

/** The offset of the first line that has more than a comment. */
function firstLine({ file, start, end }: SourceDocument): number {
  const emptyLine = /[ \t]*(?:#[^\n]*|---[^\n]*)?\r?\n/y;
  let at = start;
  for (emptyLine.lastIndex = start; at < end && emptyLine.test(file.text);) {
    at = emptyLine.lastIndex;
  }
  return at;
}

/** The kind of patches of CRDs in a kustomization; they are no documents. */
export const patchesOfCrds = "patches-of-crds";

/** Notes that a whole file is passed over. */
export function skippedFile(kind: SkippedKind, { path }: SourceFile): Skipped {
  return { kind, source: path, line: 1 };
}

/** Returns the word for one document of a kind: `kustomize patch`. */
export function skippedName(kind: SkippedKind): string {
  return words[kind].one;
}

/**
 * Returns the advice for a user who meant the document to be read; undefined where there is
 * nothing.
 */
export function skippedAdvice(kind: SkippedKind, take: TakeOutput): string | undefined {
  const { advice }: SkippedWords = words[kind];
  return typeof advice === "function" ? advice(take) : advice;
}

/** Those that are documents. */
export function skippedDocuments(
  list: readonly Skipped[],
): readonly (Skipped & { readonly kind: SkippedKind })[] {
  return list.filter((one): one is Skipped & { kind: SkippedKind } => one.kind !== patchesOfCrds);
}

/**
 * `4 kustomize patches, 2 kustomizations, 1 Helm chart`: the most frequent first. Empty for none.
 */
export function skippedCounts(list: readonly Skipped[]): string {
  const counts = new Map<SkippedKind, number>();
  for (const { kind } of skippedDocuments(list)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts]
    .sort(([left, most], [right, more]) => more - most || (left < right ? -1 : 1))
    .map(([kind, count]) => `${count} ${count === 1 ? words[kind].one : words[kind].many}`)
    .join(", ");
}
