import type { FieldError } from "../values/field-error.js";
import type { Json } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import { NotJsonError } from "../values/json/not-json-error.js";
import { decodeObjectMeta, MetaFault } from "../values/metadata/decode.js";
import { uncheckedRulesDetail } from "./check-rules.js";
import { pruneBySchema, unknownFields } from "./prune.js";
import type { ResourceValidation } from "./resource-validation.js";
import { prepare, validateDefaulted } from "./resource-validation.js";
import { defaultedForm, validateResource } from "./validity.js";

/**
 * A schema as libraries of all kinds take it: the interface of https://standardschema.dev, version
 * 1.
 */
export interface StandardSchema<Input, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** The result of a validation: a value, or what is wrong with it. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** A fault, and the way to it: no keys if it is the value as a whole. */
export interface StandardIssue {
  /** Neither the path nor the value stands in it, as far as the value can be told apart. */
  readonly message: string;
  readonly path: readonly PropertyKey[];
}

/** How a schema treats objects beside the checks. */
export interface SchemaOptions {
  /**
   * Fields that the schema does not specify: nothing, as the server prunes them (the default), or
   * an issue for each.
   */
  readonly unknownFields?: "ignore" | "refuse" | undefined;
  /**
   * The output for a good object: the value itself (the default), or a copy of it, pruned and
   * defaulted.
   */
  readonly output?: "sent" | "stored" | undefined;
}

/**
 * The validation of a resource as a Standard Schema. It gives a good value back as it is. `Sent` is
 * the resource's type as it is sent, `Kept` as it would be stored.
 */
export interface ResourceSchema<Sent, Kept> extends StandardSchema<Sent> {
  /**
   * The same with options: `cronTabSchema.with({ unknownFields: "refuse", output: "stored" })`.
   * What would be stored has no status, where only its subresource writes it, and in its metadata
   * no more than was sent.
   */
  with(options: SchemaOptions & { readonly output: "stored" }): StandardSchema<Sent, Kept>;
  with(options: SchemaOptions & { readonly output?: "sent" | undefined }): StandardSchema<Sent>;
}

/**
 * The Standard Schema of a resource. A value is good if the server would accept it as it is sent:
 * defaults may be missing, nulls may stand for nothing. No value is changed. Issues with an object
 * come before those with what is in it.
 */
export function resourceSchema<Sent, Kept>(
  resource: ResourceValidation,
): ResourceSchema<Sent, Kept> {
  return {
    ...standardSchema<Sent, Sent>((value) => {
      const errors = validateResource(resource, value);
      if (errors.length > 0) return { issues: issuesOf(errors, [], value) };
      return { value: value as Sent }; // it was checked
    }),
    with<Output>(options: SchemaOptions) {
      return standardSchema<Sent, Output>((value) => judge<Output>(resource, value, options));
    },
  };
}

function standardSchema<Input, Output>(
  validate: (value: unknown) => StandardResult<Output>,
): StandardSchema<Input, Output> {
  return {
    "~standard": {
      version: 1,
      vendor: "crdgen",
      validate(value) {
        try {
          return validate(value);
        } catch (error) {
          // Forms hand over what JSON cannot hold, such as functions; for a schema that is an
          // issue, no error.
          if (!(error instanceof NotJsonError)) throw error;
          return {
            issues: [{ message: error.fault, path: new PathReader(value).read(error.place) }],
          };
        }
      },
    },
  };
}

function judge<Output>(
  resource: ResourceValidation,
  sent: unknown,
  options: SchemaOptions,
): StandardResult<Output> {
  const { value, unknown } = defaultedForm(resource, sent, (schema, object) =>
    unknownFields(pruneBySchema(schema, object)),
  );
  const errors = validateDefaulted(resource, value);
  const meta = metadataOf(value);
  const refused = options.unknownFields === "refuse" ? [...meta.unknown, ...unknown] : [];
  if (errors.length + refused.length > 0) return { issues: issuesOf(errors, refused, sent) };
  const stored = (): Json =>
    isObject(value)
      ? { ...prepare(resource, value, undefined, undefined), metadata: meta.metadata }
      : value;
  return { value: (options.output === "stored" ? stored() : sent) as Output }; // by its option
}

/** Metadata without what its type does not know, and the paths of that. */
function metadataOf(value: Json): { readonly metadata: Json; readonly unknown: readonly string[] } {
  const metadata = isObject(value) ? (value["metadata"] ?? null) : null;
  const decoded = decodeObjectMeta(metadata);
  if (decoded instanceof MetaFault) return { metadata, unknown: [] };
  const unknown = decoded.unknownFields.map((path) => `metadata.${path}`);
  return { metadata: decoded.metadata, unknown };
}

/**
 * Returns the issues in order: what is no fault of its own comes last, all else by the length of
 * its path.
 */
