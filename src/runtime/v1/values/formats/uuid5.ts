/** Format `uuid5`: a UUID of version 5, with or without dashes, in either case. */
export function isUuid5(value: string): boolean {
  return /^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i.test(value);
}
