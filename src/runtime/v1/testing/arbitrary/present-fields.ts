import type { Members } from "../../values/json/json-object.js";
import { setKey } from "../../values/json/json.js";

/** An object without the fields whose value is undefined: those that it happens not to have. */
export function presentFields(object: Members): Members {
  const present = {};
  for (const name of Object.keys(object)) {
    const value = object[name];
    if (value !== undefined) setKey(present, name, value);
  }
  return present;
}
