/** Format `bsonobjectid`: 24 hexadecimal digits of either case. */
export function isBsonObjectId(value: string): boolean {
  return /^[0-9A-Fa-f]{24}$/.test(value);
}
