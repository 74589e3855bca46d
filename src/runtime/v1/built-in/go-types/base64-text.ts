import type { Json } from "../../values/json/json.js";

/**
 * The base64 text of what Go reads into a `[]byte`: a text as it is, or a list of numbers from 0 to
 * 255, null among them for 0 (`encoding/json`, `decodeState.array`). Nothing else gives `""`.
 */
export function base64Of(value: Json | undefined): string {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return "";
  return btoa(value.map((byte) => String.fromCharCode(Number(byte) & 0xff)).join(""));
}
