import type { Library } from "./signature.js";
import { bool, cidr, global, int, ip, member, string } from "./signature.js";

/** Networks (Kubernetes `cel/library/cidr.go`). */
export const cidrLibrary: Library = {
  name: "cidr",
  introduced: 30,
  // prettier-ignore
  overloads: [
    global("cidr",         "string_to_cidr",            [string],       cidr),
    member("containsCIDR", "cidr_contains_cidr_string", [cidr, string], bool),
    member("containsCIDR", "cidr_contains_cidr",        [cidr, cidr],   bool),
    member("containsIP",   "cidr_contains_ip_string",   [cidr, string], bool),
    member("containsIP",   "cidr_contains_ip_ip",       [cidr, ip],     bool),
    member("ip",           "cidr_ip",                   [cidr],         ip),
    global("isCIDR",       "is_cidr",                   [string],       bool),
    member("masked",       "cidr_masked",               [cidr],         cidr),
    member("prefixLength", "cidr_prefix_length",        [cidr],         int),
    global("string",       "cidr_to_string",            [cidr],         string),
  ],
};
