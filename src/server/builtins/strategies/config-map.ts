import type { FieldError } from "../../../runtime/v1/values/field-error.js";
import {
  forbiddenError,
  invalidError,
  tooLongError,
} from "../../../runtime/v1/values/field-errors.js";
import { compareUtf8, utf8Length } from "../../../runtime/v1/values/go/utf8.js";
import { deepEqual } from "../../../runtime/v1/values/json/deep-equal.js";
import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import { subdomainNames } from "../../../runtime/v1/values/metadata/rules.js";
import type { Strategy } from "./strategy.js";
import { coreMetadataErrors, coreMetadataUpdateErrors, mapAt } from "./strategy.js";

/** What the values of a ConfigMap or Secret may add up to, in bytes (`MaxSecretSize`). */
export const maxDataSize = 1024 * 1024;

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
export function dataKeyErrors(key: string, field: string): FieldError[] {
  return dataKeyFaults(key).map((fault) => invalidError(`${field}[${key}]`, key, fault));
}

const keyFault =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";

function dataKeyFaults(key: string): readonly string[] {
  const faults: string[] = [];
  if (utf8Length(key) > 253) faults.push("must be no more than 253 characters");
  if (!/^[-._a-zA-Z0-9]+$/.test(key)) faults.push(keyFault);
  if (key === ".") faults.push("must not be '.'");
  else if (key === "..") faults.push("must not be '..'");
  else if (key.startsWith("..")) faults.push("must not start with '..'");
  return faults;
}

/** The server goes through maps in any order; here they come sorted. */
export function sortedKeys(map: JsonObject): readonly string[] {
  return Object.keys(map).sort(compareUtf8);
}

/** How many bytes a text in base64 stands for. */
export function base64Size(text: unknown): number {
  const digits = String(text).replace(/[^A-Za-z0-9+/]/g, "").length;
  return Math.floor((digits * 3) / 4);
}

/** Of an object that is immutable, neither that nor its data may change. */
export function immutableDataErrors(
  object: JsonObject,
  old: JsonObject,
  fields: readonly string[],
): readonly FieldError[] {
  if (old["immutable"] !== true) return [];
  const changed = fields.filter((key) => !deepEqual(object[key] ?? null, old[key] ?? null));
  const all = object["immutable"] === true ? changed : ["immutable", ...changed];
  return all.map((key) => forbiddenError(key, "field is immutable when `immutable` is set"));
}
