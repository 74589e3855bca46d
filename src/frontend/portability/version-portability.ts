import type { Path } from "../../source/document.js";
import type { CrdDocument } from "../find-crds.js";
import type { InternalCrd } from "../internal/internal-crd.js";
import { objectAt, valueAt } from "../raw-fields.js";
import type { Warnings } from "./warnings.js";

/** The first server that takes selectable fields. */
const selectableFieldsSince = "1.31";

/** What is to be said of a CRD and its versions, their schemas aside. */
export function checkVersionPortability(
  crd: CrdDocument,
  internal: InternalCrd,
  warnings: Warnings,
): void {
  const { spec } = internal;
  const written = objectAt(crd.value, "spec") ?? {};
  if (crd.apiVersion === "v1" && valueAt(written, "preserveUnknownFields") !== undefined) {
    const reason = "it can only be false, which is the default";
    const values = { construct: "'spec.preserveUnknownFields'", reason };
    const path = [...crd.path, "spec", "preserveUnknownFields"];
    warnings.warn("portability/deprecated-construct", path, values, "remove it");
  }
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
    needsNewer("selectableFields", selectableFieldsSince, selectableFields.at.path, warnings);
  }
}

/** Servers prefer v1; a webhook that only knows v1beta1 is one that was never brought up to date. */
function checkReviewVersions({ spec }: InternalCrd, warnings: Warnings): void {
  const reviewVersions = spec.conversion?.reviewVersions;
  if (reviewVersions === undefined || reviewVersions.value.length === 0) return;
  if (reviewVersions.value.includes("v1") || !reviewVersions.value.includes("v1beta1")) return;
  const values = {
    construct: "ConversionReview of v1beta1 alone",
    reason: "servers have sent v1 since 1.16",
  };
  const help = "let the webhook take v1, and put it first";
  warnings.warn("portability/deprecated-construct", reviewVersions.at.path, values, help);
}

/** A feature that older servers drop or ignore. */
export function needsNewer(feature: string, version: string, path: Path, warnings: Warnings): void {
  const help = "older servers drop it, or ignore it";
  warnings.warn("portability/newer-server", path, { feature, version }, help);
}
