import type { ObjectDocument } from "../../../codegen/pipeline/objects/find-objects.js";
import type { Diagnostic } from "../../../crd/diagnostics/diagnostics.js";
import { isError } from "../../../crd/diagnostics/diagnostics.js";
import { followSteps } from "../../../crd/source/follow-steps.js";
import type { Path } from "../../../crd/source/source-file.js";
import { positionAt } from "../../../crd/source/source-file.js";
import type { JudgedBy, RelatedPlace } from "../contract.js";
import { constraintOf } from "./constraint.js";
import type { PlacedCrd } from "./crd-steps.js";
import { allSchemasAt, crdValue, placeInCrd, schemaSteps } from "./crd-steps.js";
import { objectAround } from "./object-around.js";

/**
 * What of a CRD makes a diagnostic of an object: the rule or the constraint that refuses a value,
 * the fields that there are, the versions, or what is wrong with the CRD.
 */
export function relatedPlaces(diagnostic: Diagnostic, judged: JudgedBy): readonly RelatedPlace[] {
  const object = diagnostic.steps && objectAround(diagnostic, judged.objects);
  if (object === undefined) return [];
  const { group, kind } = object;
  const known = judged.known.find(group, kind);
  if (known?.refused === true) return faultsOf(judged.crdOf(group, kind), judged);
  const found = known && placeFor(diagnostic, object, known.resource);
  return found === undefined ? [] : [found];
}

function placeFor(
  diagnostic: Diagnostic,
  object: ObjectDocument,
  crd: PlacedCrd,
): RelatedPlace | undefined {
  const value = crdValue(crd);
  const place = (steps: Path, part: "key" | "value", message: string): RelatedPlace => ({
    ...placeInCrd(crd, steps, part),
    message,
  });
  if (diagnostic.code === "object/unknown-version") {
    return place(["spec", "versions"], "key", "the versions of the CRD");
  }
  const schema = schemaSteps(value, object.version);
  if (schema === undefined) return undefined;
  const path = (diagnostic.steps ?? []).slice(object.path.length);
  if (diagnostic.code === "object/unknown-field") {
    const fields = allSchemasAt(value, schema, path.slice(0, -1))
      .map((own) => [...own, "properties"])
      .find((steps) => followSteps(value, steps) !== undefined);
    return fields && place(fields, "key", "the fields that the CRD has here");
  }
  const { cause = { reason: "", field: "", message: diagnostic.message } } = diagnostic;
  const found = constraintOf(value, schema, path, cause);
  if (found === undefined) return undefined;
  const { steps, keyword } = found;
  return keyword === undefined
    ? place(steps, "value", "the rule of the CRD")
    : place(steps, "key", `\`${keyword}\` of the CRD`);
}

/** Why a CRD is refused. */
function faultsOf(crd: PlacedCrd | undefined, { diagnostics }: JudgedBy): readonly RelatedPlace[] {
  const { file, start = 0, end = 0 } = crd?.document ?? {};
  return diagnostics.list.flatMap((one) => {
    const { span, message } = one;
    if (!isError(one) || span === undefined || span.file !== file) return [];
    if (span.start < start || span.start > end) return [];
    return [
      {
        path: span.file.path,
        start: positionAt(span.file, span.start),
        end: positionAt(span.file, span.end),
        message,
      },
    ];
  });
}
