import type { JsonObject } from "../json/json.js";
import { quote } from "./quote.js";

/**
 * Owner references of decoded metadata as Go prints them with `%#v`, which is how field errors show
 * them up to 1.33. Where Go prints the address of a flag stands `0xPOINTER`.
 */
export function goOwnerReferences(owners: JsonObject | readonly JsonObject[]): string {
  return Array.isArray(owners)
    ? `[]v1.OwnerReference{${owners.map(goOwnerReference).join(", ")}}`
    : goOwnerReference(owners as JsonObject); // the type of lists that are not readonly is lost
}

function goOwnerReference(reference: JsonObject): string {
  const text = (key: string): string => {
    const value = reference[key];
    return quote(typeof value === "string" ? value : "");
  };
  const flag = (key: string): string =>
    `(*bool)(${typeof reference[key] === "boolean" ? "0xPOINTER" : "nil"})`;
  return `v1.OwnerReference{APIVersion:${text("apiVersion")}, Kind:${text("kind")}, Name:${text("name")}, UID:${text("uid")}, Controller:${flag("controller")}, BlockOwnerDeletion:${flag("blockOwnerDeletion")}}`;
}
