import { describe, expect, it } from "vitest";
import {
  addressWarnings,
  rangeWarnings,
} from "../../../../src/runtime/v1/built-in/strategies/address-warnings.js";

/** The texts of apimachinery's `util/validation/ip_test.go`. */
describe("addresses in odd forms", () => {
  it.each([
    ["1.2.3.4", []],
    ["2001:db8::1", []],
    ["no address", []],
    ["1.2.3.04", ['a: non-standard IP address "1.2.3.04" is invalid: use "1.2.3.4"']],
    ["::ffff:1.2.3.4", ['a: non-standard IP address "::ffff:1.2.3.4" is invalid: use "1.2.3.4"']],
    [
      "2001:DB8:0::1",
      ['a: IPv6 address "2001:DB8:0::1" should be in RFC 5952 canonical format ("2001:db8::1")'],
    ],
  ])("are warned of: %s", (value, warnings) => {
    expect(addressWarnings("a", value)).toEqual(warnings);
  });

  it.each([
    ["10.0.0.0/8", []],
    ["2001:db8::/64", []],
    ["x/8", []],
    [
      "192.168.1.5/24",
      [
        'a: CIDR value "192.168.1.5/24" is ambiguous in this context (should be "192.168.1.0/24" or "192.168.1.5/32"?)',
      ],
    ],
    ["010.0.0.0/8", ['a: non-standard CIDR value "010.0.0.0/8" is invalid: use "10.0.0.0/8"']],
    [
      "::ffff:1.2.3.0/120",
      ['a: non-standard CIDR value "::ffff:1.2.3.0/120" is invalid: use "1.2.3.0/24"'],
    ],
    [
      "2001:db8:0::/64",
      [
        'a: IPv6 CIDR value "2001:db8:0::/64" should be in RFC 5952 canonical format ("2001:db8::/64")',
      ],
    ],
  ])("are warned of as ranges: %s", (value, warnings) => {
    expect(rangeWarnings("a", value)).toEqual(warnings);
  });
});
