import * as zlib from "node:zlib";

/**
 * CRC-32 of bytes, as in gzip and PNG (ISO 3309), in eight hexadecimal digits: what tells a damaged
 * line from a whole one.
 */
export function checksum(bytes: Uint8Array): string {
  // Node has one of its own only since 20.15.
  const crc = "crc32" in zlib ? zlib.crc32(bytes) : slowCrc32(bytes);
  return crc.toString(16).padStart(8, "0");
}

/** The same in JavaScript. */
export function slowCrc32(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xed_b8_83_20 : crc >>> 1;
  return crc;
});
