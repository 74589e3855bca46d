import { isIpText } from "./ip.js";

/**
 * Format `ipv4`: an IP address with a dot in it, so also `::ffff:1.2.3.4`; numbers may have leading
 * zeros (`strfmt.isIPv4`).
 */
export function isIpv4(value: string): boolean {
  return value.includes(".") && isIpText(value, true);
}
