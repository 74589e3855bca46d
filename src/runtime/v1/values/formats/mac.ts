const colons =
  /^[0-9A-Fa-f]{2}([:-])(?:[0-9A-Fa-f]{2}\1){4}(?:(?:[0-9A-Fa-f]{2}\1){2}(?:(?:[0-9A-Fa-f]{2}\1){12})?)?[0-9A-Fa-f]{2}$/;
const dots =
  /^(?:[0-9A-Fa-f]{4}\.){2}(?:[0-9A-Fa-f]{4}\.(?:(?:[0-9A-Fa-f]{4}\.){6})?)?[0-9A-Fa-f]{4}$/;

const bare = /^[0-9A-Fa-f]{12}(?:[0-9A-Fa-f]{4}(?:[0-9A-Fa-f]{24})?)?$/;

/**
 * Format `mac`: 6, 8 or 20 bytes in pairs of digits with `:` or `-`, in fours with `.`, or (since
 * Go 1.26) with nothing between (Go's `net.ParseMAC`).
 */
export function isMac(value: string): boolean {
  return colons.test(value) || dots.test(value) || bare.test(value);
}
