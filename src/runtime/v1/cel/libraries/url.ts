import { quote } from "../../values/go/quote.js";
import { CelError, noSuchOverload } from "../values/error.js";
import type { PlainMap } from "../values/map.js";
import { mapOf } from "../values/map.js";
import type { Value } from "../values/value.js";
import { CelObject } from "../values/value.js";
import { fromByteText, unescapeQuery } from "./url-escape.js";
import type { GoUrl } from "./url-parse.js";
import { parseGoUrl, parseRequestUri, pathText, urlText } from "./url-parse.js";

/** A URL as Go's `net/url` reads it (`library/urls.go`). */
export class UrlValue extends CelObject {
  readonly typeName: string = "kubernetes.URL";
  readonly url: GoUrl;

  constructor(url: GoUrl) {
    super();
    this.url = url;
  }

  equals(other: Value): boolean | CelError {
    return other instanceof UrlValue ? urlText(other.url) === urlText(this.url) : noSuchOverload();
  }
}

/** `url(text)`: an absolute URI or an absolute path; `isStrict` as for `parseRequestUri`. */
export function parseUrl(text: string, isStrict = true): UrlValue | CelError {
  const fault = parseRequestUri(text, isStrict);
  const prefix = "URL parse error during conversion from string: parse";
  if (typeof fault === "string") return new CelError(`${prefix} ${quote(text)}: ${fault}`);
  const url = parseGoUrl(text, isStrict);
  return typeof url === "string"
    ? new CelError(`${prefix} ${quote(text)}: ${url}`)
    : new UrlValue(url);
}

/** `isURL(text)`. */
export function isUrl(text: string): boolean {
  return typeof parseRequestUri(text) !== "string";
}

/** `url.getScheme()`: in lower case. */
export function urlScheme({ url }: UrlValue): string {
  return url.scheme;
}

/** `url.getHost()`: with the port. */
export function urlHost({ url }: UrlValue): string {
  return fromByteText(url.host);
}

/** `url.getHostname()`: without port and brackets. */
export function urlHostname({ url }: UrlValue): string {
  return fromByteText(splitHost(url.host)[0]);
}

/** `url.getPort()`: `""` when there is none. */
export function urlPort({ url }: UrlValue): string {
  return splitHost(url.host)[1];
}

/** `url.getEscapedPath()`. */
export function urlEscapedPath({ url }: UrlValue): string {
  return fromByteText(pathText(url));
}

/** `url.getQuery()`: every name with its values; what cannot be decoded is left out. */
export function urlQuery({ url }: UrlValue): PlainMap {
  const values = new Map<string, string[]>();
  for (const pair of url.query.split("&")) {
    if (pair === "" || pair.includes(";")) continue;
    const equals = pair.indexOf("=");
    const name = unescapeQuery(equals < 0 ? pair : pair.slice(0, equals));
    const value = unescapeQuery(equals < 0 ? "" : pair.slice(equals + 1));
    if (name === undefined || value === undefined) continue;
    const list = values.get(fromByteText(name));
    if (list === undefined) values.set(fromByteText(name), [fromByteText(value)]);
    else list.push(fromByteText(value));
  }
  return mapOf([...values]);
}

function splitHost(host: string): readonly [string, string] {
  const colon = host.lastIndexOf(":");
  const hasPort = colon >= 0 && /^:[0-9]*$/.test(host.slice(colon));
  const name = hasPort ? host.slice(0, colon) : host;
  return [/^\[.*\]$/s.test(name) ? name.slice(1, -1) : name, hasPort ? host.slice(colon + 1) : ""];
}
