import { quote } from "../../values/go/quote.js";
import { CelError, noSuchOverload } from "../values/error.js";
import type { Value } from "../values/value.js";
import { CelObject } from "../values/value.js";

/** An IP address (`library/ip.go`, Go's `netip.Addr`). */
export class Ip extends CelObject {
  readonly typeName: string = "net.IP";
  /** 4 or 16. */
  readonly bytes: Address;

  constructor(bytes: Address) {
    super();
    this.bytes = bytes;
  }

  override get size(): number {
    return this.bytes.length;
  }

  equals(other: Value): boolean | CelError {
    return other instanceof Ip
      ? formatAddress(other.bytes) === formatAddress(this.bytes)
      : noSuchOverload();
  }
}

/** `ip(text)`. */
export function parseIp(text: string): Ip | CelError {
  const parsed = parseAddress(text);
  if (typeof parsed === "string") {
    return new CelError(
      `IP Address ${quote(text)} parse error during conversion from string: ${parsed}`,
    );
  }
  if (parsed.zone !== "") {
    return new CelError(`IP address ${quote(text)} with zone value is not allowed`);
  }
  if (isMappedV4(parsed.bytes)) {
    return new CelError(`IPv4-mapped IPv6 address ${quote(text)} is not allowed`);
  }
  return new Ip(parsed.bytes);
}

/** `isIP(text)`. */
export function isIp(text: string): boolean {
  return parseIp(text) instanceof Ip;
}

/** `ip.isCanonical(text)`: whether the text is what `string(ip(text))` gives. */
export function isCanonicalIp(text: string): boolean | CelError {
  const ip = parseIp(text);
  return ip instanceof CelError ? ip : formatIp(ip) === text;
}

/** `string(ip)`. */
export function formatIp(ip: Ip): string {
  return formatAddress(ip.bytes);
}

/** `ip.family()`: 4 or 6. */
export function ipFamily(ip: Ip): number {
  return ip.bytes.length === 4 ? 4 : 6;
}

/** `ip.isUnspecified()`: 0.0.0.0 or ::. */
export function isUnspecified(ip: Ip): boolean {
  return ip.bytes.every((byte) => byte === 0);
}

/** `ip.isLoopback()`: 127.0.0.0/8 or ::1. */
export function isLoopback({ bytes }: Ip): boolean {
  if (bytes.length === 4) return bytes[0] === 127;
  return bytes.every((byte, index) => byte === (index === 15 ? 1 : 0));
}

/** `ip.isLinkLocalMulticast()`: 224.0.0.0/24 or ff?2::/16. */
export function isLinkLocalMulticast({ bytes }: Ip): boolean {
  if (bytes.length === 4) return bytes[0] === 224 && bytes[1] === 0 && bytes[2] === 0;
  return bytes[0] === 0xff && ((bytes[1] ?? 0) & 0x0f) === 2;
}

/** `ip.isLinkLocalUnicast()`: 169.254.0.0/16 or fe80::/10. */
export function isLinkLocalUnicast({ bytes }: Ip): boolean {
  if (bytes.length === 4) return bytes[0] === 169 && bytes[1] === 254;
  return bytes[0] === 0xfe && ((bytes[1] ?? 0) & 0xc0) === 0x80;
}

/** `ip.isGlobalUnicast()`: none of the special ones; private ranges count as global. */
export function isGlobalUnicast(ip: Ip): boolean {
  const { bytes } = ip;
  const multicast = bytes.length === 4 ? ((bytes[0] ?? 0) & 0xf0) === 0xe0 : bytes[0] === 0xff;
  const broadcast = bytes.length === 4 && bytes.every((byte) => byte === 255);
  return (
    !multicast && !broadcast && !isUnspecified(ip) && !isLoopback(ip) && !isLinkLocalUnicast(ip)
  );
}

/** 4 or 16 bytes. */
export type Address = readonly number[];

/** An address with its IPv6 zone, which `netip.ParseAddr` reads and CEL's `ip` refuses. */
interface ZonedAddress {
  readonly bytes: Address;
  /** The text after `%`; `""` = none. */
  readonly zone: string;
}

/** An IP address as Go's `netip.ParseAddr` reads it; a text is its error. */
export function parseAddress(text: string): ZonedAddress | string {
  const first = /[.:%]/.exec(text)?.[0];
  if (first === undefined) return failure(text, "unable to parse IP");
  if (first === "%") return failure(text, "missing IPv6 address");
  if (first === ":") return parseV6(text);
  const bytes = parseV4(text, text);
  return typeof bytes === "string" ? bytes : { bytes, zone: "" };
}

/** Tells whether these are 16 bytes that hold an IPv4 address (`::ffff:1.2.3.4`). */
export function isMappedV4(bytes: Address): boolean {
  return (
    bytes.length === 16 &&
    bytes.slice(0, 10).every((byte) => byte === 0) &&
    bytes[10] === 255 &&
    bytes[11] === 255
  );
}

