import type { CallEstimate, Range, SizedCall } from "../cost-model.js";
import { addRanges, one, sizeOf, traversal } from "../cost-model.js";
import { costing, readArgument } from "./estimates.js";
import type { Library } from "./row.js";
import { before, calls, global, library, member, row, tries } from "./row.js";
import { bool, cidr, int, ip, string } from "./types.js";

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

/** Networks (Kubernetes `cel/library/cidr.go`). */
export const cidrLibrary: Library = library({
  name: "cidr",
  introduced: 30,
  counted: "ipFunctions",
  functions: [
    row(
      "cidr",
      { estimate: readArgument, cost: "readFirstCost" },
      global("string_to_cidr", [string], cidr, tries("parseCidr")),
    ),
    row(
      "containsCIDR",
      { estimate: () => costing(networkCost), cost: "containsCidrCost" },
      member(
        "cidr_contains_cidr_string",
        [cidr, string],
        bool,
        tries("cidrContainsCidrText", {
          estimate: (call) => withText(networkCost, call),
          cost: "containsCidrTextCost",
          older: [before(32, "cidrContainsCidrTextBefore32", "ipFunctionsBefore32")],
        }),
      ),
      member(
        "cidr_contains_cidr",
        [cidr, cidr],
        bool,
        calls("cidrContainsCidr", {
          older: [before(32, "cidrContainsCidrBefore32", "ipFunctionsBefore32")],
        }),
      ),
    ),
    row(
      "containsIP",
      { estimate: () => costing(addressCost), cost: "containsIpCost" },
      member(
        "cidr_contains_ip_string",
        [cidr, string],
        bool,
        tries("cidrContainsIpText", {
          estimate: (call) => withText(addressCost, call),
          cost: "containsIpTextCost",
        }),
      ),
      member("cidr_contains_ip_ip", [cidr, ip], bool, calls("cidrContainsIp")),
    ),
    row("ip", {}, member("cidr_ip", [cidr], ip, calls("cidrIp"))),
    row(
      "isCIDR",
      { estimate: readArgument, cost: "readFirstCost" },
      global("is_cidr", [string], bool, calls("isCidrText")),
    ),
    row("masked", {}, member("cidr_masked", [cidr], cidr, calls("maskedCidr"))),
    row("prefixLength", {}, member("cidr_prefix_length", [cidr], int, calls("prefixLength"))),
    row("string", { folds: true }, global("cidr_to_string", [cidr], string, calls("formatCidr"))),
  ],
});

/** The bytes of an address. */
const address: Range = { min: 4, max: 16 };

/** Two addresses are compared. */
const addressCost = traversal(addRanges(address, address));

/** The network has to be masked before. */
const networkCost = addRanges(addRanges(addressCost, traversal(address)), one);

/** The argument is parsed as well. */
function withText(cost: Range, { args: [text] }: SizedCall): CallEstimate {
  return costing(addRanges(cost, traversal(sizeOf(text))));
}
