import { utf8Length } from "../go/utf8.js";

/*
 * IP addresses as Go reads them: strictly (`net/netip.ParseAddr`), or sloppily as Kubernetes does
 * for what was stored before Go 1.17 (`k8s.io/utils/internal/third_party/forked/golang/net`):
 * numbers may have leading zeros.
 */

/** Dotted decimal, four numbers up to 255. */
function isIpv4Text(text: string, sloppy: boolean): boolean {
  const numbers = text.split(".");
  const number = sloppy ? /^[0-9]+$/ : /^(?:0|[1-9][0-9]*)$/;
  return numbers.length === 4 && numbers.every((part) => number.test(part) && Number(part) <= 255);
}

/**
 * Eight groups of hexadecimal digits, one `::` for groups of zero; the last two may be an IPv4
 * address. No zone.
 */
function isIpv6Text(text: string, sloppy: boolean): boolean {
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  let count = groups.length;
  const last = text.endsWith("::") ? undefined : groups[count - 1];
  if (last?.includes(".") === true) {
    if (!isIpv4Text(last, sloppy)) return false;
    groups.pop();
    count++;
  }
  const group = sloppy ? /^0*[0-9A-Fa-f]{1,4}$/ : /^[0-9A-Fa-f]{1,4}$/;
  if (!groups.every((part) => group.test(part))) return false;
  return halves.length === 2 ? count < 8 : count === 8;
}

/** Either, told apart as Go does by which of `.` and `:` comes first. */
export function isIpText(text: string, sloppy: boolean): boolean {
  const [separator] = /[.:]/.exec(text) ?? [];
  if (separator === undefined) return false;
  return separator === "." ? isIpv4Text(text, sloppy) : isIpv6Text(text, sloppy);
}

/**
 * Format `ipv4`: an IP address with a dot in it, so also `::ffff:1.2.3.4`; numbers may have leading
 * zeros (`strfmt.isIPv4`).
 */
export function isIpv4(value: string): boolean {
  return value.includes(".") && isIpText(value, true);
}

/** Format `ipv6`: an IP address with a colon in it, without zone (govalidator `IsIPv6`). */
export function isIpv6(value: string): boolean {
  return value.includes(":") && isIpText(value, false);
}

/**
 * Format `cidr`: address, slash, prefix length; numbers may have leading zeros (`strfmt.isCIDR`).
 */
export function isCidr(value: string): boolean {
  const slash = value.indexOf("/");
  if (slash < 0) return false;
  const address = value.slice(0, slash);
  const length = value.slice(slash + 1);
  if (!/^[0-9]+$/.test(length)) return false;
  if (isIpv4Text(address, true)) return Number(length) <= 32;
  return isIpv6Text(address, true) && Number(length) <= 128;
}

const colons =
  /^[0-9A-Fa-f]{2}([:-])(?:[0-9A-Fa-f]{2}\1){4}(?:(?:[0-9A-Fa-f]{2}\1){2}(?:(?:[0-9A-Fa-f]{2}\1){12})?)?[0-9A-Fa-f]{2}$/;
const dots =
  /^(?:[0-9A-Fa-f]{4}\.){2}(?:[0-9A-Fa-f]{4}\.(?:(?:[0-9A-Fa-f]{4}\.){6})?)?[0-9A-Fa-f]{4}$/;

const bare = /^[0-9A-Fa-f]{12}(?:[0-9A-Fa-f]{4}(?:[0-9A-Fa-f]{24})?)?$/;

/**
 * Format `mac`: 6, 8 or 20 bytes in pairs of digits with `:` or `-`, in fours with `.`, or (since
 * Go 1.26) with nothing between (Go's `net.ParseMAC`).
 */
export function isMac(value: string): boolean {
  return colons.test(value) || dots.test(value) || bare.test(value);
}

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
