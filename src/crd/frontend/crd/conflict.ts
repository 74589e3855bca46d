import type { VersionConflict } from "../../../runtime/v1/admission/write-conflict.js";
import { uidFault, versionConflict } from "../../../runtime/v1/admission/write-conflict.js";
import type { JsonObject } from "../../../runtime/v1/json/json.js";
import { dialectOf } from "../../../runtime/versions/dialects.js";
import type { KubernetesMinor } from "../../../runtime/versions/kubernetes-version.js";
import type { Cause, Diagnostics } from "../../diagnostics/diagnostics.js";
import type { CrdDocument } from "../find-crds.js";
import { objectAt, textAt } from "../raw-fields.js";

/**
 * Why the store does not even look at a CRD: by this field it was made from another one than is
 * stored.
 */
export type Conflict = VersionConflict & { readonly field: "uid" | "resourceVersion" };

/**
 * Whether a CRD is one of another age or another life than the stored one with the metadata `old`.
 * What one of them does not say cannot differ.
 */
export function findConflict(
  crd: CrdDocument,
  old: JsonObject,
  minor: KubernetesMinor,
): Conflict | undefined {
  const metadata = objectAt(crd.value, "metadata") ?? {};
  const fault = uidFault(metadata, old);
  if (fault !== undefined) return { field: "uid", code: 409, fault };
  if (textAt(metadata, "resourceVersion") === "") return undefined;
  const found = versionConflict(metadata, old, dialectOf(minor).dialect.unsignedZeroText);
  return found && { field: "resourceVersion", ...found };
}

/** Tells of a conflict at its field; gives the causes that the server sends. */
export function reportConflict(
  { document, path }: CrdDocument,
  conflict: Conflict,
  diagnostics: Diagnostics,
): readonly Cause[] {
  const { field } = conflict;
  const at = `metadata.${field}`;
  const place = { document, path: [...path, "metadata", field], part: "value" } as const;
  const help = `leave \`${field}\` out, or use the value of the stored CRD`;
  const cause = conflict.code === 422 ? conflict.error : undefined;
  const fault = conflict.code === 422 ? conflict.error.message : conflict.fault;
  diagnostics.report("crd/conflict", place, { at, fault }, { help, cause });
  return cause === undefined ? [] : [cause];
}
