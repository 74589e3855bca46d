import { createHash, timingSafeEqual } from "node:crypto";

/** In a time that does not tell how much is right, nor how long the right one is. */
export function isSameToken(given: string, expected: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(expected));
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
