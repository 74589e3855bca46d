import { builtinVersions, isServedBy } from "../../../runtime/versions/builtin-kinds.js";
import { newestMinor } from "../../../runtime/versions/kubernetes-version.js";
import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import type { CrdDocument } from "../find-crds.js";
import type { InternalCrd } from "../internal/internal-crd.js";
import { schemasOf } from "../internal/internal-crd.js";
import { checkPaths } from "./checked-paths.js";
import { checkSchemaPortability, checkVersionPortability } from "./schema-portability.js";
import type { PortabilityCheck } from "./warnings.js";
import { portabilityCodes, Warnings } from "./warnings.js";

/**
 * Reports what servers accept, but what behaves otherwise than it looks, or not everywhere alike.
 */
export function checkPortability(
  crd: CrdDocument,
  internal: InternalCrd,
  check: PortabilityCheck,
  diagnostics: Diagnostics,
): void {
  if (portabilityCodes.every((code) => check.ignored.has(code))) return;
  const warnings = new Warnings(crd.document, check, diagnostics);
  checkVersionPortability(internal, warnings);
  checkPaths(internal, warnings);
  checkShadow(internal, warnings);
  const keepsAll = internal.spec.preserveUnknownFields === true;
  for (const { value: schema, at } of schemasOf(internal.spec)) {
    checkSchemaPortability(schema, at.path, keepsAll, check, warnings);
  }
}

/**
 * Kinds that a whole Kubernetes has itself: it takes the CRD, and answers requests for the version
 * with its own kind, since it asks the server of CRDs last. Only API versions that are always on
 * count (kube-apiserver `server.go`, `CreateServerChain`).
 */
function checkShadow({ spec }: InternalCrd, warnings: Warnings): void {
  const { group, names } = spec;
  const builtin = builtinVersions(group, names.kind).filter(
    (one) => /^v\d+$/.test(one.version) && isServedBy(newestMinor, one),
  );
  for (const { name: version, served, at } of spec.versions) {
    if (!served || !builtin.some((one) => one.version === version)) continue;
    const what = `${names.kind} of ${group}/${version}`;
    const help =
      "use a group of your own; only servers that lack this kind, such as kcp, serve such a CRD";
    warnings.warn(
      "portability/builtin-kind",
      [...at.path, "name"],
      { what, version },
      help,
      "value",
    );
  }
}
