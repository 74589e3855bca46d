import type { CallEstimate, SizedCall } from "../cost-model.js";
import { sizeOf, traversal } from "../cost-model.js";
import { costing, readArgument } from "./estimates.js";
import type { Library } from "./row.js";
import { calls, global, library, member, row, tries } from "./row.js";
import { bool, int, string, ip } from "./types.js";

/** IP addresses (Kubernetes `cel/library/ip.go`). */
export const ipLibrary: Library = library({
  name: "ip",
  introduced: 30,
  counted: "ipFunctions",
  functions: [
    row("family", {}, member("ip_family", [ip], int, calls("ipFamily"))),
    row(
      "ip",
      { estimate: readArgument, cost: "readFirstCost" },
      global("string_to_ip", [string], ip, tries("parseIp")),
    ),
    row(
      "ip.isCanonical",
      { estimate: estimateIsCanonical, cost: "readTwiceCost" },
      global("ip_is_canonical", [string], bool, tries("isCanonicalIp")),
    ),
    row(
      "isGlobalUnicast",
      {},
      member("ip_is_global_unicast", [ip], bool, calls("isGlobalUnicast")),
    ),
    row(
      "isIP",
      { estimate: readArgument, cost: "readFirstCost" },
      global("is_ip", [string], bool, calls("isIp")),
    ),
    row(
      "isLinkLocalMulticast",
      {},
      member("ip_is_link_local_multicast", [ip], bool, calls("isLinkLocalMulticast")),
    ),
    row(
      "isLinkLocalUnicast",
      {},
      member("ip_is_link_local_unicast", [ip], bool, calls("isLinkLocalUnicast")),
    ),
    row("isLoopback", {}, member("ip_is_loopback", [ip], bool, calls("isLoopback"))),
    row("isUnspecified", {}, member("ip_is_unspecified", [ip], bool, calls("isUnspecified"))),
    row("string", { folds: true }, global("ip_to_string", [ip], string, calls("formatIp"))),
  ],
});

/** The text is parsed, printed and compared. */
function estimateIsCanonical({ args: [arg] }: SizedCall): CallEstimate | undefined {
  return arg === undefined ? undefined : costing(traversal(sizeOf(arg), 2));
}
