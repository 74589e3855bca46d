import { formatCheck } from "../../versions/formats.js";
import type { KubernetesMinor } from "../../versions/kubernetes-version.js";

/** The runtime's check of a format that the server enforces, as written; undefined where no string can break it. */
export function formatCheckName(format: string, server: KubernetesMinor): string | undefined {
  return formatCheck(format.replaceAll("-", ""), server);
}

/** As `formatCheckName`, with a function for the format that accepts every string: it counts as a check that was passed. */
export function countedFormatCheck(format: string, server: KubernetesMinor): string | undefined {
  return format.replaceAll("-", "") === "password" ? "isPassword" : formatCheckName(format, server);
}
