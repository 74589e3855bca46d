import type { GoType } from "../../../runtime/v1/built-in/go-types/go-type.js";
import { pointerTo, sliceOf } from "../../../runtime/v1/built-in/go-types/go-type.js";
import { lowerCase } from "../../../runtime/v1/values/go/quote.js";
import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import {
  flagAt,
  itemsAt,
  numberAt,
  objectAt,
  objectsAt,
  textAt,
  memberAt,
  withoutKeys,
} from "../../../runtime/v1/values/json/raw-fields.js";
import { subresourcesType, validationType, versionType } from "../decode/crd-types.js";
import { areEqualAs } from "../decode/go-equal.js";
import type { CrdApiVersion } from "../find-crds.js";

/*
 * CRDs of v1 and their internal form, both as JSON (apiextensions `v1/conversion.go`). The internal
 * form is spelled as v1beta1 is: what all versions have in common stands at the top.
 */

/**
 * A part that stands either in each version, under `key`, or in the spec beside the versions, under
 * `top`.
 */
interface SharedPart {
  readonly key: string;
  readonly top: string;
  /** By which the server tells whether two versions have the same. */
  readonly type: GoType;
}

/** All that can stand in both places. */
export const sharedParts: readonly SharedPart[] = [
  { key: "schema", top: "validation", type: pointerTo(validationType) },
  { key: "subresources", top: "subresources", type: pointerTo(subresourcesType) },
  {
    key: "additionalPrinterColumns",
    top: "additionalPrinterColumns",
    // v1 and the internal form call the path otherwise; as JSON they are equal all the same.
    type: sliceOf({ kind: "json" }),
  },
  { key: "selectableFields", top: "selectableFields", type: fieldType("selectableFields") },
];

function fieldType(key: string): GoType {
  return versionType.fields().get(key)?.type ?? sliceOf({ kind: "json" });
}

/** The internal form of a v1 spec: parts that are equal in all versions move to the top. */
export function toInternalSpec(spec: JsonObject): JsonObject {
  const versions = objectsAt(spec, "versions");
  const internal: JsonObject = {
    ...withoutKeys(spec, "version", ...sharedParts.map(({ top }) => top)),
    preserveUnknownFields: flagAt(spec, "preserveUnknownFields"),
  };
  const conversion = objectAt(spec, "conversion");
  if (conversion !== undefined) internal["conversion"] = toInternalConversion(conversion);
  if (versions[0] === undefined) return internal;
  internal["version"] = textAt(versions[0], "name");
  const moved = sharedParts.filter(({ key, type }) => {
    const first = memberAt(versions[0] ?? {}, key);
    return versions.every((version) => areEqualAs(type, memberAt(version, key), first));
  });
  for (const { key, top } of moved) {
    const common = memberAt(versions[0], key);
    if (common !== undefined) internal[top] = renameColumns(key, common, "jsonPath", "JSONPath");
  }
  const movedKeys = new Set(moved.map(({ key }) => key));
  internal["versions"] = versions.map((version) => toInternalVersion(version, movedKeys));
  return internal;
}

function toInternalVersion(version: JsonObject, moved: ReadonlySet<string>): JsonObject {
  const kept = Object.entries(version).filter(([key]) => !moved.has(key));
  return Object.fromEntries(
    kept.map(([key, value]) => [key, renameColumns(key, value, "jsonPath", "JSONPath")]),
  );
}

function renameColumns(part: string, value: Json, from: string, to: string): Json {
  if (part !== "additionalPrinterColumns" || !Array.isArray(value)) return value;
  return value.map((column) => {
    if (!isObject(column)) return column;
    // The other spelling is an unknown field, and was dropped.
    const rest = withoutKeys(column, from, to);
    const path = memberAt(column, from);
    return path === undefined ? rest : { ...rest, [to]: path };
  });
}

function toInternalConversion({ webhook, ...rest }: JsonObject): JsonObject {
  // Internal spellings are unknown fields of v1, and were dropped.
  const conversion = withoutKeys(rest, "webhookClientConfig", "conversionReviewVersions");
  if (!isObject(webhook)) return conversion;
  const { clientConfig, conversionReviewVersions } = webhook;
  return {
    ...conversion,
    ...(isObject(clientConfig) && { webhookClientConfig: clientConfig }),
    ...(Array.isArray(conversionReviewVersions) && { conversionReviewVersions }),
  };
}

/** The v1 form of an internal (or v1beta1) spec: what stands at the top goes into every version. */
export function toV1Spec(internal: JsonObject): JsonObject {
  const tops = new Set(sharedParts.map(({ top }) => top));
  const dropped = new Set([...tops, "version", "preserveUnknownFields"]);
  const spec = Object.fromEntries(Object.entries(internal).filter(([key]) => !dropped.has(key)));
  if (flagAt(internal, "preserveUnknownFields")) spec["preserveUnknownFields"] = true;
  const conversion = objectAt(internal, "conversion");
  if (conversion !== undefined) spec["conversion"] = toV1Conversion(conversion);
  const versions = versionsOf(internal);
  if (versions.length > 0)
    spec["versions"] = versions.map((version) => toV1Version(version, internal));
  return spec;
}

