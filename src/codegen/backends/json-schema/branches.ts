import type { NestedValidation, Schema, ValueValidation } from "../../../crd/ir/schema.js";
import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import { setKey } from "../../../runtime/v1/values/json/json.js";
import { exactLengths } from "./lengths.js";
import { boundsOf, enumOf, patternKeyword } from "./scalars.js";

/**
 * The junctors of a schema that can be said exactly: a branch is also asked whether a value does
 * not match it, so that nothing in it may be left out.
 */
export function junctorsOf(schema: Schema): JsonObject {
  // Defaults may decide, and of preserved fields it is not known which nulls stay.
  if (schema.hasDefaults || schema.preserveUnknownFields || schema.intOrString) return {};
  return exactJunctors(schema.validation, schema);
}

function exactJunctors(validation: ValueValidation, core: Schema): JsonObject {
  const said: JsonObject = {};
  for (const name of ["allOf", "anyOf", "oneOf"] as const) {
    const branches = validation[name].map((branch) => branchSchema(branch, core));
    if (branches.length > 0 && branches.every(isSaid)) said[name] = branches;
  }
  const not = validation.not === undefined ? undefined : branchSchema(validation.not, core);
  if (not !== undefined) said["not"] = not;
  return said;
}

function isSaid(branch: JsonObject | undefined): branch is JsonObject {
  return branch !== undefined;
}

/** A branch that matches exactly the values that it matches on the server; `core` is its node's. */
function branchSchema(branch: NestedValidation, core: Schema): JsonObject | undefined {
  const { validation, nullable, values, items, type } = branch;
  if (nullable || values !== undefined || !isExact(validation)) return undefined;
  const [lengths, text] = [exactLengths(validation), patternKeyword(validation)];
  if (lengths === undefined || (validation.pattern !== "" && !("pattern" in text))) {
    return undefined;
  }
  const inner = exactJunctors(validation, core);
  if (Object.keys(inner).length !== countJunctors(validation)) return undefined;
  const ofItems = items === undefined ? {} : core.items && branchSchema(items, core.items);
  const ofFields = fieldsOf(branch, core);
  if (ofItems === undefined || ofFields === undefined) return undefined;
  const { minItems, maxItems } = validation;
  return {
    ...(type !== "" && { type }),
    ...boundsOf(validation, ""),
    ...lengths,
    ...text,
    ...enumOf(validation),
    ...(minItems !== undefined && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
    ...(items !== undefined && { items: ofItems }),
    ...ofFields,
    ...inner,
  };
}

/** Whether all that is said of scalars and sizes can be said in JSON Schema. */
function isExact(validation: ValueValidation): boolean {
  const { format, multipleOf, minProperties, maxProperties, uniqueItems } = validation;
  return (
    format === "" &&
    multipleOf === undefined &&
    minProperties === undefined &&
    maxProperties === undefined &&
    !uniqueItems &&
    ("enum" in enumOf(validation) || validation.enum.length === 0)
  );
}

function countJunctors({ allOf, anyOf, oneOf, not }: ValueValidation): number {
  return (
    [allOf, anyOf, oneOf].filter(({ length }) => length > 0).length + (not === undefined ? 0 : 1)
  );
}

/**
 * A field that is null counts as absent, and so does one that the server does not know, which can
 * not be said.
 */
function fieldsOf({ fields, validation }: NestedValidation, core: Schema): JsonObject | undefined {
  const names = new Set([...fields.keys(), ...validation.required]);
  if (names.size === 0) return {};
  const properties: JsonObject = {};
  for (const name of names) {
    const field = core.fields.get(name);
    if (field === undefined) return undefined;
    const nested = fields.get(name);
    const said = nested === undefined ? {} : branchSchema(nested, field);
    if (said === undefined) return undefined;
    setKey(properties, name, inField(said, field, validation.required.includes(name)));
  }
  const { required } = validation;
  return { properties, ...(required.length > 0 && { required: [...required] }) };
}

function inField(said: JsonObject, { nullable }: Schema, isRequired: boolean): JsonObject {
  if (nullable) return said;
  const isNull = { type: "null" };
  if (isRequired) return { allOf: [{ not: isNull }, said] };
  return Object.keys(said).length === 0 ? said : { anyOf: [isNull, said] };
}
