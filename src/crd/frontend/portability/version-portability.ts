import type { KubernetesMinor } from "../../../runtime/versions/kubernetes-version.js";
import type { Path } from "../../source/document.js";
import { newerServerHelp } from "../findings/newer-server-help.js";
import type { InternalCrd } from "../internal/internal-crd.js";
import type { Warnings } from "./warnings.js";

const selectableFieldsFeature: Feature = {
  name: "selectableFields",
  since: 31,
  elsewhere: "drop it, and refuse requests that select by these fields",
};

/** What is to be said of a CRD and its versions, their schemas aside. */
export function checkVersionPortability(internal: InternalCrd, warnings: Warnings): void {
  const { spec } = internal;
  for (const version of spec.versions) {
    if (!version.storage || version.served) continue;
    const help =
      "objects can be read and written in served versions only; serve it, or store another";
    const path = [...version.at.path, "served"];
    const values = { version: version.name };
    warnings.warn("portability/storage-version-unserved", path, values, help);
  }
  checkReviewVersions(internal, warnings);
  for (const { selectableFields } of [spec, ...spec.versions]) {
    if (selectableFields === undefined || selectableFields.value.length === 0) continue;
    needsNewer(selectableFieldsFeature, selectableFields.at.path, warnings);
  }
}

/**
 * Servers prefer v1; a webhook that only knows v1beta1 is one that was never brought up to date.
 */
function checkReviewVersions({ spec }: InternalCrd, warnings: Warnings): void {
  const reviewVersions = spec.conversion?.reviewVersions;
  if (reviewVersions === undefined || reviewVersions.value.length === 0) return;
  if (reviewVersions.value.includes("v1") || !reviewVersions.value.includes("v1beta1")) return;
  const values = {
    construct: "ConversionReview v1beta1",
    reason: "v1 took its place in Kubernetes 1.16",
  };
  const help =
    "let the webhook take v1, and list it first: `conversionReviewVersions: [v1, v1beta1]`";
  warnings.warn("portability/deprecated-construct", reviewVersions.at.path, values, help);
}

/** Something that a server takes from a version on. */
export interface Feature {
  readonly name: string;
  readonly since: KubernetesMinor;
  /** What older servers do: behind "older servers". */
  readonly elsewhere: string;
}

/** Warns of a feature that older servers drop or ignore, if there may be such servers. */
export function needsNewer(feature: Feature, path: Path, warnings: Warnings): void {
  const { name, since, elsewhere } = feature;
  if (since <= warnings.minimum) return;
  const version = `1.${since}`;
  warnings.warn(
    "portability/newer-server",
    path,
    { feature: name, version },
    newerServerHelp(elsewhere, version, warnings.adviseNewer),
  );
}