/** A CRD that only names its version has one. */
function versionsOf(internal: JsonObject): readonly JsonObject[] {
  const versions = objectsAt(internal, "versions");
  const name = textAt(internal, "version");
  if (versions.length > 0 || name === "") return versions;
  return [{ name, served: true, storage: true }];
}

function toV1Version(version: JsonObject, internal: JsonObject): JsonObject {
  const made: JsonObject = { ...version };
  for (const { key, top } of sharedParts) {
    const value = memberAt(internal, top) ?? memberAt(version, key);
    if (value !== undefined) made[key] = renameColumns(key, value, "JSONPath", "jsonPath");
  }
  return made;
}

function toV1Conversion(conversion: JsonObject): JsonObject {
  const { webhookClientConfig, conversionReviewVersions, ...rest } = conversion;
  const hasConfig = isObject(webhookClientConfig);
  const reviewVersions = itemsAt(conversion, "conversionReviewVersions");
  if (!hasConfig && !Array.isArray(conversionReviewVersions)) return rest;
  return {
    ...rest,
    webhook: {
      ...(hasConfig && { clientConfig: webhookClientConfig }),
      ...(Array.isArray(conversionReviewVersions) && {
        conversionReviewVersions: [...reviewVersions],
      }),
    },
  };
}

const webhookPort = 443;

/**
 * A CRD with what the API server fills in (`v1/defaults.go`, `v1beta1/defaults.go`); the given one
 * stays as it is.
 */
export function defaultCrd(crd: JsonObject, apiVersion: CrdApiVersion): JsonObject {
  const given = objectAt(crd, "spec") ?? {};
  const spec = apiVersion === "v1" ? defaultSpec(given) : defaultSpecV1beta1(given);
  const status = objectAt(crd, "status") ?? {};
  const storage = objectsAt(spec, "versions").find((version) => flagAt(version, "storage"));
  if (storage === undefined || itemsAt(status, "storedVersions").length > 0)
    return { ...crd, spec };
  return { ...crd, spec, status: { ...status, storedVersions: [textAt(storage, "name")] } };
}

function defaultSpec(spec: JsonObject): JsonObject {
  const names = defaultNames(spec);
  return { ...spec, ...(names && { names }), conversion: defaultConversion(spec) };
}

/** Singular and list kind follow from the kind. */
function defaultNames(spec: JsonObject): JsonObject | undefined {
  const names = objectAt(spec, "names");
  const kind = textAt(names ?? {}, "kind");
  if (kind === "") return names;
  const singular = textAt(names ?? {}, "singular") || lowerCase(kind);
  const listKind = textAt(names ?? {}, "listKind") || `${kind}List`;
  return { ...names, singular, listKind };
}

function defaultConversion(spec: JsonObject): JsonObject {
  const conversion = objectAt(spec, "conversion");
  if (conversion === undefined) return { strategy: "None" };
  const webhook = objectAt(conversion, "webhook");
  if (webhook !== undefined) {
    return { ...conversion, webhook: withPort(webhook, "clientConfig") };
  }
  return withPort(conversion, "webhookClientConfig");
}

function withPort(owner: JsonObject, key: string): JsonObject {
  const config = objectAt(owner, key);
  const service = config && objectAt(config, "service");
  if (service === undefined || numberAt(service, "port") !== undefined) return owner;
  return { ...owner, [key]: { ...config, service: { ...service, port: webhookPort } } };
}

function defaultSpecV1beta1(given: JsonObject): JsonObject {
  const spec = { scope: "Namespaced", preserveUnknownFields: true, ...withoutEmpty(given) };
  const defaulted: JsonObject = { ...defaultSpec(spec) };
  const version = textAt(given, "version");
  const versions = objectsAt(given, "versions");
  if (versions.length === 0 && version !== "") {
    defaulted["versions"] = [{ name: version, served: true, storage: true }];
  } else if (version === "" && versions[0] !== undefined) {
    defaulted["version"] = textAt(versions[0], "name");
  }
  const conversion = objectAt(defaulted, "conversion") ?? {};
  const isWebhook = textAt(conversion, "strategy") === "Webhook";
  if (isWebhook && itemsAt(conversion, "conversionReviewVersions").length === 0) {
    defaulted["conversion"] = { ...conversion, conversionReviewVersions: ["v1beta1"] };
  }
  return defaulted;
}

/** Without the fields that count as absent, so that defaults show. */
function withoutEmpty(spec: JsonObject): JsonObject {
  const isEmpty = (key: string): boolean =>
    memberAt(spec, key) === undefined || (key === "scope" && spec[key] === "");
  return Object.fromEntries(Object.entries(spec).filter(([key]) => !isEmpty(key)));
}
