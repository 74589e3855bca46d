import { isIpText } from "./ip.js";

/** Format `ipv6`: an IP address with a colon in it, without zone (govalidator `IsIPv6`). */
export function isIpv6(value: string): boolean {
  return value.includes(":") && isIpText(value, false);
}
