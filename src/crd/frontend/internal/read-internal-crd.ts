import { base64Of } from "../../../runtime/v1/built-in/go-types/base64-text.js";
import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isObject, setKey } from "../../../runtime/v1/values/json/json.js";
import {
  flagAt,
  mapChildren,
  mapMembers,
  numberAt,
  objectAt,
  objectsAt,
  optionalFlagAt,
  optionalTextAt,
  textAt,
  textsAt,
  memberAt,
  withoutKeys,
} from "../../../runtime/v1/values/json/raw-fields.js";
import type { CrdRules } from "../../../runtime/versions/crd-rules.js";
import type { Path } from "../../source/source-file.js";
import type { CrdApiVersion, CrdDocument } from "../find-crds.js";
import type { CoercedDefault } from "../findings/findings.js";
import { FieldPath } from "../findings/findings.js";
import { defaultCrd, toInternalSpec } from "./convert-crd.js";
import type {
  ClientConfig,
  Columns,
  InternalConversion,
  InternalCrd,
  InternalNames,
  InternalSpec,
  InternalVersion,
  Located,
  Validation,
} from "./internal-crd.js";

/**
 * A CRD, and its schemas that are odd (`DecodedCrd.odd`), which those that are changed here join.
 */
interface CrdToRead {
  readonly crd: CrdDocument;
  readonly odd: WeakSet<object>;
}

/**
 * Returns the CRD as the server validates it on creation: defaulted, converted, its status replaced
 * by the storage version, and without fields that this server drops (`strategy.go`,
 * `PrepareForCreate`).
 */
export function toInternalCrd(read: CrdToRead, rules: CrdRules): InternalCrd {
  return convert(withoutKeys(read.crd.value, "status"), read, rules);
}

/**
 * Returns the CRD as the server validates it when it replaces `old`: as on creation, but the status
 * is that of `old`, with the storage version among those stored (`strategy.go`,
 * `PrepareForUpdate`).
 */
export function toReplacement(read: CrdToRead, old: InternalCrd, rules: CrdRules): InternalCrd {
  const internal = toInternalCrd(read, rules);
  const before = textsAt(old.status, "storedVersions");
  const storage = internal.spec.versions.find((version) => version.storage)?.name;
  const isNew = storage !== undefined && !before.includes(storage);
  const storedVersions = isNew ? [...before, storage] : [...before];
  return { ...internal, status: { ...old.status, storedVersions } };
}

/**
 * A CRD as the server has it. One without a status of a server's, such as that of a former release,
 * is taken for one that is established and whose objects are stored in its storage version.
 */
export function toStoredCrd(read: CrdToRead, rules: CrdRules): InternalCrd {
  const { value } = read.crd;
  const status = objectAt(value, "status") ?? {};
  const isOfServer = objectsAt(status, "conditions").length > 0;
  const stored = { ...value, status: isOfServer ? status : established };
  return convert(stored, read, rules);
}

const established: JsonObject = { conditions: [{ type: "Established", status: "True" }] };

function convert(value: JsonObject, { crd, odd }: CrdToRead, rules: CrdRules): InternalCrd {
  const defaulted = defaultCrd(value, crd.apiVersion);
  const spec = objectAt(defaulted, "spec") ?? {};
  const internal = crd.apiVersion === "v1" ? toInternalSpec(spec) : spec;
  const converted = { ...defaulted, spec: dropDisabledFields(internal, rules, odd) };
  return readInternalCrd(converted, layouts[crd.apiVersion], FieldPath.root("", crd.path));
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
  const versions = objectsAt(raw, "versions");
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
    versions: versions.map((version, index) =>
      readVersion(version, layout, at.child("versions").index(index)),
    ),
    rawVersions: Array.isArray(memberAt(raw, "versions")) ? versions : undefined,
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
  const value = memberAt(raw, key);
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
    caBundle: base64Of(memberAt(raw, "caBundle")),
  };
  return { value, at };
}

/**
 * The internal spec without the fields whose feature this server has not switched on
 * (`strategy.go`, `dropDisabledFields`). What loses nothing stays the same object; copies of
 * schemas join `odd`, so that no walk takes them for what they were copied from.
 */
function dropDisabledFields(
  spec: JsonObject,
  { droppedFields }: CrdRules,
  odd: WeakSet<object>,
): JsonObject {
  const drop = (part: JsonObject): JsonObject => {
    const kept = droppedFields.has(selectable) ? without(part, selectable) : part;
    return droppedFields.has(optionalOldSelf) ? withSchemas(kept, odd) : kept;
  };
  const dropInVersion = (version: Json): Json => (isObject(version) ? drop(version) : version);
  return mapMembers(drop(spec), (child, key) =>
    key === "versions" ? mapChildren(child, dropInVersion) : child,
  );
}

const selectable = "selectableFields";
const optionalOldSelf = "optionalOldSelf";

function without(value: JsonObject, key: string): JsonObject {
  return Object.hasOwn(value, key) ? withoutKeys(value, key) : value;
}

/** A spec has its schema under `validation`, a version under `schema`. */
function withSchemas(part: JsonObject, odd: WeakSet<object>): JsonObject {
  return mapMembers(part, (child, key) => {
    if (key !== "validation" && key !== "schema") return child;
    return mapChildren(child, (schema, name) =>
      name === "openAPIV3Schema" ? dropInSchema(schema, odd) : schema,
    );
  });
}

/** Branches of junctors, which can have no rules, are not looked at, as by the server. */
function dropInSchema(schema: Json, odd: WeakSet<object>): Json {
  if (!isObject(schema)) return schema;
  const drop = (child: Json): Json => dropInSchema(child, odd);
  const kept = mapMembers(schema, (child, key) => {
    switch (key) {
      case "x-kubernetes-validations":
        return mapChildren(child, (rule) =>
          isObject(rule) ? without(rule, optionalOldSelf) : rule,
        );
      case "additionalProperties":
        return drop(child);
      case "properties":
        return mapChildren(child, drop);
      case "items":
        return Array.isArray(child) ? mapChildren(child, drop) : drop(child);
      default:
        return child;
    }
  });
  if (kept !== schema) odd.add(kept);
  return kept;
}

/**
 * The CRD with defaults replaced, in all versions where the schema is that of all. The given one
 * stays as it is; what is not on the way to a default is shared with it.
 */
export function withCoercedDefaults(
  crd: CrdDocument,
  { spec }: InternalCrd,
  coerced: readonly CoercedDefault[],
): JsonObject {
  const versions = spec.validation === undefined ? [] : spec.versions;
  let { value } = crd;
  for (const { path: fullPath, value: replacement } of coerced) {
    const path = fullPath.slice(crd.path.length);
    const paths = versions.map((_version, index) => [...versionSteps, index, ...path.slice(3)]);
    for (const each of paths.length > 0 ? paths : [path]) {
      const replaced = replaceAt(value, each, replacement);
      if (isObject(replaced)) value = replaced;
    }
  }
  return value;
}

/** The steps to the versions; the index of one leads on to its schema. */
const versionSteps = ["spec", "versions"] as const;

function replaceAt(value: Json, path: Path, replacement: Json): Json {
  const [step, ...rest] = path;
  if (step === undefined) return replacement;
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === step ? replaceAt(item, rest, replacement) : item));
  }
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) {
    const child = value[key] ?? null;
    setKey(copy, key, key === step ? replaceAt(child, rest, replacement) : child);
  }
  return copy;
}