/**
 * The canonical text: IPv6 in lower case, its longest run of zeros (two groups at least) as `::`.
 */
export function formatAddress(bytes: Address): string {
  if (bytes.length === 4) return bytes.join(".");
  const groups = Array.from({ length: 8 }, (_, i) =>
    (((bytes[2 * i] ?? 0) << 8) | (bytes[2 * i + 1] ?? 0)).toString(16),
  );
  const { start, length } = longestZeros(groups);
  if (length < 2) return groups.join(":");
  return `${groups.slice(0, start).join(":")}::${groups.slice(start + length).join(":")}`;
}

function longestZeros(groups: readonly string[]): { start: number; length: number } {
  let best = { start: 0, length: 0 };
  for (let start = 0; start < groups.length; start++) {
    let end = start;
    while (groups[end] === "0") end++;
    if (end - start > best.length) best = { start, length: end - start };
  }
  return best;
}

function failure(input: string, message: string, at = ""): string {
  const position = at === "" ? "" : ` (at ${quote(at)})`;
  return `ParseAddr(${quote(input)}): ${message}${position}`;
}

function parseV4(input: string, text: string): number[] | string {
  const bytes: number[] = [];
  let value = 0;
  let digits = 0;
  for (let index = 0; index < text.length; index++) {
    const char = text.charAt(index);
    if (char >= "0" && char <= "9") {
      if (digits === 1 && value === 0) {
        return failure(input, "IPv4 field has octet with leading zero");
      }
      value = value * 10 + Number(char);
      digits++;
      if (value > 255) return failure(input, "IPv4 field has value >255");
    } else if (char === ".") {
      if (index === 0 || index === text.length - 1 || text[index - 1] === ".") {
        return failure(input, "IPv4 field must have at least one digit", text.slice(index));
      }
      if (bytes.length === 3) return failure(input, "IPv4 address too long");
      bytes.push(value);
      value = 0;
      digits = 0;
    } else {
      return failure(input, "unexpected character", text.slice(index));
    }
  }
  if (bytes.length < 3) return failure(input, "IPv4 address too short");
  return [...bytes, value];
}

function parseV6(input: string): ZonedAddress | string {
  const percent = input.indexOf("%");
  const zone = percent < 0 ? "" : input.slice(percent + 1);
  if (percent >= 0 && zone === "") return failure(input, "zone must be a non-empty string");
  let rest = percent < 0 ? input : input.slice(0, percent);
  const bytes: number[] = [];
  let ellipsis = -1;
  if (rest.startsWith("::")) {
    ellipsis = 0;
    rest = rest.slice(2);
    if (rest === "") return { bytes: new Array<number>(16).fill(0), zone };
  }
  while (bytes.length < 16) {
    const group = /^[0-9a-fA-F]*/.exec(rest)?.[0] ?? "";
    if (group.length > 4) return failure(input, "each group must have 4 or less digits", rest);
    if (group === "") {
      return failure(input, "each colon-separated field must have at least one digit", rest);
    }
    if (rest[group.length] === ".") {
      const embedded = parseEmbeddedV4(input, rest, bytes.length, ellipsis);
      if (typeof embedded === "string") return embedded;
      bytes.push(...embedded);
      rest = "";
      break;
    }
    const value = parseInt(group, 16);
    bytes.push(value >> 8, value & 255);
    rest = rest.slice(group.length);
    if (rest === "") break;
    if (!rest.startsWith(":")) return failure(input, "unexpected character, want colon", rest);
    if (rest === ":") return failure(input, "colon must be followed by more characters", rest);
    rest = rest.slice(1);
    if (rest.startsWith(":")) {
      if (ellipsis >= 0) return failure(input, "multiple :: in address", rest);
      ellipsis = bytes.length;
      rest = rest.slice(1);
      if (rest === "") break;
    }
  }
  if (rest !== "") return failure(input, "trailing garbage after address", rest);
  return expand(input, bytes, ellipsis, zone);
}

function parseEmbeddedV4(
  input: string,
  rest: string,
  position: number,
  ellipsis: number,
): number[] | string {
  if (ellipsis < 0 && position !== 12) {
    return failure(
      input,
      "embedded IPv4 address must replace the final 2 fields of the address",
      rest,
    );
  }
  if (position + 4 > 16) {
    return failure(
      input,
      "too many hex fields to fit an embedded IPv4 at the end of the address",
      rest,
    );
  }
  return parseV4(input, rest);
}

function expand(
  input: string,
  bytes: readonly number[],
  ellipsis: number,
  zone: string,
): ZonedAddress | string {
  if (bytes.length === 16) {
    return ellipsis < 0
      ? { bytes, zone }
      : failure(input, "the :: must expand to at least one field of zeros");
  }
  if (ellipsis < 0) return failure(input, "address string too short");
  const zeros = new Array<number>(16 - bytes.length).fill(0);
  return { bytes: [...bytes.slice(0, ellipsis), ...zeros, ...bytes.slice(ellipsis)], zone };
}
