import { quote } from "../../values/go/quote.js";
import { CelError, noSuchOverload } from "../values/error.js";
import type { Value } from "../values/value.js";
import { CelObject } from "../values/value.js";
import type { Address } from "./ip-address.js";
import { formatAddress, isMappedV4, parseAddress } from "./ip-address.js";

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
