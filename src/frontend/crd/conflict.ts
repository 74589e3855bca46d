import type { Cause, Diagnostics } from "../../diagnostics/diagnostics.js";
import { quote } from "../../runtime/v1/go/quote.js";
import type { JsonObject } from "../../runtime/v1/json/json.js";
import { dialectOf } from "../../versions/dialects.js";
import type { KubernetesMinor } from "../../versions/kubernetes-version.js";
import type { CrdDocument } from "../find-crds.js";
import { objectAt, textAt } from "../raw-fields.js";

/** Why the store does not even look at a CRD: by this field it was made from another one than is stored. */
export interface Conflict {
  /** HTTP status of the answer. */
  readonly code: 409 | 422 | 500;
  readonly field: "uid" | "resourceVersion";
  /** The server's words. */
  readonly fault: string;
}

/**
 * Whether a CRD is one of another age or another life than the stored one with the metadata `old` (apiserver
 * `registry/generic/registry/store.go`). What one of them does not say cannot differ.
 */
export function findConflict(
  crd: CrdDocument,
  old: JsonObject,
  minor: KubernetesMinor,
): Conflict | undefined {
  const metadata = objectAt(crd.value, "metadata") ?? {};
  const [uid, oldUid] = [textAt(metadata, "uid"), textAt(old, "uid")];
  if (uid !== "" && oldUid !== "" && uid !== oldUid) {
    const fault = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${oldUid}`;
    return { code: 409, field: "uid", fault };
  }
  const version = textAt(metadata, "resourceVersion");
  const oldVersion = textAt(old, "resourceVersion");
  if (version === "" || oldVersion === "" || version === oldVersion) return undefined;
  return { field: "resourceVersion", ...versionConflict(version, minor) };
}

function versionConflict(
  version: string,
  minor: KubernetesMinor,
): Pick<Conflict, "code" | "fault"> {
  if (!/^\d+$/.test(version)) {
    return { code: 500, fault: `strconv.ParseUint: parsing ${quote(version)}: invalid syntax` };
  }
  if (/^0+$/.test(version)) {
    const zero = dialectOf(minor).dialect.unsignedZeroText;
    return { code: 422, fault: `Invalid value: ${zero}: must be specified for an update` };
  }
  const fault =
    "the object has been modified; please apply your changes to the latest version and try again";
  return { code: 409, fault };
}

/** Tells of a conflict at its field; gives the causes that the server sends. */
export function reportConflict(
  { document, path }: CrdDocument,
  { code, field, fault }: Conflict,
  diagnostics: Diagnostics,
): readonly Cause[] {
  const at = `metadata.${field}`;
  const place = { document, path: [...path, "metadata", field], part: "value" } as const;
  const help = `leave \`${field}\` out, or take that of the stored CRD`;
  const causes = code === 422 ? [{ reason: "FieldValueInvalid", field: at, message: fault }] : [];
  diagnostics.report("crd/conflict", place, { at, fault }, { help, cause: causes[0] });
  return causes;
}
