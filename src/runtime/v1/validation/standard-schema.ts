import type { FieldError } from "../values/field-error.js";
import type { Json } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import { NotJsonError } from "../values/json/not-json-error.js";
import { decodeObjectMeta, MetaFault } from "../values/metadata/decode.js";
import { issueText, isUncheckedRules } from "./issue-text.js";
import { PathReader } from "./path-reader.js";
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
