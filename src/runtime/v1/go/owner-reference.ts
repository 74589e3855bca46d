import type { JsonObject } from "../json/json.js";
import { quote } from "./quote.js";

/**
 * An owner reference of decoded metadata as Go prints it with `%#v`, which is how field errors show
 * it up to 1.33. Where Go prints the address of a flag stands `0xPOINTER`.
 */
export function goOwnerReference(reference: JsonObject): string {
  const text = (key: string): string => {
    const value = reference[key];
    return quote(typeof value === "string" ? value : "");
  };
  const flag = (key: string): string =>
    `(*bool)(${typeof reference[key] === "boolean" ? "0xPOINTER" : "nil"})`;
  return `v1.OwnerReference{APIVersion:${text("apiVersion")}, Kind:${text("kind")}, Name:${text("name")}, UID:${text("uid")}, Controller:${flag("controller")}, BlockOwnerDeletion:${flag("blockOwnerDeletion")}}`;
}
