import {
  Cidr,
  cidrContainsCidr,
  cidrContainsCidrText,
  cidrContainsIp,
  cidrContainsIpText,
  cidrIp,
  formatCidr,
  isCidrText,
  maskedCidr,
  parseCidr,
  prefixLength,
} from "../../libraries/cidr.js";
import {
  formatIp,
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
} from "../../libraries/ip.js";
import {
  isUrl,
  parseUrl,
  urlEscapedPath,
  urlHost,
  urlHostname,
  urlPort,
  urlQuery,
  urlScheme,
  UrlValue,
} from "../../libraries/url.js";
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

const link = /* @__PURE__ */ isA(UrlValue);

/** URLs. */
export const urlFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("url", isText, (text: string) => parseUrl(text)),
  unary("isURL", isText, (text: string) => isUrl(text)),
  unary("getScheme", link, urlScheme),
  unary("getHost", link, urlHost),
  unary("getHostname", link, urlHostname),
  unary("getPort", link, urlPort),
  unary("getEscapedPath", link, urlEscapedPath),
  unary("getQuery", link, urlQuery),
]);
