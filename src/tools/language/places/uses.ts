import type { ObjectDocument } from "../../../codegen/pipeline/objects/find-objects.js";
import { findObjects } from "../../../codegen/pipeline/objects/find-objects.js";
import type { ObjectAdvice } from "../../../codegen/pipeline/objects/object-advice.js";
import { Diagnostics, spanOf } from "../../../crd/diagnostics/diagnostics.js";
import { readDocuments } from "../../../crd/source/read.js";
import type { Path, SourceDocument } from "../../../crd/source/source-file.js";
import { positionAt } from "../../../crd/source/source-file.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import { objectAt, objectsAt, textAt } from "../../../runtime/v1/values/json/raw-fields.js";
import type { CrdPlace } from "../contract.js";
import type { CrdSet } from "../crds/crd-set.js";
import type { FieldPattern } from "./crd-steps.js";
import { fieldSteps, placeInCrd, schemaSteps } from "./crd-steps.js";
import type { Target } from "./target.js";

/** A use of a field, or of a kind, by an object. */
export interface Use {
  readonly object: ObjectDocument;
  readonly document: SourceDocument;
  /** From the document to the field, or to `kind`. */
  readonly path: Path;
}

/** The objects of a text; what is wrong with it is left out. */
export async function objectsIn(path: string, text: string): Promise<readonly ObjectDocument[]> {
  const diagnostics = new Diagnostics();
  return findObjects(await readDocuments({ path, text }, diagnostics), noAdvice, diagnostics);
}

const noAdvice: ObjectAdvice = { giveCrd: "", giveOld: "", takeOutput: () => "" };

/** The uses among objects, in their order. */
export function usesOf(objects: readonly ObjectDocument[], target: Target): readonly Use[] {
  return objects.filter((one) => isOf(one, target)).flatMap((object) => usesBy(object, target));
}

function isOf(object: ObjectDocument, { group, kind, version }: Target): boolean {
  return (
    object.group === group &&
    object.kind === kind &&
    (version === undefined || object.version === version)
  );
}

function usesBy(object: ObjectDocument, { field = ["kind"] }: Target): readonly Use[] {
  const { document, value, path } = object;
  return waysTo(value, field).map((way) => ({ object, document, path: [...path, ...way] }));
}

/** The ways to all values that a pattern leads to. */
export function waysTo(value: Json, [step, ...rest]: FieldPattern): readonly Path[] {
  if (step === undefined) return [[]];
  if (typeof value !== "object" || value === null) return [];
  const entries: readonly (readonly [string | number, Json])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return entries
    .filter(([key]) => (step === null ? true : key === step))
    .flatMap(([key, child]) => waysTo(child, rest).map((way) => [key, ...way]));
}

/** Where a use stands: its key, or the name of the kind. */
export function placeOfUse({ document, path }: Use, { field }: Target): CrdPlace {
  const part = field === undefined ? "value" : "key";
  const { file, start, end } = spanOf({ document, path, part });
  return { path: file.path, start: positionAt(file, start), end: positionAt(file, end) };
}

/** Where a CRD in use defines a target; undefined where none does. */
export function declarationOf(
  { group, kind, version, field }: Target,
  crds: CrdSet,
): CrdPlace | undefined {
  const crd = crds.crd(group, kind);
  if (crd === undefined) return undefined;
  if (field === undefined) return placeInCrd(crd, ["spec", "names", "kind"], "value");
  const spec = objectAt(crd.value, "spec") ?? {};
  const first = textAt(objectsAt(spec, "versions")[0] ?? spec, "name");
  const schema = schemaSteps(crd.value, version ?? first);
  const steps = schema && fieldSteps(crd.value, schema, field);
  return steps && placeInCrd(crd, steps, "key");
}
