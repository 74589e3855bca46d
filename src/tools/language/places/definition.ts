import type { Path } from "../../../crd/source/source-file.js";
import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import { objectAt, objectsAt, textAt } from "../../../runtime/v1/values/json/raw-fields.js";
import { splitApiVersion } from "../../../runtime/v1/values/kubernetes-version.js";
import type { CrdPlace } from "../contract.js";
import type { CrdSet } from "../crds/crd-set.js";
import { knownObject } from "../editing/known-object.js";
import { lastBefore } from "../editing/outline.js";
import { documentAt } from "../editing/spot.js";
import { fieldSteps, placeInCrd, schemaSteps } from "./crd-steps.js";

/**
 * Where a CRD in use defines the field at an offset of an object: its key in the schema, or the
 * schema of the items or values that it is one of. Of `apiVersion` the version, of `kind` its name.
 * Undefined where no CRD says anything, as of metadata.
 */
export function definitionOf(text: string, offset: number, crds: CrdSet): CrdPlace | undefined {
  const document = documentAt(text, offset);
  const chain = lastBefore(document.root, offset);
  const last = chain.at(-1);
  const end = Math.max(last?.to ?? 0, last?.value?.to ?? 0);
  if (last === undefined || offset > end) return undefined;
  const { apiVersion, kind, path } = knownObject(document, chain, crds);
  const { group, version } = splitApiVersion(apiVersion);
  const crd = crds.crd(group, kind);
  const steps = crd && stepsOf(crd.value, version, path);
  if (crd === undefined || steps === undefined) return undefined;
  const isName = path.length === 1 && (path[0] === "kind" || path[0] === "apiVersion");
  return placeInCrd(crd, steps, isName ? "value" : "key");
}

/** The way to the definition of a field in its CRD. */
function stepsOf(crd: JsonObject, version: string, path: Path): Path | undefined {
  const spec = objectAt(crd, "spec") ?? {};
  if (path.length === 1 && path[0] === "kind") return ["spec", "names", "kind"];
  const schema = schemaSteps(crd, version);
  if (path.length === 1 && path[0] === "apiVersion") {
    const index = objectsAt(spec, "versions").findIndex((one) => textAt(one, "name") === version);
    return index === -1 ? undefined : ["spec", "versions", index, "name"];
  }
  return schema === undefined || path.length === 0 ? undefined : fieldSteps(crd, schema, path);
}
