/** Format `uuid4`: a UUID of version 4, with or without dashes, in either case. */
export function isUuid4(value: string): boolean {
  return /^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i.test(value);
}
