import { quote } from "../../values/go/quote.js";
import { decodeUtf8Lossy, encodeUtf8 } from "../values/bytes.js";
import { CelError, noSuchOverload } from "../values/error.js";
import type { PlainMap } from "../values/list.js";
import { mapOf } from "../values/list.js";
import type { Value } from "../values/value.js";
import { CelObject } from "../values/value.js";
import { parseAddress } from "./ip.js";

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

/** A URL taken apart, in byte texts. */
interface GoUrl {
  readonly scheme: string;
  readonly opaque: string;
  /** As it is written back: `name:password`; `undefined` = none. */
  readonly userinfo: string | undefined;
  readonly host: string;
  /** Decoded. */
  readonly path: string;
  /** As written, where that is not the default encoding. */
  readonly rawPath: string;
  readonly omitHost: boolean;
  /** The URL ends in `?`. */
  readonly forceQuery: boolean;
  readonly query: string;
  readonly fragment: string;
  readonly rawFragment: string;
}

/**
 * Go's `url.ParseRequestURI`: no fragment, an absolute URI or path. A text is the error. Unless it
 * `isStrict`, as Go 1.26 is, the host of an http or https URL may have colons before that of the
 * port.
 */
export function parseRequestUri(text: string, isStrict = true): GoUrl | string {
  return parse(toByteText(text), true, isStrict);
}

/** Go's `url.Parse`. A text is the error. See `parseRequestUri`. */
export function parseGoUrl(text: string, isStrict = true): GoUrl | string {
  const bytes = toByteText(text);
  const hash = bytes.indexOf("#");
  const url = parse(hash < 0 ? bytes : bytes.slice(0, hash), false, isStrict);
  if (typeof url === "string" || hash < 0 || hash === bytes.length - 1) return url;
  const written = bytes.slice(hash + 1);
  const fragment = unescapePart(written, "fragment");
  if (typeof fragment !== "string") return fragment.fault;
  const rawFragment = escapePart(fragment, "fragment") === written ? "" : written;
  return { ...url, fragment, rawFragment };
}

/** The URL as Go writes it back. */
export function urlText(url: GoUrl): string {
  let text = url.scheme === "" ? "" : `${url.scheme}:`;
  text += url.opaque === "" ? authorityAndPath(url, text) : url.opaque;
  if (url.forceQuery || url.query !== "") text += `?${url.query}`;
  if (url.fragment !== "") text += `#${fragmentText(url)}`;
  return fromByteText(text);
}

function authorityAndPath(url: GoUrl, before: string): string {
  let text = "";
  if (url.scheme !== "" || url.host !== "" || url.userinfo !== undefined) {
    const omitted = url.omitHost && url.host === "" && url.userinfo === undefined;
    if (!omitted) {
      if (url.host !== "" || url.path !== "" || url.userinfo !== undefined) text += "//";
      if (url.userinfo !== undefined) text += `${url.userinfo}@`;
      text += escapePart(url.host, "host");
    }
  }
  const path = pathText(url);
  if (path !== "" && !path.startsWith("/") && url.host !== "") text += "/";
  if (before + text === "" && (path.split("/")[0] ?? "").includes(":")) text += "./";
  return text + path;
}

/** The path as written where that is a valid spelling of it. */
function pathText(url: GoUrl): string {
  if (url.rawPath !== "" && isValidEncoded(url.rawPath, "path")) return url.rawPath;
  return url.path === "*" ? "*" : escapePath(url.path);
}

function fragmentText(url: GoUrl): string {
  if (url.rawFragment !== "" && isValidEncoded(url.rawFragment, "fragment")) return url.rawFragment;
  return escapePart(url.fragment, "fragment");
}

