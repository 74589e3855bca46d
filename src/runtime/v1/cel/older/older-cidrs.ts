import type { Cidr } from "../libraries/cidr.js";
import { cidrContainsCidr, maskedCidr, parseCidr } from "../libraries/cidr.js";
import { CelError } from "../values/error.js";

/**
 * `cidr.containsCIDR(other)` up to 1.31: the address of the other one has to be that of the masked
 * range, whatever its own length (apiserver `library/cidr.go`). `10.0.0.0/8` contains
 * `10.0.0.0/16`, and not `10.1.0.0/16`.
 */
export function cidrContainsCidrBefore32(cidr: Cidr, other: Cidr): boolean {
  if (!cidrContainsCidr(cidr, other)) return false;
  return maskedCidr(cidr).bytes.every((byte, index) => byte === other.bytes[index]);
}

/** `cidr.containsCIDR(text)` up to 1.31. */
export function cidrContainsCidrTextBefore32(cidr: Cidr, text: string): boolean | CelError {
  const other = parseCidr(text);
  return other instanceof CelError ? other : cidrContainsCidrBefore32(cidr, other);
}
