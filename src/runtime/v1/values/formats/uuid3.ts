/** Format `uuid3`: a UUID of version 3, with or without dashes, in either case. */
export function isUuid3(value: string): boolean {
  return /^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(value);
}
