/**
 * Format `byte`: base64 of the standard alphabet with padding; the empty string is none
 * (govalidator `IsBase64`).
 */
export function isByte(value: string): boolean {
  return value.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(value);
}
