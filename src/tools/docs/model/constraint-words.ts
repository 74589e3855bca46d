import { plural } from "../../../crd/diagnostics/wording.js";
import type { NestedValidation, Schema, ValueValidation } from "../../../crd/ir/schema.js";
import { stringifyJson } from "../../../runtime/v1/values/go/json.js";

/** A demand in words: what it is about, such as `Length`, and `at most 63 characters`. */
export type Constraint = readonly [label: string, text: string];

/**
 * Returns what a schema demands of a value beside its type. Defaults, enums, required fields that
 * it names, and rules are told elsewhere.
 */
export function constraintsOfSchema(schema: Schema): readonly Constraint[] {
  const { validation } = schema;
  const absent = validation.required.filter((name) => !schema.fields.has(name));
  return [
    ...shapeWords(schema),
    ...ownWords(validation),
    ...(absent.length === 0 ? [] : [["Required", requiredWords(absent)] as const]),
    ...junctorWords(validation, schema.intOrString).map((text) => ["Value", text] as const),
  ];
}

function shapeWords(schema: Schema): readonly Constraint[] {
  const { listMapKeys, preserveUnknownFields, embeddedResource, fields } = schema;
  return words(
    [schema.nullable, "Null", "may be null"],
    [schema.listType === "set", "Items", "no two equal items"],
    [schema.listType === "map", "Keys", `no two items with the same ${listMapKeys.join(", ")}`],
    [schema.mapType === "atomic", "Apply", "replaced as a whole when it is applied"],
    [embeddedResource, "Value", "a whole object with apiVersion, kind and metadata"],
    [preserveUnknownFields && fields.size > 0, "Fields", "further fields are kept"],
    [preserveUnknownFields && fields.size === 0, "Fields", "all fields are kept"],
  );
}

/**
 * Returns the demands of the validation of one place in words, without `required`, `enum` and
 * junctors.
 */
function ownWords(validation: ValueValidation): readonly Constraint[] {
  const { minimum, maximum, multipleOf, format, pattern } = validation;
  const least = validation.exclusiveMinimum ? "more than" : "at least";
  const most = validation.exclusiveMaximum ? "less than" : "at most";
  return words(
    [format !== "", "Format", `format ${format}`],
    [minimum !== undefined, "Range", `${least} ${minimum}`],
    [maximum !== undefined, "Range", `${most} ${maximum}`],
    [multipleOf !== undefined, "Range", `a multiple of ${multipleOf}`],
    ...range("Length", validation.minLength, validation.maxLength, "character"),
    [pattern !== "", "Pattern", `matches ${pattern}`],
    ...range("Items", validation.minItems, validation.maxItems, "item"),
    [validation.uniqueItems, "Items", "no two equal items"],
    ...range("Members", validation.minProperties, validation.maxProperties, "member"),
  );
}

type Told = readonly [isTold: boolean, label: string, text: string];

function words(...told: readonly Told[]): readonly Constraint[] {
  const byText = new Map<string, string>();
  for (const [isTold, label, text] of told)
    if (isTold && !byText.has(text)) byText.set(text, label);
  return [...byText].map(([text, label]) => [label, text]);
}

function range(
  label: string,
  least: number | undefined,
  most: number | undefined,
  unit: string,
): readonly Told[] {
  if (least !== undefined && least === most)
    return [[true, label, `exactly ${plural(least, unit)}`]];
  return [
    [least !== undefined && least > 0, label, `at least ${plural(least ?? 0, unit)}`],
    [most !== undefined, label, `at most ${plural(most ?? 0, unit)}`],
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
    ...ownWords(validation).map(([, text]) => text),
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
