import type { Json, JsonObject } from "../runtime/v1/json.js";
import { isObject } from "../runtime/v1/json.js";
import type { Path } from "../source/document.js";
import type { CrdRules } from "../versions/crd-rules.js";
import { toInternalSpec } from "./convert-crd.js";
import { base64Of } from "./decode/go-bytes.js";
import { defaultCrd } from "./default-crd.js";
import { FieldPath } from "./field-path.js";
import type { CrdApiVersion, CrdDocument } from "./find-crds.js";
import {
  flagAt,
  numberAt,
  objectAt,
  objectsAt,
  optionalFlagAt,
  optionalTextAt,
  textAt,
  textsAt,
  valueAt,
  withoutKeys,
} from "./raw-fields.js";

/**
 * A CRD in the form in which the API server validates it, whatever version it was written in (`apiextensions/types.go`).
 * What is equal in all versions of a v1 CRD stands at the top level, and so do the fields that faults are reported at.
 */
export interface InternalCrd {
  readonly metadata: JsonObject;
  readonly at: FieldPath;
  readonly spec: InternalSpec;
  readonly status: JsonObject;
}

/** `CustomResourceDefinitionSpec`. What is absent is Go's zero value, or `undefined` where the type is a pointer. */
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
  /** `undefined`: nil in Go, which is not the same as an empty list for the server's printing only. */
  readonly versions: readonly InternalVersion[] | undefined;
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
export interface InternalNames {
  readonly at: FieldPath;
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
}

/** `CustomResourceDefinitionVersion`. What is equal in all versions stands in the spec and is absent here. */
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
  /** As JSON, for messages that show whole versions. */
  readonly raw: JsonObject;
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

/**
 * What the server validates when a CRD is created: defaulted, converted, its status replaced by the storage version, and
 * without fields that this server drops (`strategy.go`, `PrepareForCreate`).
 */
export function toInternalCrd(crd: CrdDocument, rules: CrdRules): InternalCrd {
  const defaulted = defaultCrd(withoutKeys(crd.value, "status"), crd.apiVersion);
  const spec = objectAt(defaulted, "spec") ?? {};
  const internal = crd.apiVersion === "v1" ? toInternalSpec(spec) : spec;
  const value = {
    ...defaulted,
    spec: rules.selectableFields ? internal : withoutSelectable(internal),
  };
  return readInternalCrd(value, layouts[crd.apiVersion], FieldPath.root("", crd.path));
}

function withoutSelectable(spec: JsonObject): JsonObject {
  const rest = withoutKeys(spec, selectableKey);
  const versions = valueAt(spec, "versions");
  if (!Array.isArray(versions)) return rest;
  return { ...rest, versions: versions.map((version) => withoutSelectableVersion(version)) };
}

function withoutSelectableVersion(version: Json): Json {
  return isObject(version) ? withoutKeys(version, selectableKey) : version;
}

/** Where the document has what the internal form has elsewhere. */
interface Layout {
  /** Steps from spec to a part that stands at the top of the internal form. */
  readonly top: (key: string) => Path;
  readonly version: Path;
  readonly clientConfig: Path;
  readonly reviewVersions: Path;
  readonly columnPathKey: string;
}

const layouts: Readonly<Record<CrdApiVersion, Layout>> = {
  v1: {
    top: (key) => ["versions", 0, key === "validation" ? "schema" : key],
    version: ["versions", 0, "name"],
    clientConfig: ["webhook", "clientConfig"],
    reviewVersions: ["webhook", "conversionReviewVersions"],
    columnPathKey: "jsonPath",
  },
  v1beta1: {
    top: (key) => [key],
    version: ["version"],
    clientConfig: ["webhookClientConfig"],
    reviewVersions: ["conversionReviewVersions"],
    columnPathKey: "JSONPath",
  },
};

/** Reads a CRD that is in its internal form already. */
export function readInternalCrd(
  value: JsonObject,
  layout: Layout = layouts.v1beta1,
  at: FieldPath = FieldPath.root("", []),
): InternalCrd {
  return {
    metadata: objectAt(value, "metadata") ?? {},
    at,
    spec: readSpec(objectAt(value, "spec") ?? {}, layout, at.child("spec")),
    status: objectAt(value, "status") ?? {},
  };
}

