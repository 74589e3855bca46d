import type { Json, JsonObject } from "../runtime/v1/json.js";
import { areEqualAs } from "./decode/go-equal.js";
import type { GoType } from "./decode/go-type.js";
import { sliceOf } from "./decode/go-type.js";
import { subresourcesType, validationType, versionType } from "./decode/crd-types.js";
import { FieldPath } from "./field-path.js";
import type { CrdDocument } from "./find-crds.js";
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
} from "./raw-fields.js";

/**
 * A CRD in the form in which the API server validates it, whatever version it was written in (`apiextensions/types.go`).
 * What is equal in all versions of a v1 CRD stands at the top level, and so do the fields that faults are reported at.
 */
export interface InternalCrd {
  readonly metadata: JsonObject;
  readonly at: FieldPath;
  readonly spec: InternalSpec;
  /** `status.storedVersions` as the server fills it in. */
  readonly storedVersions: readonly string[];
}

export interface InternalSpec {
  readonly at: FieldPath;
  readonly group: string;
  readonly version: string;
  readonly names: InternalNames;
  readonly scope: string;
  readonly validation: Located<Validation> | undefined;
  readonly subresources: Located<JsonObject> | undefined;
  /** `undefined`: nil in Go, which is not the same as an empty list for the server's printing only. */
  readonly versions: readonly InternalVersion[] | undefined;
  readonly columns: Located<readonly JsonObject[]> | undefined;
  readonly selectableFields: Located<readonly JsonObject[]> | undefined;
  readonly conversion: InternalConversion;
  readonly preserveUnknownFields: boolean | undefined;
}

/** A value of the internal form and where it is reported. */
export interface Located<T> {
  readonly value: T;
  readonly at: FieldPath;
}

/** `CustomResourceValidation`: the schema, `undefined` where there is none. */
export interface Validation {
  readonly schema: JsonObject | undefined;
}

export interface InternalNames {
  readonly at: FieldPath;
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
}

export interface InternalVersion {
  readonly at: FieldPath;
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated: boolean;
  readonly deprecationWarning: string | undefined;
  readonly validation: Located<Validation> | undefined;
  readonly subresources: Located<JsonObject> | undefined;
  readonly columns: Located<readonly JsonObject[]> | undefined;
  readonly selectableFields: Located<readonly JsonObject[]> | undefined;
  /** The JSON of the version once common parts have gone to the top: what the server prints in messages. */
  readonly printed: () => JsonObject;
}

export interface InternalConversion {
  readonly at: FieldPath;
  readonly strategy: string;
  readonly clientConfig: Located<ClientConfig> | undefined;
  readonly reviewVersions: Located<readonly string[]>;
}

export interface ClientConfig {
  readonly url: string | undefined;
  readonly service: WebhookService | undefined;
  /** Base64, as in the document; `""` = none. */
  readonly caBundle: string;
}

export interface WebhookService {
  readonly namespace: string;
  readonly name: string;
  readonly path: string | undefined;
  readonly port: number;
}

/** What the server makes of fields that only newer servers have; older ones ignore or drop them. */
export interface IntakeRules {
  readonly selectableFields: boolean;
}

/** The internal form of a CRD, converted and defaulted (`v1/conversion.go`, `v1/defaults.go`, `v1beta1/defaults.go`). */
export function toInternalCrd(crd: CrdDocument, rules: IntakeRules): InternalCrd {
  const at = FieldPath.root("", crd.path);
  const raw = objectAt(crd.value, "spec") ?? {};
  const specAt = at.child("spec");
  const spec =
    crd.apiVersion === "v1" ? specOfV1(raw, specAt, rules) : specOfV1beta1(raw, specAt, rules);
  const storage = spec.versions?.find((version) => version.storage);
  return {
    metadata: objectAt(crd.value, "metadata") ?? {},
    at,
    spec,
    storedVersions: storage === undefined ? [] : [storage.name],
  };
}

