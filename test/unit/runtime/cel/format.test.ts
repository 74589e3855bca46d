import { expect, it } from "vitest";
import { formatString } from "../../../../src/runtime/v1/cel/libraries/format.js";
import { CelError } from "../../../../src/runtime/v1/cel/values/error.js";
import { Double } from "../../../../src/runtime/v1/cel/values/numbers.js";
import type { Value } from "../../../../src/runtime/v1/cel/values/value.js";

const number = new Double(1.25);
const large = new Double(123456.789);
const badPrecision = (digits: string): CelError =>
  new CelError(
    `could not parse formatting clause: error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing "${digits}": value out of range`,
  );

// As servers of 1.31 to 1.37 answer.
it.each<[string, Value, string | CelError]>([
  ["%.3f", large, "123,456.789"],
  ["%.0f", new Double(2.5), "2"],
  ["%.255f", number, `1.25${"0".repeat(253)}`],
  ["%.256f", number, "1.25"],
  ["%.256f", large, "123,456.789000000004307366907596588134765625"],
  ["%.300f", number, `1.25${"0".repeat(42)}`],
  ["%.32768f", number, "1.25"],
  ["%.65535f", number, `1.25${"0".repeat(253)}`],
  ["%.65536f", large, "123,457"],
  ["%.65537f", number, "1.2"],
  ["%.9999999f", new Double(1e21), `1,${Array(7).fill("000").join(",")}.${"0".repeat(127)}`],
  ["%.2147483647f", number, "%!(NOVERB)"],
  ["%.9223372036854775807e", new Double(Infinity), "%!(NOVERB)"],
  ["%.65536e", number, "1.250000×10⁰⁰"],
  ["%.9223372036854775808f", number, badPrecision("9223372036854775808")],
  ["%.99999999999999999999s", number, badPrecision("99999999999999999999")],
  [
    "%s",
    Uint8Array.of(0xff),
    new CelError(
      'error during formatting: could not convert argument "invalid UTF-8 in bytes, cannot convert to string" to string',
    ),
  ],
])("%j of %j", (format, value, want) => {
  expect(formatString(format, [value])).toEqual(want);
});
