import { isBsonObjectId } from "../../runtime/v1/values/formats/bson-object-id.js";
import { isByte } from "../../runtime/v1/values/formats/byte.js";
import { isCidr } from "../../runtime/v1/values/formats/cidr.js";
import { isCreditCard } from "../../runtime/v1/values/formats/credit-card.js";
import { isDateTime } from "../../runtime/v1/values/formats/date-time.js";
import { isDate } from "../../runtime/v1/values/formats/date.js";
import { isDuration } from "../../runtime/v1/values/formats/duration.js";
import { isEmail } from "../../runtime/v1/values/formats/email.js";
import { isHexColor } from "../../runtime/v1/values/formats/hex-color.js";
import { isHostname } from "../../runtime/v1/values/formats/hostname.js";
import { isIpv4 } from "../../runtime/v1/values/formats/ipv4.js";
import { isIpv6 } from "../../runtime/v1/values/formats/ipv6.js";
import { isIsbn } from "../../runtime/v1/values/formats/isbn.js";
import { isIsbn10 } from "../../runtime/v1/values/formats/isbn10.js";
import { isIsbn13 } from "../../runtime/v1/values/formats/isbn13.js";
import { isK8sLongName } from "../../runtime/v1/values/formats/k8s-long-name.js";
import { isK8sShortName } from "../../runtime/v1/values/formats/k8s-short-name.js";
import { isMac } from "../../runtime/v1/values/formats/mac.js";
import { isRgbColor } from "../../runtime/v1/values/formats/rgb-color.js";
import { isSsn } from "../../runtime/v1/values/formats/ssn.js";
import { isUri, isUriWithStrayColons } from "../../runtime/v1/values/formats/uri.js";
import { isUuid } from "../../runtime/v1/values/formats/uuid.js";
import { isUuid3 } from "../../runtime/v1/values/formats/uuid3.js";
import { isUuid4 } from "../../runtime/v1/values/formats/uuid4.js";
import { isUuid5 } from "../../runtime/v1/values/formats/uuid5.js";
import { has } from "../../runtime/versions/changes.js";
import type { KubernetesMinor } from "../../runtime/versions/kubernetes-version.js";

type FormatCheck = (text: string) => boolean;

/** The formats of the server's registry, by their names without dashes (kube-openapi `strfmt`). */
const registry: ReadonlyMap<string, FormatCheck> = new Map<string, FormatCheck>([
  ["bsonobjectid", isBsonObjectId],
  ["byte", isByte],
  ["cidr", isCidr],
  ["creditcard", isCreditCard],
  ["date", isDate],
  ["datetime", isDateTime],
  ["duration", isDuration],
  ["email", isEmail],
  ["hexcolor", isHexColor],
  ["hostname", isHostname],
  ["ipv4", isIpv4],
  ["ipv6", isIpv6],
  ["isbn", isIsbn],
  ["isbn10", isIsbn10],
  ["isbn13", isIsbn13],
  ["k8slongname", isK8sLongName],
  ["k8sshortname", isK8sShortName],
  ["mac", isMac],
  ["password", () => true],
  ["rgbcolor", isRgbColor],
  ["ssn", isSsn],
  ["uuid", isUuid],
  ["uuid3", isUuid3],
  ["uuid4", isUuid4],
  ["uuid5", isUuid5],
  ["uri", isUri],
]);

/**
 * The check of a format as a schema writes it; undefined where the registry has none of that name.
 */
export function registeredFormat(format: string, server: KubernetesMinor): FormatCheck | undefined {
  const name = format.replaceAll("-", "");
  if (name === "uri" && !has(server, "strictUrlColons")) return isUriWithStrayColons;
  if (name.startsWith("k8s") && !has(server, "registeredNameFormats")) return undefined;
  return registry.get(name);
}
