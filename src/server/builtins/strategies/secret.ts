import type { FieldError } from "../../../runtime/v1/values/field-error.js";
import {
  fieldError,
  invalidError,
  requiredError,
  tooLongError,
} from "../../../runtime/v1/values/field-errors.js";
import { goJsonString, jsonKind } from "../../../runtime/v1/values/go/json.js";
import { JsonFault, parseJson } from "../../../runtime/v1/values/go/parse-json.js";
import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isObject, setKey } from "../../../runtime/v1/values/json/json.js";
import { metadataOf } from "../../../runtime/v1/values/metadata/resource-metadata.js";
import { subdomainNames, textOf } from "../../../runtime/v1/values/metadata/rules.js";
import {
  base64Size,
  dataKeyErrors,
  immutableDataErrors,
  maxDataSize,
  sortedKeys,
} from "./config-map.js";
import type { Strategy } from "./strategy.js";
import { coreMetadataErrors, coreMetadataUpdateErrors, mapAt } from "./strategy.js";

/** Kubernetes `core/validation`, ValidateSecret; `core/v1`, conversion and defaults. */
export const secretStrategy: Strategy = {
  selectable: ["type"],
  fill(secret) {
    mergeStringData(secret);
    if (textOf(secret, "type") === "") secret["type"] = "Opaque";
  },
  validate: validateSecret,
  validateUpdate: (secret, old) => [
    ...coreMetadataUpdateErrors(secret, old),
    ...typeChangeErrors(textOf(secret, "type"), textOf(old, "type")),
    ...immutableDataErrors(secret, old, ["data"]),
    ...validateSecret(secret),
  ],
  warnings: (secret) => (secret["type"] === "kubernetes.io/tls" ? keyPairWarnings(secret) : []),
};

/** `stringData` is for writing alone, and wins over `data`. */
function mergeStringData(secret: JsonObject): void {
  const texts = mapAt(secret, "stringData");
  delete secret["stringData"];
  if (Object.keys(texts).length === 0) return;
  const data = { ...mapAt(secret, "data") };
  for (const key of Object.keys(texts)) setKey(data, key, base64OfText(String(texts[key] ?? "")));
  secret["data"] = data;
}

function base64OfText(text: string): string {
  return btoa(binaryText(new TextEncoder().encode(text)));
}

function binaryText(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

function validateSecret(secret: JsonObject): readonly FieldError[] {
  const data = mapAt(secret, "data");
  const errors = [...coreMetadataErrors(secret, true, subdomainNames)];
  for (const key of sortedKeys(data)) errors.push(...dataKeyErrors(key, "data"));
  const size = Object.values(data).reduce<number>((sum, value) => sum + base64Size(value), 0);
  if (size > maxDataSize) errors.push(tooLongError("data", maxDataSize));
  return [...errors, ...typeErrors(secret, data)];
}

const accountName = "kubernetes.io/service-account.name";

/** What has a type of its own in Go is shown as JSON. */
function typeChangeErrors(type: string, old: string): readonly FieldError[] {
  if (type === old) return [];
  return [fieldError("FieldValueInvalid", "type", goJsonString(type), "field is immutable")];
}

/** Each type demands its own keys. */
function typeErrors(secret: JsonObject, data: JsonObject): readonly FieldError[] {
  const missing = (...keys: readonly string[]): readonly FieldError[] =>
    keys.filter((key) => !Object.hasOwn(data, key)).map((key) => requiredError(`data[${key}]`, ""));
  switch (textOf(secret, "type")) {
    case "kubernetes.io/service-account-token": {
      const account = textOf(mapAt(metadataOf(secret), "annotations"), accountName);
      return account === "" ? [requiredError(`metadata.annotations[${accountName}]`, "")] : [];
    }
    case "kubernetes.io/dockercfg":
      return missing(".dockercfg").concat(jsonErrors(data, ".dockercfg"));
    case "kubernetes.io/dockerconfigjson":
      return missing(".dockerconfigjson").concat(jsonErrors(data, ".dockerconfigjson"));
    case "kubernetes.io/basic-auth": {
      const both = missing("username", "password");
      return both.length === 2 ? both : [];
    }
    case "kubernetes.io/ssh-auth":
      return textOf(data, "ssh-privatekey") === ""
        ? [requiredError("data[ssh-privatekey]", "")]
        : [];
    case "kubernetes.io/tls":
      return missing("tls.crt", "tls.key");
    default:
      return [];
  }
}

/** Credentials for registries are JSON objects. */
function jsonErrors(data: JsonObject, key: string): readonly FieldError[] {
  if (!Object.hasOwn(data, key)) return [];
  const fault = jsonObjectFault(decodedText(data, key));
  if (fault === undefined) return [];
  return [invalidError(`data[${key}]`, "<secret contents redacted>", fault)];
}

function jsonObjectFault(text: string): string | undefined {
  const parsed = parseJson(text);
  if (parsed instanceof JsonFault) return parsed.message;
  const { value } = parsed;
  if (isObject(value) || value === null) return undefined;
  return `json: cannot unmarshal ${jsonKind(value)} into Go value of type map[string]interface {}`;
}

function decodedText(data: JsonObject, key: string): string {
  const bytes = Uint8Array.from(atob(textOf(data, key)), (character) => character.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}

/** What Go's `tls.X509KeyPair` says of texts that hold no certificate or key. */
function keyPairWarnings(secret: JsonObject): readonly string[] {
  const data = mapAt(secret, "data");
  const isPem = (key: string): boolean =>
    /-----BEGIN [^-]+-----[^]*-----END [^-]+-----/.test(decodedText(data, key));
  if (!isPem("tls.crt")) return ["tls: failed to find any PEM data in certificate input"];
  return isPem("tls.key") ? [] : ["tls: failed to find any PEM data in key input"];
}
