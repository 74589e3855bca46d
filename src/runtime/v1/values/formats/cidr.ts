import { isIpv4Text, isIpv6Text } from "./ip.js";

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