function issuesOf(
  errors: readonly FieldError[],
  unknown: readonly string[],
  value: unknown,
): readonly StandardIssue[] {
  const reader = new PathReader(value);
  const read = (error: FieldError): StandardIssue => {
    const { field, message } = issueText(error);
    return { message, path: reader.read(field) };
  };
  const issues = [
    ...errors.filter((error) => !isUncheckedRules(error)).map(read),
    ...unknown.map((field) => ({ message: "unknown field", path: reader.read(field) })),
  ];
  issues.sort((left, right) => left.path.length - right.path.length);
  return [...issues, ...errors.filter(isUncheckedRules).map(read)];
}

/**
 * Reads the paths of fields as keys. Keys of maps may hold dots: of the readings of a path the one
 * that the value has counts.
 */
class PathReader {
  readonly #root: unknown;
  /** The length of the longest key of each object that was met. */
  readonly #longest = new Map<object, number>();

  constructor(root: unknown) {
    this.#root = root;
  }

  read(field: string): PropertyKey[] {
    const path: PropertyKey[] = [];
    let rest = field === "<nil>" ? "" : field.replace(/^\./, "");
    let current = this.#root;
    while (rest !== "") {
      const bracketed = /^\[([^\]]*)\]/.exec(rest);
      const name = bracketed?.[1] ?? this.#keyAt(rest, current);
      const key = bracketed !== null && /^\d+$/.test(name) ? Number(name) : name;
      rest = rest.slice(bracketed === null ? name.length : bracketed[0].length);
      if (rest.startsWith(".")) rest = rest.slice(1);
      path.push(key);
      current = memberOf(current, key);
    }
    return path;
  }

  /** The longest key of the object that a path begins with, else its first step. */
  #keyAt(rest: string, object: unknown): string {
    const longest = typeof object === "object" && object !== null ? this.#longestKey(object) : 0;
    let known: string | undefined;
    for (let end = stepEnd(rest, 1); end <= longest; end = stepEnd(rest, end + 1)) {
      const key = rest.slice(0, end);
      if (Object.hasOwn(object as object, key)) known = key; // it has a key
      if (end === rest.length) break;
    }
    return known ?? rest.slice(0, stepEnd(rest, 1));
  }

  #longestKey(object: object): number {
    let longest = this.#longest.get(object);
    if (longest === undefined) {
      longest = 0;
      for (const key of Object.keys(object)) longest = Math.max(longest, key.length);
      this.#longest.set(object, longest);
    }
    return longest;
  }
}

/**
 * Where a step of a path may end, from a position on: before a dot or a bracket, or with the path.
 */
function stepEnd(path: string, from: number): number {
  let end = from;
  while (end < path.length && path[end] !== "." && path[end] !== "[") end++;
  return end;
}

function memberOf(value: unknown, key: PropertyKey): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<PropertyKey, unknown>)[key]; // an own property of an object
}

/*
 * Errors of the server in words for people: beside the field that they are about, so that neither
 * its path nor its value has to be repeated.
 */

/** A fault, and the field that it is about; `""` is the object as a whole. */
interface IssueText {
  readonly field: string;
  readonly message: string;
}

/**
 * An error in plain words. Errors of junctors, which have their path in their text, are placed at
 * that.
 */
export function issueText({ field, message }: FieldError): IssueText {
  const place = field === "<nil>" ? "" : field;
  const detail = message.replace(invalidValue, "");
  const ofJunctor = place === "" ? junctorDetail.exec(detail) : null;
  if (ofJunctor !== null) {
    const [, path = "", fault = ""] = ofJunctor;
    return { field: path.replace(/\\(["\\])/g, "$1"), message: fault };
  }
  return { field: place, message: worded(withoutPath(detail, place)) };
}

/**
 * Tells whether an error is no fault of its own, but stands for rules that were not run because of
 * others.
 */
export function isUncheckedRules({ field, message }: FieldError): boolean {
  return field === "<nil>" && message.endsWith(uncheckedRulesDetail);
}

/**
 * The text before the detail of an error: the value, as far as its text has an end that can be
 * told.
 */
const invalidValue = /^Invalid value: (?:"(?:[^"\\]|\\.)*"|<nil>|[\w.+-]+): /s;

const junctorDetail = /^"((?:[^"\\]|\\.)*)" (must (?:not )?validate .*)$/s;

function withoutPath(detail: string, field: string): string {
  const beginnings = [field, `.${field}`].map((path) => `${path} in body `);
  const beginning = beginnings.find((text) => detail.startsWith(text)) ?? "";
  return detail.slice(beginning.length);
}

function worded(detail: string): string {
  if (detail === uncheckedRulesDetail) {
    return "some rules were not checked because of the other faults; correct those first";
  }
  return detail
    .replace(/^(must be of type .+?): (?=".*"$)/s, "$1, not ")
    .replace(/^(\w+ value): <nil>/, "$1: null");
}
