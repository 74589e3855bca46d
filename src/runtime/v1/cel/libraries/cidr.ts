import { quote } from "../../values/go/quote.js";
import { CelError, noSuchOverload } from "../values/error.js";
import type { Value } from "../values/value.js";
import { CelObject } from "../values/value.js";
import type { Address } from "./ip.js";
import { formatAddress, Ip, isMappedV4, parseAddress, parseIp } from "./ip.js";

/**
 * A range of IP addresses (`library/cidr.go`, Go's `netip.Prefix`). Bits of the host may be set.
 */
export class Cidr extends CelObject {
  readonly typeName: string = "net.CIDR";
  /** 4 or 16. */
  readonly bytes: Address;
  readonly bits: number;

  constructor(bytes: Address, bits: number) {
    super();
    this.bytes = bytes;
    this.bits = bits;
  }

  override get size(): number {
    return Math.ceil(this.bits / 8);
  }

  equals(other: Value): boolean | CelError {
    return other instanceof Cidr ? formatCidr(other) === formatCidr(this) : noSuchOverload();
  }
}

/** `cidr(text)`. */
export function parseCidr(text: string): Cidr | CelError {
  const parsed = parsePrefix(text);
  if (parsed instanceof Cidr) return parsed;
  return new CelError(`network address parse error during conversion from string: ${parsed}`);
}

/** `isCIDR(text)`. */
export function isCidrText(text: string): boolean {
  return parsePrefix(text) instanceof Cidr;
}

/** `string(cidr)`. */
export function formatCidr(cidr: Cidr): string {
  return `${formatAddress(cidr.bytes)}/${cidr.bits}`;
}

/** `cidr.containsIP(ip)`. */
export function cidrContainsIp(cidr: Cidr, ip: Ip): boolean {
  return ip.bytes.length === cidr.bytes.length && sharePrefix(cidr.bytes, ip.bytes, cidr.bits);
}

/**
 * `cidr.containsIP(text)`: a text that is no address is an error without a reason, as on the
 * server.
 */
export function cidrContainsIpText(cidr: Cidr, text: string): boolean | CelError {
  const ip = parseIp(text);
  return ip instanceof Ip ? cidrContainsIp(cidr, ip) : noSuchOverload();
}

/** `cidr.containsCIDR(other)`. */
export function cidrContainsCidr(cidr: Cidr, other: Cidr): boolean {
  return (
    other.bytes.length === cidr.bytes.length &&
    cidr.bits <= other.bits &&
    sharePrefix(cidr.bytes, other.bytes, cidr.bits)
  );
}

/** `cidr.containsCIDR(text)`. */
export function cidrContainsCidrText(cidr: Cidr, text: string): boolean | CelError {
  const other = parseCidr(text);
  return other instanceof CelError ? other : cidrContainsCidr(cidr, other);
}

/** `cidr.ip()`. */
export function cidrIp(cidr: Cidr): Ip {
  return new Ip(cidr.bytes);
}

/** `cidr.masked()`: the bits of the host cleared. */
export function maskedCidr(cidr: Cidr): Cidr {
  const bytes = cidr.bytes.map((byte, index) => byte & byteMask(cidr.bits - 8 * index));
  return new Cidr(bytes, cidr.bits);
}

/** `cidr.prefixLength()`. */
export function prefixLength(cidr: Cidr): number {
  return cidr.bits;
}

function sharePrefix(left: Address, right: Address, bits: number): boolean {
  return left.every((byte, index) => {
    const mask = byteMask(bits - 8 * index);
    return (byte & mask) === ((right[index] ?? 0) & mask);
  });
}

/** Mask of a byte of which the first `bits` count; any number of bits. */
function byteMask(bits: number): number {
  return bits >= 8 ? 255 : bits <= 0 ? 0 : (255 << (8 - bits)) & 255;
}

/** A text is the error. */
function parsePrefix(text: string): Cidr | string {
  const slash = text.lastIndexOf("/");
  if (slash < 0) return prefixFailure(text, "no '/'");
  const address = parseAddress(text.slice(0, slash));
  if (typeof address === "string") return prefixFailure(text, address);
  if (address.zone !== "") return prefixFailure(text, "IPv6 zones cannot be present in a prefix");
  const bits = text.slice(slash + 1);
  if (!/^(?:[0-9]|[1-9][0-9]{1,17})$/.test(bits)) {
    return prefixFailure(text, `bad bits after slash: ${quote(bits)}`);
  }
  if (Number(bits) > 8 * address.bytes.length) {
    return prefixFailure(text, "prefix length out of range");
  }
  if (isMappedV4(address.bytes)) return `IPv4-mapped IPv6 address ${quote(text)} is not allowed`;
  return new Cidr(address.bytes, Number(bits));
}

function prefixFailure(text: string, message: string): string {
  return `network address parse error during conversion from string: netip.ParsePrefix(${quote(text)}): ${message}`;
}
