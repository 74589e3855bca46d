import { splitApiVersion } from "../../../runtime/v1/values/kubernetes-version.js";
import type { CrdSet } from "../crds/crd-set.js";
import { knownObject } from "../editing/known-object.js";
import { lastBefore } from "../editing/outline.js";
import { documentAt } from "../editing/spot.js";
import { crdAround } from "./target.js";

/** A kind in one of its versions. */
export interface VersionedKind {
  readonly group: string;
  readonly kind: string;
  readonly version: string;
}

/**
 * The kind of the object at an offset; in a CRD the kind that it defines, in the version at the
 * offset, else in the first that is served. Undefined where there is neither.
 */
export function kindAt(text: string, offset: number, crds: CrdSet): VersionedKind | undefined {
  const document = documentAt(text, offset);
  const object = knownObject(document, lastBefore(document.root, offset), crds);
  const { kind, apiVersion, path } = object;
  const { group, version } = splitApiVersion(apiVersion);
  if (kind !== "CustomResourceDefinition") {
    return kind === "" ? undefined : { group, kind, version };
  }
  const crd = crdAround(text, object.object);
  const [served = ""] =
    crds.kinds.find((one) => one.group === crd.group && one.kind === crd.kind)?.versions ?? [];
  const isInVersion = path[0] === "spec" && path[1] === "versions" && path[2] !== undefined;
  const here = isInVersion ? crd.textOf("spec", "versions", path[2] ?? 0, "name") : "";
  return { group: crd.group, kind: crd.kind, version: here === "" ? served : here };
}
