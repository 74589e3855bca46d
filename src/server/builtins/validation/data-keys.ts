import { utf8Length } from "../../../runtime/v1/values/go/utf8.js";

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
