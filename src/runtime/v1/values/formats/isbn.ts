import { isIsbn10 } from "./isbn10.js";
import { isIsbn13 } from "./isbn13.js";

/** Format `isbn`: either kind. */
export function isIsbn(value: string): boolean {
  return isIsbn10(value) || isIsbn13(value);
}
