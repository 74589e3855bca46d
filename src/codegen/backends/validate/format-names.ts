import type { LibraryValue } from "../../../runtime/contract.js";
import { formatCheck } from "../../../runtime/versions/formats.js";
import type { KubernetesMinor } from "../../../runtime/versions/kubernetes-version.js";

/**
 * The runtime's check of a format that the server enforces, as written; undefined where no string
 * can break it.
 */
export function formatCheckName(format: string, server: KubernetesMinor): LibraryValue | undefined {
  return formatCheck(format.replaceAll("-", ""), server);
}
