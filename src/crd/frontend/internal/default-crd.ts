import { lowerCase } from "../../../runtime/v1/values/go/lower-case.js";
import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import type { CrdApiVersion } from "../find-crds.js";
import { flagAt, listAt, numberAt, objectAt, objectsAt, textAt, valueAt } from "../raw-fields.js";

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
  if (storage === undefined || listAt(status, "storedVersions").length > 0) return { ...crd, spec };
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
  if (isWebhook && listAt(conversion, "conversionReviewVersions").length === 0) {
    defaulted["conversion"] = { ...conversion, conversionReviewVersions: ["v1beta1"] };
  }
  return defaulted;
}

/** Without the fields that count as absent, so that defaults show. */
function withoutEmpty(spec: JsonObject): JsonObject {
  const isEmpty = (key: string): boolean =>
    valueAt(spec, key) === undefined || (key === "scope" && spec[key] === "");
  return Object.fromEntries(Object.entries(spec).filter(([key]) => !isEmpty(key)));
}
