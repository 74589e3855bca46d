const colons =
  /^[0-9A-Fa-f]{2}([:-])(?:[0-9A-Fa-f]{2}\1){4}(?:(?:[0-9A-Fa-f]{2}\1){2}(?:(?:[0-9A-Fa-f]{2}\1){12})?)?[0-9A-Fa-f]{2}$/;
const dots =
  /^(?:[0-9A-Fa-f]{4}\.){2}(?:[0-9A-Fa-f]{4}\.(?:(?:[0-9A-Fa-f]{4}\.){6})?)?[0-9A-Fa-f]{4}$/;

/** Format `mac`: 6, 8 or 20 bytes in pairs of digits with `:` or `-`, or in fours with `.` (Go's `net.ParseMAC`). */
export function isMac(value: string): boolean {
  return colons.test(value) || dots.test(value);
}