function readSpec(raw: JsonObject, layout: Layout, at: FieldPath): InternalSpec {
  const topAt = (key: string): FieldPath => at.child(key, layout.top(key));
  const versions = valueAt(raw, "versions");
  return {
    at,
    group: textAt(raw, "group"),
    version: textAt(raw, "version"),
    versionAt: at.child("version", layout.version),
    names: readNames(objectAt(raw, "names") ?? {}, at.child("names")),
    scope: textAt(raw, "scope"),
    validation: locate(raw, "validation", topAt("validation"), readValidation),
    subresources: locate(raw, "subresources", topAt("subresources"), readObject),
    columns: readColumns(raw, layout, topAt(columnsKey)),
    selectableFields: locate(raw, selectableKey, topAt(selectableKey), readObjects),
    versions: Array.isArray(versions)
      ? objectsAt(raw, "versions").map((version, index) =>
          readVersion(version, layout, at.child("versions").index(index)),
        )
      : undefined,
    conversion: readConversion(objectAt(raw, "conversion"), layout, at.child("conversion")),
    preserveUnknownFields: optionalFlagAt(raw, "preserveUnknownFields"),
  };
}

const columnsKey = "additionalPrinterColumns";
const selectableKey = "selectableFields";

/** Names of a spec or a status. */
export function readNames(raw: JsonObject, at: FieldPath): InternalNames {
  return {
    at,
    kind: textAt(raw, "kind"),
    plural: textAt(raw, "plural"),
    singular: textAt(raw, "singular"),
    listKind: textAt(raw, "listKind"),
    shortNames: textsAt(raw, "shortNames"),
    categories: textsAt(raw, "categories"),
  };
}

function readVersion(raw: JsonObject, layout: Layout, at: FieldPath): InternalVersion {
  return {
    at,
    raw,
    name: textAt(raw, "name"),
    served: flagAt(raw, "served"),
    storage: flagAt(raw, "storage"),
    deprecated: flagAt(raw, "deprecated"),
    deprecationWarning: optionalTextAt(raw, "deprecationWarning"),
    validation: locate(raw, "schema", at.child("schema"), readValidation),
    subresources: locate(raw, "subresources", at.child("subresources"), readObject),
    columns: readColumns(raw, layout, at.child(columnsKey)),
    selectableFields: locate(raw, selectableKey, at.child(selectableKey), readObjects),
  };
}

function readColumns(raw: JsonObject, layout: Layout, at: FieldPath): Columns | undefined {
  const located = locate(raw, columnsKey, at, readObjects);
  return located && { ...located, pathKey: layout.columnPathKey };
}

function locate<T>(
  raw: JsonObject,
  key: string,
  at: FieldPath,
  read: (value: Json) => T,
): Located<T> | undefined {
  const value = valueAt(raw, key);
  return value === undefined ? undefined : { value: read(value), at };
}

function readValidation(value: Json): Validation {
  return { schema: objectAt(readObject(value), "openAPIV3Schema") };
}

function readObject(value: Json): JsonObject {
  return isObject(value) ? value : {};
}

function readObjects(value: Json): readonly JsonObject[] {
  return objectsAt({ value }, "value");
}

function readConversion(
  raw: JsonObject | undefined,
  layout: Layout,
  at: FieldPath,
): InternalConversion | undefined {
  if (raw === undefined) return undefined;
  const configAt = at.child("webhookClientConfig", layout.clientConfig);
  return {
    at,
    strategy: textAt(raw, "strategy"),
    clientConfig: readClientConfig(objectAt(raw, "webhookClientConfig"), configAt),
    reviewVersions: {
      value: textsAt(raw, "conversionReviewVersions"),
      at: at.child("conversionReviewVersions", layout.reviewVersions),
    },
  };
}

function readClientConfig(
  raw: JsonObject | undefined,
  at: FieldPath,
): Located<ClientConfig> | undefined {
  if (raw === undefined) return undefined;
  const service = objectAt(raw, "service");
  const value = {
    url: optionalTextAt(raw, "url"),
    service: service && {
      namespace: textAt(service, "namespace"),
      name: textAt(service, "name"),
      path: optionalTextAt(service, "path"),
      port: numberAt(service, "port") ?? 0,
    },
    caBundle: base64Of(valueAt(raw, "caBundle")),
  };
  return { value, at };
}

/** All schemas of a CRD, the one at the top first. */
export function schemasOf(spec: InternalSpec): readonly JsonObject[] {
  return [spec.validation, ...(spec.versions ?? []).map((version) => version.validation)]
    .map((validation) => validation?.value.schema)
    .filter((schema) => schema !== undefined);
}