function parse(text: string, viaRequest: boolean, isStrict: boolean): GoUrl | string {
  if (/[\x00-\x1f\x7f]/.test(text)) return "net/url: invalid control character in URL";
  if (text === "" && viaRequest) return "empty url";
  if (text === "*") return { ...emptyUrl, path: "*" };
  if (text.startsWith(":")) return "missing protocol scheme";
  const scheme = /^([A-Za-z][A-Za-z0-9+\-.]*):/.exec(text)?.[1] ?? "";
  const afterScheme = scheme === "" ? text : text.slice(scheme.length + 1);
  const mark = afterScheme.indexOf("?");
  const rest = mark < 0 ? afterScheme : afterScheme.slice(0, mark);
  const url: GoUrl = {
    ...emptyUrl,
    scheme: scheme.toLowerCase(),
    forceQuery: mark >= 0 && mark === afterScheme.length - 1,
    query: mark < 0 ? "" : afterScheme.slice(mark + 1),
  };
  return parseHierarchy(url, rest, viaRequest, isStrict);
}

function parseHierarchy(
  url: GoUrl,
  rest: string,
  viaRequest: boolean,
  isStrict: boolean,
): GoUrl | string {
  if (!rest.startsWith("/")) {
    if (url.scheme !== "") return { ...url, opaque: rest };
    if (viaRequest) return "invalid URI for request";
    if ((rest.split("/")[0] ?? "").includes(":")) {
      return "first path segment in URL cannot contain colon";
    }
  }
  const hasAuthority =
    rest.startsWith("//") && (url.scheme !== "" || (!viaRequest && !rest.startsWith("///")));
  if (!hasAuthority) {
    return withPath({ ...url, omitHost: url.scheme !== "" && rest.startsWith("/") }, rest);
  }
  const slash = rest.indexOf("/", 2);
  const written = slash < 0 ? rest.slice(2) : rest.slice(2, slash);
  const authority = parseAuthority(written, isStrict && /^https?$/.test(url.scheme));
  if (typeof authority === "string") return authority;
  return withPath({ ...url, ...authority }, slash < 0 ? "" : rest.slice(slash));
}

function withPath(url: GoUrl, written: string): GoUrl | string {
  const path = unescapePart(written, "path");
  if (typeof path !== "string") return path.fault;
  return { ...url, path, rawPath: escapePath(path) === written ? "" : written };
}

function parseAuthority(
  authority: string,
  hasOneColon: boolean,
): { userinfo: string | undefined; host: string } | string {
  const at = authority.lastIndexOf("@");
  const host = parseHost(authority.slice(at + 1), hasOneColon);
  if (typeof host !== "string") return host.fault;
  if (at < 0) return { userinfo: undefined, host };
  const written = authority.slice(0, at);
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(written)) return "net/url: invalid userinfo";
  const colon = written.indexOf(":");
  const parts = colon < 0 ? [written] : [written.slice(0, colon), written.slice(colon + 1)];
  const escaped: string[] = [];
  for (const part of parts) {
    const decoded = unescapePart(part, "userinfo");
    if (typeof decoded !== "string") return decoded.fault;
    escaped.push(escapePart(decoded, "userinfo"));
  }
  return { userinfo: escaped.join(":"), host };
}

/** Where one colon is allowed, the port begins at the first. */
function parseHost(host: string, hasOneColon: boolean): string | { readonly fault: string } {
  const bracket = host.lastIndexOf("[");
  if (bracket > 0) return { fault: "invalid IP-literal" };
  if (bracket === 0) return parseIpLiteral(host);
  if (host.includes(":")) {
    const port = host.slice(hasOneColon ? host.indexOf(":") : host.lastIndexOf(":"));
    if (!isOptionalPort(port)) return invalidPort(port);
  }
  return unescapePart(host, "host");
}

function parseIpLiteral(host: string): string | { readonly fault: string } {
  const close = host.lastIndexOf("]");
  if (close < 0) return { fault: "missing ']' in host" };
  const port = host.slice(close + 1);
  if (!isOptionalPort(port)) return invalidPort(port);
  const written = host.slice(1, close);
  const zone = written.indexOf("%25");
  const name = unescapePart(zone < 0 ? written : written.slice(0, zone), "host");
  if (typeof name !== "string") return name;
  const zoneName = zone < 0 ? "" : unescapePart(written.slice(zone), "zone");
  if (typeof zoneName !== "string") return zoneName;
  const address = parseAddress(fromByteText(name + zoneName));
  if (typeof address === "string") return { fault: `invalid host: ${address}` };
  if (address.bytes.length === 4) return { fault: "invalid IP-literal" };
  return `[${name}${zoneName}]${port}`;
}

