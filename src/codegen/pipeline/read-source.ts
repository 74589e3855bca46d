import type { Diagnostic } from "../../crd/diagnostics/diagnostics.js";
import { Diagnostics, isError } from "../../crd/diagnostics/diagnostics.js";
import type { CrdDocument, OtherDocument } from "../../crd/frontend/find-crds.js";
import { findCrds } from "../../crd/frontend/find-crds.js";
import type { LintResult } from "../../crd/frontend/lint-crd.js";
import { readResource } from "../../crd/frontend/read-resource.js";
import type { Resource } from "../../crd/ir/resource.js";
import type { SourceFile } from "../../crd/source/source-file.js";
import type { Json } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import { textAt } from "../../runtime/v1/values/json/raw-fields.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import { splitApiVersion } from "../../runtime/v1/values/kubernetes-version.js";
import { canBeFiled } from "./can-be-filed.js";
import type { CrdLinter } from "./crd-linter.js";
import { createQuietLinter } from "./crd-linter.js";
import {
  foreignKind,
  kindOfStranger,
  readManifests,
  toolKind,
} from "./manifests/read-manifests.js";
import type { Skipped, SkippedKind } from "./manifests/skipped.js";
import { skippedDocument } from "./manifests/skipped.js";
import { claimOf, ResourceIndex } from "./resource-index.js";

/**
 * A CRD of a source, with the API server's verdict on it; its diagnostics are without those that
 * are ignored.
 */
export interface JudgedCrd {
  readonly crd: CrdDocument;
  readonly verdict: LintResult;
}

/** Tells whether the API server refuses a CRD. */
export function isRefused({ verdict }: JudgedCrd): boolean {
  return verdict.diagnostics.some(isError);
}

/** The documents of a source, judged. */
interface ReadSource {
  readonly crds: readonly JudgedCrd[];
  /** All its CRDs, wanted or not. */
  readonly found: readonly CrdDocument[];
  /** The documents in it that are no CRDs. */
  readonly skipped: readonly Skipped[];
}

/**
 * Every CRD of a source that is wanted (default: all), judged as the API server would judge it.
 * What there is to say of the text goes to `diagnostics`; what there is to say of a CRD is part of
 * its verdict.
 */
export async function readSource(
  source: SourceFile,
  linter: CrdLinter,
  diagnostics: Diagnostics,
  isWanted: (crd: CrdDocument) => boolean = () => true,
): Promise<ReadSource> {
  const found = new Diagnostics();
  const manifests = await readManifests(source, "crds", found, "shared");
  const { crds, others } = findCrds(manifests.documents, found);
  const judged: JudgedCrd[] = [];
  for (const crd of crds.filter(isWanted)) {
    judged.push({ crd, verdict: await linter.lint(crd) });
  }
  const told = judged.map(({ crd, verdict }) => ({ crd, diagnostics: verdict.diagnostics }));
  const left = await linter.filter.apply(source, found.list, told);
  diagnostics.addAll(left.ofText);
  diagnostics.addAll(left.ofComments);
  return {
    crds: judged.map((one, index) => withDiagnostics(one, left.ofCrds[index])),
    found: crds,
    skipped: [...manifests.skipped, ...others.map(nameOther)],
  };
}

function withDiagnostics(
  { crd, verdict }: JudgedCrd,
  diagnostics: readonly Diagnostic[] = [],
): JudgedCrd {
  return { crd, verdict: { ...verdict, diagnostics } };
}

/** Names a document without a CRD, for callers who want CRDs alone. */
function nameOther({ document, value }: OtherDocument): Skipped {
  return skippedDocument(foreignKind(value, document.file) ?? objectKind(value), document);
}

function objectKind(value: Json): SkippedKind {
  if (isObject(value) && textAt(value, "kind") === "CustomResourceDefinition") return "crd-variant";
  const apiVersion = isObject(value) ? textAt(value, "apiVersion") : "";
  const kind = isObject(value) ? textAt(value, "kind") : "";
  const isXrd = kind === "CompositeResourceDefinition";
  if (isXrd && apiVersion.startsWith("apiextensions.crossplane.io/")) return "crossplane-xrd";
  if (apiVersion === "" && kindOfStranger(value) !== undefined) return "tool-configuration";
  if (apiVersion === "" || kind === "") return "other-document";
  return toolKind(splitApiVersion(apiVersion).group, kind) ?? "other-object";
}

/**
 * The CRDs of sources, in their order. CRDs that the API server refuses are left out, unless they
 * are asked for; what is wrong with them goes to `diagnostics`.
 */
export async function readResources(
  sources: Iterable<SourceFile>,
  kubernetes: KubernetesMinor,
  allowInvalid: boolean,
  diagnostics: Diagnostics,
): Promise<readonly Resource[]> {
  const resources: Resource[] = [];
  const linter = createQuietLinter(kubernetes);
  const index = new ResourceIndex(diagnostics);
  for (const source of sources) {
    const { crds } = await readSource(source, linter, diagnostics);
    for (const judged of crds) {
      diagnostics.addAll(judged.verdict.diagnostics);
      if (isRefused(judged) && !allowInvalid) continue;
      const resource = readResource(judged.crd, linter.table);
      if (canBeFiled(resource) && (await index.add(source, claimOf(resource)))) {
        resources.push(resource);
      }
    }
  }
  return resources;
}
