import { Diagnostics } from "../../../../crd/diagnostics/diagnostics.js";
import { findCrds } from "../../../../crd/frontend/find-crds.js";
import { readDocuments } from "../../../../crd/source/read.js";
import type { JsonObject } from "../../../../runtime/v1/values/json/json.js";
import { objectAt, objectsAt, textAt } from "../../../../runtime/v1/values/json/raw-fields.js";
import type { CrdKind } from "../state/state.js";

/** The kinds that the CRDs of a text define; empty for a text without CRDs. */
export async function readCrdKinds(path: string, text: string): Promise<readonly CrdKind[]> {
  const unread = new Diagnostics(); // the judge and lint tell what is wrong
  const documents = await readDocuments({ path, text }, unread);
  return findCrds(documents, unread).crds.flatMap(({ value }) => {
    const spec = objectAt(value, "spec") ?? {};
    const names = objectAt(spec, "names") ?? {};
    const kind = textAt(names, "kind");
    const group = textAt(spec, "group");
    if (kind === "" || group === "") return [];
    return [{ group, kind, plural: textAt(names, "plural"), versions: versionsOf(spec) }];
  });
}

/** `version` alone is how v1beta1 names a single one. */
function versionsOf(spec: JsonObject): readonly string[] {
  const names = objectsAt(spec, "versions").map((version) => textAt(version, "name"));
  return names.length === 0 ? [textAt(spec, "version")] : names;
}
