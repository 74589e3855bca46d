import type { Address } from "../../cel/libraries/ip.js";
import { formatAddress, isMappedV4, parseAddress } from "../../cel/libraries/ip.js";
import { quote } from "../../values/go/quote.js";

/*
 * Addresses that are read, and written in another form than that which all programs read alike
 * (apimachinery `util/validation/ip.go`).
 */

/** What is odd about an address at a path; nothing about what is none. */
export function addressWarnings(path: string, value: string): readonly string[] {
  const read = bytesOfAddress(withoutZeros(value));
  if (read === undefined) return [];
  const strict = bytesOfAddress(value);
  if (strict === undefined || isMappedV4(strict)) {
    return [
      `${path}: non-standard IP address ${quote(value)} is invalid: use ${quote(plainText(read))}`,
    ];
  }
  const canonical = formatAddress(strict);
  if (strict.length === 4 || canonical === value) return [];
  const form = `should be in RFC 5952 canonical format (${quote(canonical)})`;
  return [`${path}: IPv6 address ${quote(value)} ${form}`];
}

/** What is odd about a range of addresses at a path; nothing about what is none. */
export function rangeWarnings(path: string, value: string): readonly string[] {
  const [, text = "", length = ""] = /^(.*)\/(\d+)$/.exec(value) ?? [];
  const address = bytesOfAddress(withoutZeros(text));
  if (address === undefined) return [];
  const size = address.length * 8;
  const bits = Number(length);
  const network = maskedTo(address, bits);
  // An IPv4 address within IPv6 is one of IPv4.
  const shown = isMappedV4(address) ? bits - 96 : bits;
  const range = `${plainText(network)}/${shown}`;
  const warnings: string[] = [];
  if (plainText(network) !== plainText(address)) {
    const single = `${plainText(address)}/${size}`;
    warnings.push(
      `${path}: CIDR value ${quote(value)} is ambiguous in this context (should be ${quote(range)} or ${quote(single)}?)`,
    );
  }
  const strict = /\/0\d/.test(value) ? undefined : bytesOfAddress(text);
  if (strict === undefined || isMappedV4(strict)) {
    warnings.push(
      `${path}: non-standard CIDR value ${quote(value)} is invalid: use ${quote(range)}`,
    );
  }
  const canonical = `${formatAddress(address)}/${bits}`;
  if (warnings.length > 0 || address.length === 4 || canonical === value) return warnings;
  const form = `should be in RFC 5952 canonical format (${quote(canonical)})`;
  return [`${path}: IPv6 CIDR value ${quote(value)} ${form}`];
}

function bytesOfAddress(text: string): Address | undefined {
  const parsed = parseAddress(text);
  return typeof parsed === "string" ? undefined : parsed.bytes;
}

/** Numbers of IPv4 once had zeros in front. */
function withoutZeros(text: string): string {
  return text.includes(":") ? text : text.replace(/(?<=^|\.)0+(?=\d)/g, "");
}

/** As Go's `net.IP` is printed. */
function plainText(address: Address): string {
  return formatAddress(isMappedV4(address) ? address.slice(12) : address);
}

function maskedTo(address: Address, bits: number): Address {
  return address.map((byte, index) => {
    const kept = Math.min(Math.max(bits - index * 8, 0), 8);
    return byte & (0xff << (8 - kept));
  });
}
