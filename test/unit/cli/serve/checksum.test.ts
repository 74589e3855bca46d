import { expect, it } from "vitest";
import { checksum, slowCrc32 } from "../../../../src/cli/serve/data-reader.js";

it("is the CRC-32 of the standard, with and without that of Node", () => {
  const cases = { "": 0, "123456789": 0xcb_f4_39_26, "ü\n\0": slowCrc32(Buffer.from("ü\n\0")) };
  for (const [text, expected] of Object.entries(cases)) {
    expect(slowCrc32(Buffer.from(text))).toBe(expected);
    expect(checksum(Buffer.from(text))).toBe(expected.toString(16).padStart(8, "0"));
  }
});