function specOfV1(raw: JsonObject, at: FieldPath, rules: IntakeRules): InternalSpec {
  const versions = objectsAt(raw, "versions");
  const hoist = <T>(part: VersionPart, read: (value: Json, at: FieldPath) => T): Hoisted<T> =>
    hoistPart(versions, part, at, read);
  const validation = hoist(parts.schema, readValidation);
  const subresources = hoist(parts.subresources, readObject);
  const columns = hoist(parts.columns, readObjects);
  const selectable = rules.selectableFields
    ? hoist(parts.selectableFields, readObjects)
    : noPart<readonly JsonObject[]>();
  const hoisted = [
    [parts.schema, validation.top] as const,
    [parts.subresources, subresources.top] as const,
    [parts.columns, columns.top] as const,
    [parts.selectableFields, selectable.top] as const,
  ];
  const cleared = hoisted.filter(([, top]) => top !== undefined).map(([part]) => part.key);
  return {
    ...commonSpec(raw, at),
    version: versions[0] === undefined ? "" : textAt(versions[0], "name"),
    scope: textAt(raw, "scope"),
    validation: validation.top,
    subresources: subresources.top,
    columns: columns.top,
    selectableFields: selectable.top,
    versions: Array.isArray(valueAt(raw, "versions"))
      ? versions.map((version, index) => ({
          ...readVersionHead(version, at.child("versions").index(index)),
          validation: validation.each(index),
          subresources: subresources.each(index),
          columns: columns.each(index),
          selectableFields: selectable.each(index),
          printed: () => withoutKeys(version, cleared),
        }))
      : undefined,
    conversion: conversionOfV1(objectAt(raw, "conversion"), at.child("conversion")),
    preserveUnknownFields: flagAt(raw, "preserveUnknownFields"),
  };
}

function specOfV1beta1(raw: JsonObject, at: FieldPath, rules: IntakeRules): InternalSpec {
  const versions = listedVersions(raw);
  const selectable = rules.selectableFields ? parts.selectableFields : undefined;
  return {
    ...commonSpec(raw, at),
    version: textAt(raw, "version") || textAt(versions[0] ?? {}, "name"),
    scope: textAt(raw, "scope") || "Namespaced",
    validation: locate(raw, "validation", at.child("validation"), readValidation),
    subresources: locate(raw, "subresources", at.child("subresources"), readObject),
    columns: locate(raw, parts.columns.key, at.child(parts.columns.key), readObjects),
    selectableFields:
      selectable && locate(raw, selectable.key, at.child(selectable.key), readObjects),
    versions: versions.map((version, index) => {
      const versionAt = at.child("versions").index(index);
      return {
        ...readVersionHead(version, versionAt),
        validation: locate(version, "schema", versionAt.child("schema"), readValidation),
        subresources: locate(version, "subresources", versionAt.child("subresources"), readObject),
        columns: locate(
          version,
          parts.columns.key,
          versionAt.child(parts.columns.key),
          readObjects,
        ),
        selectableFields:
          selectable &&
          locate(version, selectable.key, versionAt.child(selectable.key), readObjects),
        printed: () => version,
      };
    }),
    conversion: conversionOfV1beta1(objectAt(raw, "conversion"), at.child("conversion")),
    preserveUnknownFields: optionalFlagAt(raw, "preserveUnknownFields") ?? true,
  };
}

/** `spec.versions`, or one version made of `spec.version`. */
function listedVersions(raw: JsonObject): readonly JsonObject[] {
  const versions = objectsAt(raw, "versions");
  const only = textAt(raw, "version");
  if (versions.length > 0 || only === "") return versions;
  return [{ name: only, served: true, storage: true }];
}

function commonSpec(raw: JsonObject, at: FieldPath): Pick<InternalSpec, "at" | "group" | "names"> {
  return { at, group: textAt(raw, "group"), names: readNames(raw, at.child("names")) };
}

function readNames(spec: JsonObject, at: FieldPath): InternalNames {
  const raw = objectAt(spec, "names") ?? {};
  const kind = textAt(raw, "kind");
  return {
    at,
    kind,
    plural: textAt(raw, "plural"),
    singular: textAt(raw, "singular") || kind.toLowerCase(),
    listKind: textAt(raw, "listKind") || (kind === "" ? "" : `${kind}List`),
    shortNames: textsAt(raw, "shortNames"),
    categories: textsAt(raw, "categories"),
  };
}

type VersionHead = Omit<
  InternalVersion,
  "validation" | "subresources" | "columns" | "selectableFields" | "printed"
>;

function readVersionHead(raw: JsonObject, at: FieldPath): VersionHead {
  return {
    at,
    name: textAt(raw, "name"),
    served: flagAt(raw, "served"),
    storage: flagAt(raw, "storage"),
    deprecated: flagAt(raw, "deprecated"),
    deprecationWarning: optionalTextAt(raw, "deprecationWarning"),
  };
}

