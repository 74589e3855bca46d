import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import type { JsonObject } from "../../runtime/v1/json/json.js";
import type { CrdDocument } from "../find-crds.js";
import { objectAt, textAt } from "../raw-fields.js";

/** A field by which the server sees that a CRD was made from another one than is stored, and what it says. */
export interface Conflict {
  readonly field: "uid" | "resourceVersion";
  readonly fault: string;
}

/**
 * Whether a CRD is one of another age or another life than the stored one with the metadata `old` (apiserver
 * `registry/generic/registry/store.go`). What one of them does not say cannot differ.
 */
export function findConflict(crd: CrdDocument, old: JsonObject): Conflict | undefined {
  const metadata = objectAt(crd.value, "metadata") ?? {};
  const differs = (field: Conflict["field"]): boolean => {
    const [value, before] = [textAt(metadata, field), textAt(old, field)];
    return value !== "" && before !== "" && value !== before;
  };
  if (differs("uid")) {
    const [uid, oldUid] = [textAt(metadata, "uid"), textAt(old, "uid")];
    const fault = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${oldUid}`;
    return { field: "uid", fault };
  }
  if (!differs("resourceVersion")) return undefined;
  const fault =
    "the object has been modified; please apply your changes to the latest version and try again";
  return { field: "resourceVersion", fault };
}

/** Tells of a conflict at its field. */
export function reportConflict(
  { document, path }: CrdDocument,
  { field, fault }: Conflict,
  diagnostics: Diagnostics,
): void {
  const place = { document, path: [...path, "metadata", field], part: "value" } as const;
  const help = `leave \`${field}\` out, or take that of the stored CRD`;
  diagnostics.report("crd/conflict", place, { at: `metadata.${field}`, fault }, { help });
}
