import { builtinVersions, isServedBy } from "../../../runtime/versions/builtin-kinds.js";
import { newestMinor } from "../../../runtime/versions/kubernetes-version.js";
import type { InternalCrd } from "../internal/internal-crd.js";
import type { Warnings } from "./warnings.js";

/**
 * Kinds that a whole Kubernetes has itself: it takes the CRD, and answers requests for the version
 * with its own kind, since it asks the server of CRDs last. Only API versions that are always on
 * count (kube-apiserver `server.go`, `CreateServerChain`).
 */
export function checkShadow({ spec }: InternalCrd, warnings: Warnings): void {
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
