import type { NumberType } from "../declared-number.js";
import type { Json } from "../json/json.js";
import type { MemberCheck, TextMatcher, ValueSchema } from "./value-schema.js";

/**
 * A schema in the form in which the second pass reads it. Schemas hold only what they say, each a
 * selection of its own, and engines are slow at reading objects of many forms; plans all have one,
 * and say once what follows from several parts.
 */
export interface SchemaPlan {
  readonly schema: ValueSchema;
  /**
   * The quick check of the schema, says no to every value where there is none; or that of an
   * object.
   */
  readonly is: (value: unknown) => boolean;
  readonly check: MemberCheck | undefined;
  /** `""`: any. */
  readonly type: string;
  readonly checksType: boolean;
  readonly checksSize: boolean;
  readonly text: TextChecks | undefined;
  readonly number: NumberPlan | undefined;
  readonly enum: readonly Json[] | undefined;
  readonly required: readonly string[] | undefined;
  readonly items: SchemaPlan | undefined;
  /** False where additionalProperties forbids other keys. */
  readonly values: SchemaPlan | false | undefined;
  /**
   * Unknown fields, nulls and missing defaults anywhere in an object or list can change what is
   * said of it.
   */
  readonly seesAll: boolean;
  /** Which members an object has can change that. */
  readonly seesMembers: boolean;
  /** There is something to look at in its members or items. */
  readonly holdsMembers: boolean;
  /** A list of type set or map. */
  readonly hasUniqueItems: boolean;
  /** The list map keys; undefined in a set. */
  readonly keys: readonly string[] | undefined;
  /** Their plans; made on first use. */
  fields: ReadonlyMap<string, SchemaPlan> | undefined;
}

/** What a schema asks of strings. */
export interface TextChecks {
  readonly minLength: number;
  readonly maxLength: number;
  readonly pattern: string | undefined;
  readonly matcher: TextMatcher | undefined;
  readonly hasFormat: ((text: string) => boolean) | undefined;
}

/** What a schema asks of numbers. */
export interface NumberPlan {
  readonly declared: NumberType;
  /**
   * Safe integers from here to there are good for sure; not a number where that is not so simple.
   */
  readonly low: number;
  readonly high: number;
}

const plans = /* @__PURE__ */ new WeakMap<ValueSchema, SchemaPlan>();

/** The plan of a schema, made once. */
export function planOf(schema: ValueSchema): SchemaPlan {
  let plan = plans.get(schema);
  if (plan === undefined) plans.set(schema, (plan = makePlan(schema)));
  return plan;
}

/** The plans of a schema's fields. */
export function fieldPlans(plan: SchemaPlan): ReadonlyMap<string, SchemaPlan> {
  return (plan.fields ??= new Map(
    Object.entries(plan.schema.fields ?? {}).map(([key, field]) => [key, planOf(field)]),
  ));
}

function makePlan(schema: ValueSchema): SchemaPlan {
  const { type = "", format, items, values } = schema;
  return {
    schema,
    is: schema.is ?? isNothing,
    check: schema.check,
    type,
    checksType: type !== "" || format !== undefined,
    checksSize: schema.minProperties !== undefined || schema.maxProperties !== undefined,
    text: textChecks(schema),
    number: numberPlan(schema),
    enum: schema.enum,
    required: schema.required,
    items: items === undefined ? undefined : planOf(items),
    values: typeof values === "object" ? planOf(values) : values === false ? values : undefined,
    seesAll: seesAll(schema),
    seesMembers: seesMembers(schema),
    holdsMembers: (schema.fields ?? schema.items ?? schema.values) !== undefined,
    hasUniqueItems: schema.listType !== undefined,
    keys: schema.listType === "map" ? (schema.listMapKeys ?? []) : undefined,
    fields: undefined,
  };
}

/**
 * Members are compared, or branches look into them; nulls among them are replaced; or items keep
 * what is unknown since their list does.
 */
function seesAll(schema: ValueSchema): boolean {
  const { junctors, items, uniqueItems, memberDefault } = schema;
  return (
    (junctors !== undefined && !branchesOf(schema).every(asksForMembers)) ||
    (schema.enum ?? memberDefault) !== undefined ||
    uniqueItems === true ||
    (items !== undefined && schema.preserveUnknownFields === true) ||
    comparesMembers(schema)
  );
}

/** Whether what tells the items of a set or a map list apart may be more than scalars. */
function comparesMembers({ listType, items, listMapKeys = [] }: ValueSchema): boolean {
  if (listType === undefined || items === undefined) return false;
  if (listType === "set") return !isScalar(items);
  return !listMapKeys.every((key) => isScalar(items.fields?.[key]));
}

function isScalar({ type }: ValueSchema = {}): boolean {
  return type !== undefined && type !== "object" && type !== "array";
}

/** Members are counted, or branches ask for them. */
function seesMembers({ junctors, minProperties, maxProperties }: ValueSchema): boolean {
  return (junctors ?? minProperties ?? maxProperties) !== undefined;
}

function branchesOf({ allOf = [], anyOf = [], oneOf = [], not }: ValueSchema): ValueSchema[] {
  return [...allOf, ...anyOf, ...oneOf, ...(not === undefined ? [] : [not])];
}

/** Whether a branch asks which members an object has, and nothing else. */
function asksForMembers(branch: ValueSchema): boolean {
  const saysMore = Object.values(branch.fields ?? {}).some(
    (field) => Object.keys(field).length > 0,
  );
  const isOnly = Object.keys(branch).every((part) => partsForMembers.has(part));
  return isOnly && !saysMore && branchesOf(branch).every(asksForMembers);
}

const partsForMembers = /* @__PURE__ */ new Set([
  "fields",
  "required",
  "junctors",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
]);

/** The check of what has none: it needs a closer look. */
export function isNothing(): boolean {
  return false;
}

/** Whether a number is good for sure. */
export function isPlainInteger({ low, high }: NumberPlan, value: unknown): boolean {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= low && value <= high;
}

function textChecks(schema: ValueSchema): TextChecks | undefined {
  const { minLength = 0, maxLength = Infinity, pattern, matcher, hasFormat } = schema;
  const isFree = minLength === 0 && maxLength === Infinity && pattern === undefined;
  if (isFree && hasFormat === undefined) return undefined;
  return { minLength, maxLength, pattern, matcher, hasFormat };
}

function numberPlan(schema: ValueSchema): NumberPlan | undefined {
  const { type, minimum, maximum, multipleOf } = schema;
  const declared = numberType(schema);
  const isBounded = minimum !== undefined || maximum !== undefined || multipleOf !== undefined;
  if (!isBounded && type !== "integer" && declared.format !== "float") return undefined;
  const limit = declared.format === "int32" ? 2 ** 31 : 2 ** 53;
  const low = minimum ?? -limit;
  const high = maximum ?? limit - 1;
  const isPlain =
    type === "integer" &&
    multipleOf === undefined &&
    schema.exclusiveMinimum !== true &&
    schema.exclusiveMaximum !== true &&
    [low, high].every((bound) => Number.isInteger(bound) && bound >= -limit && bound < limit);
  return isPlain ? { declared, low, high } : { declared, low: NaN, high: NaN };
}

function numberType({ type, format = "" }: ValueSchema): NumberType {
  switch (type) {
    case "integer":
      return { type, format: format === "int32" || format === "int64" ? format : "" };
    case "number":
      return { type, format: format === "float" || format === "double" ? format : "" };
    default:
      return { type: "", format: "" };
  }
}
