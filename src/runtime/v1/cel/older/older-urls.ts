import type { UrlValue } from "../libraries/url.js";
import { parseRequestUri, parseUrl } from "../libraries/url.js";
import type { CelError } from "../values/error.js";

/**
 * `url(text)` up to 1.35: the hosts of http and https, too, may have stray colons before the port.
 */
export function parseUrlBefore36(text: string): UrlValue | CelError {
  return parseUrl(text, false);
}

/** `isURL(text)` up to 1.35. */
export function isUrlBefore36(text: string): boolean {
  return typeof parseRequestUri(text, false) !== "string";
}
