import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import type { Names } from "../../ir/resource.js";
import type { FieldPath } from "../findings/findings.js";

/**
 * A CRD in the form in which the API server validates it, whatever version it was written in
 * (`apiextensions/types.go`). What is equal in all versions of a v1 CRD stands at the top level,
 * and so do the fields that faults are reported at.
 */
export interface InternalCrd {
  readonly metadata: JsonObject;
  readonly at: FieldPath;
  readonly spec: InternalSpec;
  readonly status: JsonObject;
}

/**
 * `CustomResourceDefinitionSpec`. What is absent is Go's zero value, or `undefined` where the type
 * is a pointer.
 */
export interface InternalSpec {
  readonly at: FieldPath;
  readonly group: string;
  readonly version: string;
  /** Where that stands: v1 has it in the first of the versions. */
  readonly versionAt: FieldPath;
  readonly names: InternalNames;
  readonly scope: string;
  readonly validation: Located<Validation> | undefined;
  readonly subresources: Located<JsonObject> | undefined;
  readonly versions: readonly InternalVersion[];
  /**
   * The versions as JSON, for messages that show them whole; `undefined` where Go has nil, which it
   * prints otherwise.
   */
  readonly rawVersions: readonly JsonObject[] | undefined;
  readonly columns: Columns | undefined;
  readonly selectableFields: Located<readonly JsonObject[]> | undefined;
  readonly conversion: InternalConversion | undefined;
  readonly preserveUnknownFields: boolean | undefined;
}

/** A value of the internal form and where it is reported. */
export interface Located<T> {
  readonly value: T;
  readonly at: FieldPath;
}

/** Printer columns; `pathKey` is what the document calls their `JSONPath`. */
export interface Columns extends Located<readonly JsonObject[]> {
  readonly pathKey: string;
}

/** `CustomResourceValidation`: the schema, `undefined` where there is none. */
export interface Validation {
  readonly schema: JsonObject | undefined;
}

/** `CustomResourceDefinitionNames`, defaulted. */
export interface InternalNames extends Names {
  readonly at: FieldPath;
}

/**
 * `CustomResourceDefinitionVersion`. What is equal in all versions stands in the spec and is absent
 * here.
 */
export interface InternalVersion {
  readonly at: FieldPath;
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated: boolean;
  readonly deprecationWarning: string | undefined;
  readonly validation: Located<Validation> | undefined;
  readonly subresources: Located<JsonObject> | undefined;
  readonly columns: Columns | undefined;
  readonly selectableFields: Located<readonly JsonObject[]> | undefined;
}

/** `CustomResourceConversion`, defaulted. */
export interface InternalConversion {
  readonly at: FieldPath;
  readonly strategy: string;
  readonly clientConfig: Located<ClientConfig> | undefined;
  readonly reviewVersions: Located<readonly string[]>;
}

/** `WebhookClientConfig`. The server demands just one of `url` and `service`. */
export interface ClientConfig {
  readonly url: string | undefined;
  readonly service: WebhookService | undefined;
  /** Base64, as in the document; `""` = none. */
  readonly caBundle: string;
}

/** `ServiceReference`, with the port defaulted. */
export interface WebhookService {
  readonly namespace: string;
  readonly name: string;
  readonly path: string | undefined;
  readonly port: number;
}

/** All schemas of a CRD, that of all versions first. */
export function schemasOf({ validation, versions }: InternalSpec): readonly Located<JsonObject>[] {
  return [validation, ...versions.map((version) => version.validation)].flatMap((given) => {
    const schema = given?.value.schema;
    if (given === undefined || schema === undefined) return [];
    return { value: schema, at: given.at.child("openAPIV3Schema") };
  });
}
