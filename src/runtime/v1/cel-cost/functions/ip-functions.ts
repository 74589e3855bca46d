import {
  Cidr,
  cidrContainsCidr,
  cidrContainsCidrText,
  cidrContainsIp,
  cidrContainsIpText,
  cidrIp,
  isCidrText,
  maskedCidr,
  parseCidr,
  prefixLength,
  formatCidr,
} from "../../cel/libraries/cidr.js";
import {
  Ip,
  ipFamily,
  isCanonicalIp,
  isGlobalUnicast,
  isIp,
  isLinkLocalMulticast,
  isLinkLocalUnicast,
  isLoopback,
  isUnspecified,
  parseIp,
  formatIp,
} from "../../cel/libraries/ip.js";
import type { FunctionTable } from "../function-table.js";
import { binary, functionTable, isA, isText, unary } from "../function-table.js";

const ipAddress = /* @__PURE__ */ isA(Ip);
const range = /* @__PURE__ */ isA(Cidr);

/** IP addresses and ranges of them. */
export const ipFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("string_to_ip", isText, (text: string) => parseIp(text)),
  unary("cidr_ip", range, cidrIp),
  unary("string", ipAddress, formatIp),
  unary("string", range, formatCidr),
  unary("isIP", isText, (text: string) => isIp(text)),
  unary("ip.isCanonical", isText, (text: string) => isCanonicalIp(text)),
  unary("family", ipAddress, ipFamily),
  unary("isUnspecified", ipAddress, isUnspecified),
  unary("isLoopback", ipAddress, isLoopback),
  unary("isLinkLocalMulticast", ipAddress, isLinkLocalMulticast),
  unary("isLinkLocalUnicast", ipAddress, isLinkLocalUnicast),
  unary("isGlobalUnicast", ipAddress, isGlobalUnicast),
  unary("cidr", isText, (text: string) => parseCidr(text)),
  unary("isCIDR", isText, (text: string) => isCidrText(text)),
  unary("masked", range, maskedCidr),
  unary("prefixLength", range, prefixLength),
  binary("containsIP", range, ipAddress, cidrContainsIp),
  binary("containsIP", range, isText, cidrContainsIpText),
  binary("containsCIDR", range, range, cidrContainsCidr),
  binary("containsCIDR", range, isText, cidrContainsCidrText),
]);
