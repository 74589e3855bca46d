import { utf8Length } from "../go/utf8.js";

const single = /^[a-zA-Z0-9\p{S}\p{L}](?:-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?$/u;
const dotted =
  /^(?:[a-zA-Z0-9\p{S}\p{L}](?:[a-zA-Z0-9\-\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?\.)+[a-zA-Z\p{L}]{2,63}$/u;

/**
 * Format `hostname` (`strfmt.IsHostname`): one label, with a dash at most in second place, or
 * labels with dots between and letters at the end; at most 255 bytes, at most 63 between dots.
 * Letters and symbols of all scripts count.
 */
export function isHostname(value: string): boolean {
  if (value.length > 255 || (!single.test(value) && !dotted.test(value))) return false;
  return utf8Length(value) <= 255 && value.split(".").every((label) => utf8Length(label) <= 63);
}