function isOptionalPort(port: string): boolean {
  return /^(?::[0-9]*)?$/.test(port);
}

function invalidPort(port: string): { readonly fault: string } {
  return { fault: `invalid port ${quote(fromByteText(port))} after host` };
}

const emptyUrl: GoUrl = {
  scheme: "",
  opaque: "",
  userinfo: undefined,
  host: "",
  path: "",
  rawPath: "",
  omitHost: false,
  forceQuery: false,
  query: "",
  fragment: "",
  rawFragment: "",
};

/*
 * Percent encoding as Go's `net/url` has it. Texts are byte texts here: one character (U+0000 to
 * U+00FF) per byte of UTF-8, since decoding may yield bytes that are no text.
 */

/**
 * Which part of a URL a text stands in: each lets other characters stand unescaped (`net/url`,
 * shouldEscape).
 */
type UrlPart = "path" | "host" | "zone" | "userinfo" | "query" | "fragment";

/** The bytes of a text's UTF-8, one character each. */
function toByteText(text: string): string {
  let bytes = "";
  for (const byte of encodeUtf8(text)) bytes += String.fromCharCode(byte);
  return bytes;
}

/** The text of bytes; what is no UTF-8 becomes U+FFFD. */
function fromByteText(bytes: string): string {
  return decodeUtf8Lossy(Uint8Array.from(bytes, (unit) => unit.charCodeAt(0)));
}

/** Decoded, or `{ fault }`. */
function unescapePart(text: string, part: UrlPart): string | { readonly fault: string } {
  for (let index = 0; index < text.length; index++) {
    const char = text.charAt(index);
    if (char === "%") {
      const escape = text.slice(index, index + 3);
      if (!/^%[0-9a-fA-F]{2}$/.test(escape) || !isAllowedEscape(escape, part)) {
        return { fault: `invalid URL escape ${quote(fromByteText(escape))}` };
      }
      index += 2;
    } else if ((part === "host" || part === "zone") && char < "\x80" && mustEscape(char, part)) {
      return { fault: `invalid character ${quote(char)} in host name` };
    }
  }
  const plus = part === "query" ? text.replaceAll("+", " ") : text;
  return plus.replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
}

/** A part of a query, decoded; `undefined` where it cannot be. */
function unescapeQuery(text: string): string | undefined {
  const result = unescapePart(text, "query");
  return typeof result === "string" ? result : undefined;
}

/** A decoded path in its default encoding. */
function escapePath(path: string): string {
  return escapePart(path, "path");
}

/** Decoded text in the default encoding of a part. */
function escapePart(text: string, part: UrlPart): string {
  let escaped = "";
  for (const char of text) {
    escaped += mustEscape(char, part)
      ? `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`
      : char;
  }
  return escaped;
}

/** Tells whether an encoded part may stand as it was written. */
function isValidEncoded(text: string, part: UrlPart): boolean {
  for (const char of text) {
    if (!"!$&'()*+,;=:@[]%".includes(char) && mustEscape(char, part)) return false;
  }
  return true;
}

function isAllowedEscape(escape: string, part: UrlPart): boolean {
  const value = parseInt(escape.slice(1), 16);
  // A host may only escape what is not ASCII, a zone what could stand there unescaped, or a space.
  if (part === "host") return escape === "%25" || value >= 0x80;
  if (part !== "zone") return true;
  return escape === "%25" || value === 0x20 || !mustEscape(String.fromCharCode(value), "host");
}

function mustEscape(char: string, part: UrlPart): boolean {
  if (/[A-Za-z0-9\-_.~]/.test(char)) return false;
  switch (part) {
    case "host":
    case "zone":
      return !"!$&'()*+,;=:[]<>\"".includes(char);
    case "path":
      return !"$&+,/:;=@".includes(char);
    case "userinfo":
      return !"$&+,;=".includes(char);
    case "fragment":
      return !"$&+,/:;=?@!()*".includes(char);
    case "query":
      return true;
  }
}
