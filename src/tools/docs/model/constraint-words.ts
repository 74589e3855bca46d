import { plural } from "../../../crd/diagnostics/wording.js";
import type { NestedValidation, Schema, ValueValidation } from "../../../crd/ir/schema.js";
import { stringifyJson } from "../../../runtime/v1/values/go/json.js";

/**
 * Returns what a schema demands of a value beside its type, in words: `at least 1 item`.
 * Defaults, enums, required fields that it names, and rules are told elsewhere.
 */
export function constraintWords(schema: Schema): readonly string[] {
  const { validation } = schema;
  const absent = validation.required.filter((name) => !schema.fields.has(name));
  return [
    ...shapeWords(schema),
    ...ownWords(validation),
    ...(absent.length === 0 ? [] : [requiredWords(absent)]),
    ...junctorWords(validation, schema.intOrString),
  ];
}

function shapeWords(schema: Schema): readonly string[] {
  const { listMapKeys, preserveUnknownFields, embeddedResource, fields } = schema;
  return words(
    [schema.nullable, "may be null"],
    [schema.listType === "set", "no two equal items"],
    [schema.listType === "map", `no two items with the same ${listMapKeys.join(", ")}`],
    [schema.mapType === "atomic", "replaced as a whole when it is applied"],
    [embeddedResource, "a whole object with apiVersion, kind and metadata"],
    [preserveUnknownFields && fields.size > 0, "further fields are kept"],
    [preserveUnknownFields && fields.size === 0, "all fields are kept"],
  );
}

/**
 * Returns the demands of the validation of one place in words, without `required`, `enum` and
 * junctors.
 */
function ownWords(validation: ValueValidation): readonly string[] {
  const { minimum, maximum, multipleOf, format, pattern } = validation;
  return words(
    [format !== "", `format ${format}`],
    [minimum !== undefined, `${validation.exclusiveMinimum ? "more than" : "at least"} ${minimum}`],
    [maximum !== undefined, `${validation.exclusiveMaximum ? "less than" : "at most"} ${maximum}`],
    [multipleOf !== undefined, `a multiple of ${multipleOf}`],
    ...range(validation.minLength, validation.maxLength, "character"),
    [pattern !== "", `matches ${pattern}`],
    ...range(validation.minItems, validation.maxItems, "item"),
    [validation.uniqueItems, "no two equal items"],
    ...range(validation.minProperties, validation.maxProperties, "member"),
  );
}

type Told = readonly [isTold: boolean, text: string];

function words(...told: readonly Told[]): readonly string[] {
  return [...new Set(told.filter(([isTold]) => isTold).map(([, text]) => text))];
}

function range(least: number | undefined, most: number | undefined, unit: string): readonly Told[] {
  if (least !== undefined && least === most) return [[true, `exactly ${plural(least, unit)}`]];
  return [
    [least !== undefined && least > 0, `at least ${plural(least ?? 0, unit)}`],
    [most !== undefined, `at most ${plural(most ?? 0, unit)}`],
  ];
}

function requiredWords(names: readonly string[]): string {
  return `${names.join(", ")} ${names.length === 1 ? "is" : "are"} required`;
}

function junctorWords(validation: ValueValidation, isIntOrString: boolean): readonly string[] {
  const { allOf, anyOf, oneOf, not } = validation;
  return [
    ...allOf.flatMap((branch) => branchWords(branch, isIntOrString)),
    ...choice("any of", anyOf, isIntOrString),
    ...choice("exactly one of", oneOf, isIntOrString),
    ...(not === undefined ? [] : [`not: ${together(branchWords(not, isIntOrString))}`]),
  ];
}

function choice(
  name: string,
  branches: readonly NestedValidation[],
  isIntOrString: boolean,
): readonly string[] {
  const texts = branches.map((branch) => together(branchWords(branch, isIntOrString)));
  // The branches of int-or-string say what the type says.
  if (texts.every((text) => text === anything)) return [];
  return [`${name}: ${texts.map((text) => `(${text})`).join(" or ")}`];
}

const anything = "anything";

function together(texts: readonly string[]): string {
  return texts.length === 0 ? anything : texts.join(" and ");
}

function branchWords(branch: NestedValidation, isIntOrString: boolean): readonly string[] {
  const { validation, fields, items, values } = branch;
  const below = (name: string, inner: NestedValidation): string =>
    `${name}: ${together(branchWords(inner, false))}`;
  return [
    ...(branch.type === "" || isIntOrString ? [] : [`of type ${branch.type}`]),
    ...ownWords(validation),
    ...(validation.enum.length === 0 ? [] : [`one of ${enumText(validation)}`]),
    ...(validation.required.length === 0 ? [] : [requiredWords(validation.required)]),
    ...[...fields].map(([name, field]) => below(name, field)),
    ...(items === undefined ? [] : [below("each item", items)]),
    ...(typeof values === "object" ? [below("each value", values)] : []),
    ...junctorWords(validation, isIntOrString),
  ];
}

function enumText(validation: ValueValidation): string {
  return validation.enum.map(stringifyJson).join(", ");
}
