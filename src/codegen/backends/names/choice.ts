import { isRequiredAlone } from "../../../crd/ir/required-alone.js";
import type { NestedValidation, Schema } from "../../../crd/ir/schema.js";

/** Fields of which one has to be there (`anyOf` of `required`), or exactly one (`oneOf`). */
export interface Choice {
  readonly exclusive: boolean;
  readonly fields: readonly string[];
}

/**
 * The choice that an object type is written with. Others are left to the validator: a union of more
 * arms, or of arms that say more than which field is there, would not be read by anybody.
 */
export function choiceOf(shape: Schema): Choice | undefined {
  const { oneOf, anyOf } = shape.validation;
  const exclusive = oneOf.length > 0;
  const branches = exclusive ? oneOf : anyOf;
  if (branches.length < 2 || branches.length > largestChoice) return undefined;
  if (shape.preserveUnknownFields || shape.values !== undefined) return undefined;
  const fields = branches.map((branch) => onlyField(shape, branch));
  const known = fields.filter((field) => field !== undefined);
  if (known.length < fields.length || new Set(known).size < known.length) return undefined;
  return { exclusive, fields: known };
}

const largestChoice = 6;

/** The field that a branch demands, if it says nothing else and the field is not there anyway. */
function onlyField(shape: Schema, branch: NestedValidation): string | undefined {
  const [name, second] = branch.validation.required;
  if (name === undefined || second !== undefined || !isRequiredAlone(branch)) return undefined;
  const field = shape.fields.get(name);
  const isThereAnyway = shape.validation.required.includes(name) || field?.default !== undefined;
  return field === undefined || isThereAnyway ? undefined : name;
}
