import { spanOf } from "../../../crd/diagnostics/diagnostics.js";
import type { CrdDocument } from "../../../crd/frontend/find-crds.js";
import { followSteps } from "../../../crd/source/follow-steps.js";
import type { Path } from "../../../crd/source/source-file.js";
import { positionAt } from "../../../crd/source/source-file.js";
import { objectAt, objectsAt, textAt } from "../../../runtime/v1/values/json/raw-fields.js";
import { splitApiVersion } from "../../../runtime/v1/values/kubernetes-version.js";
import type { CrdPlace } from "../contract.js";
import type { CrdSet } from "../crds/crd-set.js";
import { knownObject } from "./known-object.js";
import { lastBefore } from "./outline.js";
import { documentAt } from "./spot.js";

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
  const steps = crd && stepsOf(crd, version, path);
  if (crd === undefined || steps === undefined) return undefined;
  const isSchema = steps.includes("schema");
  const part = isSchema ? "key" : "value";
  const span = spanOf({ document: crd.document, path: [...crd.path, ...steps], part });
  const { file } = span;
  return { path: file.path, start: positionAt(file, span.start), end: positionAt(file, span.end) };
}

/** The way to the definition of a field in its CRD. */
function stepsOf(crd: CrdDocument, version: string, path: Path): Path | undefined {
  const spec = objectAt(crd.value, "spec") ?? {};
  if (path.length === 1 && path[0] === "kind") return ["spec", "names", "kind"];
  const index = objectsAt(spec, "versions").findIndex((one) => textAt(one, "name") === version);
  if (index === -1) return undefined;
  const own = ["spec", "versions", index];
  if (path.length === 1 && path[0] === "apiVersion") return [...own, "name"];
  let steps: Path = [...own, "schema", "openAPIV3Schema"];
  for (const step of path) {
    const next = nextSteps(step).find(
      (one) => followSteps(crd.value, [...steps, ...one]) !== undefined,
    );
    if (next === undefined) return undefined;
    steps = [...steps, ...next];
  }
  return path.length === 0 ? undefined : steps;
}

function nextSteps(step: string | number): readonly Path[] {
  return typeof step === "number" ? [["items"]] : [["properties", step], ["additionalProperties"]];
}
