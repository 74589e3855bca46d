import type { NumberType } from "../values/declared-number.js";
import type { Json } from "../values/json/json.js";
import type { Place } from "../values/place.js";
import type { NumberChecks } from "./check-number.js";
import type { Report, WrongMembers } from "./report.js";

/**
 * The demands of a schema on values, as generated code holds them: absent members say nothing.
 * Branches of junctors have the same form.
 */
export interface ValueSchema extends NumberChecks {
  /** `integer,string` is int-or-string. */
  readonly type?:
    "object" | "array" | "string" | "integer" | "number" | "boolean" | "integer,string";
  readonly nullable?: boolean;
  /** As written in the CRD, where the server enforces it. */
  readonly format?: string;
  /** The check of a format of strings. */
  readonly hasFormat?: (text: string) => boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** RE2 source, for the error. */
  readonly pattern?: string;
  readonly matcher?: TextMatcher;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly enum?: readonly Json[];
  readonly allOf?: readonly ValueSchema[];
  readonly anyOf?: readonly ValueSchema[];
  readonly oneOf?: readonly ValueSchema[];
  readonly not?: ValueSchema;
  /** `checkJunctors`, where there is one of these four. */
  readonly junctors?: JunctorCheck;
  readonly fields?: Readonly<Record<string, ValueSchema>>;
  /**
   * additionalProperties: false forbids other keys; true allows them, but says nothing of their
   * values.
   */
  readonly values?: ValueSchema | boolean;
  readonly items?: ValueSchema;
  /** The values that are filled in for fields that are absent, or null and not nullable. */
  readonly defaults?: Readonly<Record<string, Json>>;
  /** The value that is filled in for items, or values of a map, that are null and not nullable. */
  readonly memberDefault?: Json;
  readonly listType?: "set" | "map";
  readonly listMapKeys?: readonly string[];
  /** Lists of type set or map are in here: this one, or some below. */
  readonly lists?: boolean;
  readonly embeddedResource?: boolean;
  /** Members that the schema does not specify are kept; elsewhere the server removes them. */
  readonly preserveUnknownFields?: boolean;
  /** A quick check: true only if a value has no error; false says nothing. */
  readonly is?: (value: unknown) => boolean;
  /** The quick check of an object whose members are looked at one by one. */
  readonly check?: MemberCheck;
}

/**
 * A quick check of an object as `JSON.parse` makes it. With `wrong` it looks at all members and
 * notes there those that may have an error; nothing is noted of any other value. `absent` as in
 * `QuickCheck`.
 */
export type MemberCheck = (value: unknown, absent?: null, wrong?: WrongMembers) => boolean;

/** Finds the errors of junctors. */
export interface JunctorCheck {
  /** Reports it; counts what fits, as kube-openapi's `MatchCount` does. */
  report(schema: ValueSchema, value: unknown, at: Place, report: Report): number;
  /** Tells whether branches look into members, and do not only ask which there are. */
  seesAll(schema: ValueSchema): boolean;
}

/** A compiled pattern: a regular expression, or what RE2 accepts and JavaScript cannot express. */
export interface TextMatcher {
  /** Tells whether the pattern matches anywhere in the text. */
  test(text: string): boolean;
}

/** The schema of the value at a key: a field's, else that of additionalProperties. */
export function memberSchema(schema: ValueSchema, key: string): ValueSchema | undefined {
  const { fields, values } = schema;
  if (fields !== undefined && Object.hasOwn(fields, key)) return fields[key];
  return typeof values === "object" ? values : undefined;
}

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
  /** The declared type and format of numbers, where something is asked of them. */
  readonly number: NumberType | undefined;
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
  /** The same of what is in its members, or of names of members that no field has. */
  readonly looksInside: boolean;
  /** There is something to look at in its members or items. */
  readonly holdsMembers: boolean;
  /** A list of type set or map. */
  readonly hasUniqueItems: boolean;
  /** The list map keys; undefined in a set. */
  readonly keys: readonly string[] | undefined;
  /** Their plans; made on first use. */
  fields: ReadonlyMap<string, SchemaPlan> | undefined;
}

/** The checks of a schema for strings. */
export interface TextChecks {
  readonly minLength: number;
  readonly maxLength: number;
  readonly pattern: string | undefined;
  readonly matcher: TextMatcher | undefined;
  readonly hasFormat: ((text: string) => boolean) | undefined;
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
  const checksSize = (schema.minProperties ?? schema.maxProperties) !== undefined;
  return {
    schema,
    is: schema.is ?? isNothing,
    check: schema.check,
    type,
    checksType: type !== "" || format !== undefined,
    checksSize,
    text: textChecks(schema),
    number: numberChecks(schema),
    enum: schema.enum,
    required: schema.required,
    items: items === undefined ? undefined : planOf(items),
    values: typeof values === "object" ? planOf(values) : values === false ? values : undefined,
    seesAll: seesAll(schema),
    seesMembers: seesMembers(schema),
    looksInside: seesAll(schema) || checksSize || schema.listType !== undefined,
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
    junctors?.seesAll(schema) === true ||
    (schema.enum ?? memberDefault) !== undefined ||
    uniqueItems === true ||
    (items !== undefined && schema.preserveUnknownFields === true) ||
    comparesMembers(schema)
  );
}

/** Tells whether more than scalars may tell the items of a set or a map list apart. */
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

/** The check of what has none: it needs a closer look. */
export function isNothing(): boolean {
  return false;
}

function textChecks(schema: ValueSchema): TextChecks | undefined {
  const { minLength = 0, maxLength = Infinity, pattern, matcher, hasFormat } = schema;
  const isFree = minLength === 0 && maxLength === Infinity && pattern === undefined;
  if (isFree && hasFormat === undefined) return undefined;
  return { minLength, maxLength, pattern, matcher, hasFormat };
}

function numberChecks(schema: ValueSchema): NumberType | undefined {
  const declared = numberType(schema);
  const isRanged = declared.type === "integer" || declared.format === "float";
  return schema.bounds !== undefined || isRanged ? declared : undefined;
}

function numberType({ type, format = "" }: ValueSchema): NumberType {
  const known = numberFormats[type ?? ""];
  if (known === undefined) return { type: "", format: "" };
  return { type: type as "integer" | "number", format: known.includes(format) ? format : "" }; // that have formats
}

const numberFormats: Readonly<Record<string, readonly string[] | undefined>> = {
  integer: ["int32", "int64"],
  number: ["float", "double"],
};
