import { quote } from "../../values/go/quote.js";
import { parseAddress } from "./ip-address.js";
import {
  escapePart,
  escapePath,
  fromByteText,
  isValidEncoded,
  toByteText,
  unescapePart,
} from "./url-escape.js";

/** A URL taken apart, in byte texts (see `url-escape.ts`). */
export interface GoUrl {
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
export function pathText(url: GoUrl): string {
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
