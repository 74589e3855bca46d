import { expect, it } from "vitest";
import { base64Fault } from "../../../../src/runtime/v1/built-in/go-types/base64-fault.js";

// What Go's encoding/base64 says of each.
it.each([
  ["", undefined],
  ["AAAA", undefined],
  ["AA==", undefined],
  ["AAA=", undefined],
  ["AA\nAA\r\n", undefined],
  ["AA=\n=", undefined],
  ["AAA", 0],
  ["AA=", 3],
  ["A===", 1],
  ["A=A=", 1],
  ["====", 0],
  ["AA=A", 2],
  ["AA==A", 4],
  ["AAAA=", 4],
  ["AAAAA", 4],
  ["A A=", 1],
  ["AAA-", 3],
  ["é", 0],
])("%j stumbles over byte %s", (text, byte) => {
  const want = byte === undefined ? undefined : `illegal base64 data at input byte ${byte}`;
  expect(base64Fault(text)).toBe(want);
});
