import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../../src/crd/diagnostics/diagnostics.js";
import { decodeSource, decodeUtf8 } from "../../../../src/crd/source/decode.js";

const utf8 = (text: string): number[] => [...new TextEncoder().encode(text)];

describe("decoding", () => {
  it("drops a byte order mark", () => {
    const bytes = Uint8Array.from([0xef, 0xbb, 0xbf, ...utf8("a: é")]);
    expect(decodeUtf8(bytes)).toStrictEqual({ text: "a: é", fault: undefined });
  });

  it.each([
    ["a stray continuation", [...utf8("é😀"), 0x80], 3],
    ["an overlong form", [0x61, 0xc0, 0x80], 1],
    ["a surrogate", [0x61, 0xed, 0xa0, 0x80], 1],
    ["a cut character", [...utf8("ab"), 0xe2, 0x82], 2],
    ["beyond U+10FFFF", [0xf4, 0x90, 0x80, 0x80], 0],
    ["a byte that begins nothing", [0x61, 0xf5, 0x80, 0x80, 0x80], 1],
    ["an overlong form of four bytes", [0x61, 0xf0, 0x8f, 0xbf, 0xbf], 1],
    ["a fault behind the first character of four bytes", [0xf0, 0x90, 0x80, 0x80, 0xff], 2],
    ["a fault behind the last character", [0xf4, 0x8f, 0xbf, 0xbf, 0xff], 2],
    ["a real U+FFFD before", [...utf8("\ufffd"), 0xff], 1],
  ])("finds %s", (_name, bytes, offset) => {
    expect(decodeUtf8(Uint8Array.from(bytes)).fault?.offset).toBe(offset);
  });

  it.each([
    ["little", [0xff, 0xfe, 0x61, 0], "the text is UTF-16LE"],
    ["big", [0xfe, 0xff, 0, 0x61], "the text is UTF-16BE"],
  ])("names UTF-16, %s endian", (_name, bytes, reason) => {
    expect(decodeUtf8(Uint8Array.from(bytes)).fault).toStrictEqual({ offset: 0, reason });
  });

  it("reports and gives no file", () => {
    const diagnostics = new Diagnostics();
    const bytes = Uint8Array.from([...utf8("a: "), 0xff]);
    expect(decodeSource("x.yaml", bytes, diagnostics)).toBeUndefined();
    expect(diagnostics.list.map(({ code, message }) => [code, message])).toStrictEqual([
      ["source/not-utf8", "not UTF-8: byte 0xFF does not begin a character"],
    ]);
    expect(diagnostics.list[0]?.span?.start).toBe(3);
  });
});
