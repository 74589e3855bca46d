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
} from "../../libraries/cidr.js";
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
} from "../../libraries/ip.js";
import type { FunctionTable } from "../function-table.js";
import { binary, functionTable, isA, isText, unary } from "../function-table.js";

const ipAddress = /* @__PURE__ */ isA(Ip);
const ipRange = /* @__PURE__ */ isA(Cidr);

/** IP addresses and ranges of them. */
export const ipFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("string_to_ip", isText, (text: string) => parseIp(text)),
  unary("cidr_ip", ipRange, cidrIp),
  unary("string", ipAddress, formatIp),
  unary("string", ipRange, formatCidr),
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
  unary("masked", ipRange, maskedCidr),
  unary("prefixLength", ipRange, prefixLength),
  binary("containsIP", ipRange, ipAddress, cidrContainsIp),
  binary("containsIP", ipRange, isText, cidrContainsIpText),
  binary("containsCIDR", ipRange, ipRange, cidrContainsCidr),
  binary("containsCIDR", ipRange, isText, cidrContainsCidrText),
]);