/** A part of a version that the conversion from v1 lifts to the top level where all versions agree. */
interface VersionPart {
  readonly key: string;
  /** What the internal form calls it at the top level. */
  readonly topKey: string;
  readonly type: GoType;
}

const parts = {
  schema: { key: "schema", topKey: "validation", type: { kind: "pointer", to: validationType } },
  subresources: {
    key: "subresources",
    topKey: "subresources",
    type: { kind: "pointer", to: subresourcesType },
  },
  columns: {
    key: "additionalPrinterColumns",
    topKey: "additionalPrinterColumns",
    type: fieldType("additionalPrinterColumns"),
  },
  selectableFields: {
    key: "selectableFields",
    topKey: "selectableFields",
    type: fieldType("selectableFields"),
  },
} as const satisfies Record<string, VersionPart>;

function fieldType(key: string): GoType {
  return versionType.fields().get(key)?.type ?? sliceOf({ kind: "json" });
}

interface Hoisted<T> {
  readonly top: Located<T> | undefined;
  /** What stays with one version. */
  each(index: number): Located<T> | undefined;
}

function noPart<T>(): Hoisted<T> {
  return { top: undefined, each: () => undefined };
}

/** Where all versions agree, the value goes to the top; its place in the document is that of the first version. */
function hoistPart<T>(
  versions: readonly JsonObject[],
  part: VersionPart,
  specAt: FieldPath,
  read: (value: Json, at: FieldPath) => T,
): Hoisted<T> {
  const values = versions.map((version) => valueAt(version, part.key));
  const first = values[0];
  const areEqual = values.every((value) => areEqualAs(part.type, value, first));
  if (areEqual) {
    const at = specAt.child(part.topKey, ["versions", 0, part.key]);
    return {
      top: first === undefined ? undefined : { value: read(first, at), at },
      each: () => undefined,
    };
  }
  return {
    top: undefined,
    each: (index) => {
      const value = values[index];
      const at = specAt.child("versions").index(index).child(part.key);
      return value === undefined ? undefined : { value: read(value, at), at };
    },
  };
}

function locate<T>(
  raw: JsonObject,
  key: string,
  at: FieldPath,
  read: (value: Json, at: FieldPath) => T,
): Located<T> | undefined {
  const value = valueAt(raw, key);
  return value === undefined ? undefined : { value: read(value, at), at };
}

function readValidation(value: Json): Validation {
  return { schema: objectAt(readObject(value), "openAPIV3Schema") };
}

function readObject(value: Json): JsonObject {
  return objectAt({ value }, "value") ?? {};
}

function readObjects(value: Json): readonly JsonObject[] {
  return objectsAt({ value }, "value");
}

function withoutKeys(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

function conversionOfV1(raw: JsonObject | undefined, at: FieldPath): InternalConversion {
  const webhook = objectAt(raw ?? {}, "webhook") ?? {};
  return {
    at,
    strategy: raw === undefined ? "None" : textAt(raw, "strategy"),
    clientConfig: readClientConfig(
      objectAt(webhook, "clientConfig"),
      at.child("webhookClientConfig", ["webhook", "clientConfig"]),
    ),
    reviewVersions: {
      value: textsAt(webhook, "conversionReviewVersions"),
      at: at.child("conversionReviewVersions", ["webhook", "conversionReviewVersions"]),
    },
  };
}

function conversionOfV1beta1(raw: JsonObject | undefined, at: FieldPath): InternalConversion {
  const strategy = raw === undefined ? "None" : textAt(raw, "strategy");
  const written = textsAt(raw ?? {}, "conversionReviewVersions");
  return {
    at,
    strategy,
    clientConfig: readClientConfig(
      objectAt(raw ?? {}, "webhookClientConfig"),
      at.child("webhookClientConfig"),
    ),
    reviewVersions: {
      value: strategy === "Webhook" && written.length === 0 ? ["v1beta1"] : written,
      at: at.child("conversionReviewVersions"),
    },
  };
}

const defaultPort = 443;

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
      port: numberAt(service, "port") ?? defaultPort,
    },
    caBundle: textAt(raw, "caBundle"),
  };
  return { value, at };
}

/** All schemas of a CRD, the one at the top first. */
export function schemasOf(spec: InternalSpec): readonly JsonObject[] {
  return [spec.validation, ...(spec.versions ?? []).map((version) => version.validation)]
    .map((validation) => validation?.value.schema)
    .filter((schema) => schema !== undefined);
}
