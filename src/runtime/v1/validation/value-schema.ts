import type { Json } from "../values/json/json.js";
import type { Place } from "../values/place.js";
import type { NumberChecks } from "./check-number.js";
import type { Report } from "./report.js";
import type { WrongMembers } from "./wrong-members.js";

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
