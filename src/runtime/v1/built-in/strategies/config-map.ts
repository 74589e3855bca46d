import type { FieldError } from "../../values/field-error.js";
import {
  fieldError,
  forbiddenError,
  invalidError,
  requiredError,
  tooLongError,
} from "../../values/field-errors.js";
import { goJsonString, jsonKind } from "../../values/go/json.js";
import { JsonFault, parseJson } from "../../values/go/parse-json.js";
import { compareUtf8, utf8Length } from "../../values/go/utf8.js";
import { deepEqual } from "../../values/json/deep-equal.js";
import type { JsonObject } from "../../values/json/json.js";
import { isObject, setKey } from "../../values/json/json.js";
import { metadataOf } from "../../values/metadata/resource-metadata.js";
import { subdomainNames, textOf } from "../../values/metadata/rules.js";
import type { Strategy } from "./strategy.js";
import { coreMetadataErrors, coreMetadataUpdateErrors, mapAt } from "./strategy.js";

/** The largest sum of the values of a ConfigMap or Secret, in bytes (`MaxSecretSize`). */
const maxDataSize = 1024 * 1024;

/** Kubernetes `core/validation`, ValidateConfigMap. */
export const configMapStrategy: Strategy = {
  validate: validateConfigMap,
  validateUpdate: (object, old) => [
    ...coreMetadataUpdateErrors(object, old),
    ...immutableDataErrors(object, old, ["data", "binaryData"]),
    ...validateConfigMap(object),
  ],
};

function validateConfigMap(object: JsonObject): readonly FieldError[] {
  const [data, binary] = [mapAt(object, "data"), mapAt(object, "binaryData")];
  const errors = [...coreMetadataErrors(object, true, subdomainNames)];
  for (const key of sortedKeys(data)) {
    errors.push(...dataKeyErrors(key, "data"));
    if (!Object.hasOwn(binary, key)) continue;
    errors.push(invalidError(`data[${key}]`, key, "duplicate of key present in binaryData"));
  }
  for (const key of sortedKeys(binary)) errors.push(...dataKeyErrors(key, "binaryData"));
  const texts = Object.values(data).map((value) => utf8Length(String(value)));
  const size = [...texts, ...Object.values(binary).map(base64Size)].reduce((a, b) => a + b, 0);
  if (size > maxDataSize) errors.push(tooLongError("[]", maxDataSize));
  return errors;
}

/** Errors of the key of a datum (apimachinery `util/validation`, IsConfigMapKey). */
function dataKeyErrors(key: string, field: string): FieldError[] {
  return dataKeyFaults(key).map((fault) => invalidError(`${field}[${key}]`, key, fault));
}

const keyFault =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";

/** What is wrong with the key of a datum (apimachinery `util/validation`, IsConfigMapKey). */
export function dataKeyFaults(key: string): readonly string[] {
  const faults: string[] = [];
  if (utf8Length(key) > 253) faults.push("must be no more than 253 characters");
  if (!/^[-._a-zA-Z0-9]+$/.test(key)) faults.push(keyFault);
  if (key === ".") faults.push("must not be '.'");
  else if (key === "..") faults.push("must not be '..'");
  else if (key.startsWith("..")) faults.push("must not start with '..'");
  return faults;
}

/** The server goes through maps in any order; here they come sorted. */
function sortedKeys(map: JsonObject): readonly string[] {
  return Object.keys(map).sort(compareUtf8);
}

/** How many bytes a text in base64 stands for. */
function base64Size(text: unknown): number {
  const digits = String(text).replace(/[^A-Za-z0-9+/]/g, "").length;
  return Math.floor((digits * 3) / 4);
}

/** Of an object that is immutable, neither that nor its data may change. */
function immutableDataErrors(
  object: JsonObject,
  old: JsonObject,
  fields: readonly string[],
): readonly FieldError[] {
  if (old["immutable"] !== true) return [];
  const changed = fields.filter((key) => !deepEqual(object[key] ?? null, old[key] ?? null));
  const all = object["immutable"] === true ? changed : ["immutable", ...changed];
  return all.map((key) => forbiddenError(key, "field is immutable when `immutable` is set"));
}

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

/** Refuses another type, and shows it as JSON, as it has a type of its own in Go. */
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

/** Returns the errors of Go's `tls.X509KeyPair` about texts that hold no certificate or key. */
function keyPairWarnings(secret: JsonObject): readonly string[] {
  const data = mapAt(secret, "data");
  const isPem = (key: string): boolean =>
    /-----BEGIN [^-]+-----[^]*-----END [^-]+-----/.test(decodedText(data, key));
  if (!isPem("tls.crt")) return ["tls: failed to find any PEM data in certificate input"];
  return isPem("tls.key") ? [] : ["tls: failed to find any PEM data in key input"];
}
