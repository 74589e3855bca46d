import type { LibraryValue } from "../contract.js";
import type { KubernetesMinor } from "../v1/values/kubernetes-version.js";
import { has } from "./changes.js";

/**
 * The runtime's check for each format of strings, by the format's name without dashes; undefined:
 * every text is good. Source: apiextensions `apiserver/validation/formats.go`, kube-openapi
 * `validation/strfmt`.
 */
const checks: ReadonlyMap<string, LibraryValue | undefined> = new Map([
  ["bsonobjectid", "isBsonObjectId"],
  ["byte", "isByte"],
  ["cidr", "isCidr"],
  ["creditcard", "isCreditCard"],
  ["date", "isDate"],
  ["datetime", "isDateTime"],
  ["duration", "isDuration"],
  ["email", "isEmail"],
  ["hexcolor", "isHexColor"],
  ["hostname", "isHostname"],
  ["ipv4", "isIpv4"],
  ["ipv6", "isIpv6"],
  ["isbn", "isIsbn"],
  ["isbn10", "isIsbn10"],
  ["isbn13", "isIsbn13"],
  ["k8slongname", "isK8sLongName"],
  ["k8sshortname", "isK8sShortName"],
  ["mac", "isMac"],
  ["password", undefined],
  ["rgbcolor", "isRgbColor"],
  ["ssn", "isSsn"],
  ["uri", "isUri"],
  ["uuid", "isUuid"],
  ["uuid3", "isUuid3"],
  ["uuid4", "isUuid4"],
  ["uuid5", "isUuid5"],
]);

const nameFormats: ReadonlySet<string> = new Set(["k8slongname", "k8sshortname"]);

/**
 * The format that a server enforces at a node: its name without dashes, or "" if it ignores it.
 * `type` is the node's type, "" if it has none or several. To older servers the type does not
 * matter: `type: integer, format: date` keeps its format.
 */
export function supportedFormat(type: string, format: string, minor: KubernetesMinor): string {
  const isTyped = has(minor, "typedFormats");
  if (isTyped && type === "integer") return /^int(?:32|64)$/.test(format) ? format : "";
  if (isTyped && type === "number") return /^(?:float|double)$/.test(format) ? format : "";
  if (isTyped && type !== "" && type !== "string") return "";
  const name = format.replaceAll("-", "");
  const isKnown = checks.has(name) && (!nameFormats.has(name) || has(minor, "nameFormats"));
  return isKnown ? name : "";
}

/**
 * The runtime's function for a supported format of strings; undefined if it accepts everything or
 * is for numbers.
 */
export function formatCheck(format: string, minor: KubernetesMinor): LibraryValue | undefined {
  if (format === "uri" && !has(minor, "strictUrlColons")) return "isUriWithStrayColons";
  return checks.get(format);
}
