import type { Library } from "./signature.js";
import { bool, global, int, ip, member, string } from "./signature.js";

/** IP addresses (Kubernetes `cel/library/ip.go`). */
export const ipLibrary: Library = {
  name: "ip",
  introduced: 30,
  // prettier-ignore
  overloads: [
    member("family",               "ip_family",                  [ip],     int),
    global("ip",                   "string_to_ip",               [string], ip),
    global("ip.isCanonical",       "ip_is_canonical",            [string], bool),
    member("isGlobalUnicast",      "ip_is_global_unicast",       [ip],     bool),
    global("isIP",                 "is_ip",                      [string], bool),
    member("isLinkLocalMulticast", "ip_is_link_local_multicast", [ip],     bool),
    member("isLinkLocalUnicast",   "ip_is_link_local_unicast",   [ip],     bool),
    member("isLoopback",           "ip_is_loopback",             [ip],     bool),
    member("isUnspecified",        "ip_is_unspecified",          [ip],     bool),
    global("string",               "ip_to_string",               [ip],     string),
  ],
};
