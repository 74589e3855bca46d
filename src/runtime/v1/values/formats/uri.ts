import { isIpv6Text } from "./ip.js";

/*
 * What Go's `net/url.ParseRequestURI` reads. From 1.36 on servers take Go 1.26 at its word, which
 * allows at most one colon in the host of an http or https URL.
 */

/**
 * Format `uri`: a URI with a scheme, a path that begins with a slash, or `*`; no fragment is split
 * off.
 */
export function isUri(value: string): boolean {
  return isRequestUri(value, true);
}

/** Format `uri` before 1.36: the host may have stray colons before the port. */
export function isUriWithStrayColons(value: string): boolean {
  return isRequestUri(value, false);
}

function isRequestUri(value: string, strictColons: boolean): boolean {
  if (value === "" || /[\0-\x1f\x7f]/.test(value)) return false;
  if (value === "*") return true;
  const [prefix, scheme] = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(value) ?? [""];
  const [rest = ""] = value.slice(prefix.length).split("?");
  if (!rest.startsWith("/")) return scheme !== undefined;
  if (scheme === undefined || !rest.startsWith("//")) return isEscaped(rest);
  const [, authority = "", path = ""] = /^\/\/([^/]*)(.*)$/s.exec(rest) ?? [];
  const strict = strictColons && /^https?$/i.test(scheme);
  return isAuthority(authority, strict) && isEscaped(path);
}

/** Every percent sign begins an escape of two digits. */
function isEscaped(text: string): boolean {
  return !/%(?![0-9A-Fa-f]{2})/.test(text);
}

function isAuthority(authority: string, strictColons: boolean): boolean {
  const at = authority.lastIndexOf("@");
  if (at >= 0) {
    const user = authority.slice(0, at);
    if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(user) || !isEscaped(user)) return false;
  }
  const host = authority.slice(at + 1);
  const bracket = host.lastIndexOf("[");
  if (bracket >= 0) return bracket === 0 && isBracketedHost(host);
  const colon = strictColons ? host.indexOf(":") : host.lastIndexOf(":");
  return (colon < 0 || isPort(host.slice(colon))) && isHostText(host);
}

function isPort(text: string): boolean {
  return /^(?::[0-9]*)?$/.test(text);
}

/** Only bytes beyond ASCII may be escaped in a host, and the percent sign. */
function isHostText(text: string): boolean {
  return /^(?:[A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"\u0080-\uffff]|%[89A-Fa-f][0-9A-Fa-f]|%25)*$/.test(
    text,
  );
}

/** `[address%25zone]:port`; the address must be of version 6. */
function isBracketedHost(host: string): boolean {
  const close = host.lastIndexOf("]");
  if (close < 0 || !isPort(host.slice(close + 1))) return false;
  const inside = host.slice(1, close);
  const zoneAt = inside.indexOf("%25");
  const address = zoneAt < 0 ? inside : inside.slice(0, zoneAt);
  // An escape in the address is a byte that no address has.
  if (!isIpv6Text(address, false)) return false;
  return zoneAt < 0 || isZone(inside.slice(zoneAt + 3));
}

/** A zone may escape what a host may have, and the blank. */
function isZone(zone: string): boolean {
  if (zone === "" || !isEscaped(zone)) return false;
  return zone.split(/(%[0-9A-Fa-f]{2})/).every((part) => {
    if (!part.startsWith("%")) return isHostText(part);
    const code = parseInt(part.slice(1), 16);
    return code === 0x25 || code === 0x20 || (code < 0x80 && isHostText(String.fromCharCode(code)));
  });
}
