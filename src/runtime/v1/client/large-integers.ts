import type { TransportRequest } from "./transport.js";

/*
 * `JSON.parse` rounds integers beyond 2^53, which the server holds as int64. To send them back
 * would change what nobody meant to change.
 */

/**
 * Whether the server might hold another integer in the place of this one: an int64 that
 * `JSON.parse` may have rounded. 2^63 is what it makes of the largest int64; all that is larger is
 * a float64, and exact.
 */
export function isLargeInteger(value: unknown): value is number {
  return Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(Number(value)) <= 2 ** 63; // prettier-ignore
}

/** Whether the text of a JSON value may hold such an integer; cheap, and seldom true. */
export function mayHoldLargeInteger(json: string): boolean {
  return /\d{16}/.test(json);
}

/** The first such integer within a value, with its path. */
export function findLargeInteger(
  value: unknown,
  isWanted: (value: number) => boolean = () => true,
  path = "",
): { readonly path: string; readonly value: number } | undefined {
  if (isLargeInteger(value)) return isWanted(value) ? { path, value } : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const below = Array.isArray(value) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`;
    const found = findLargeInteger(member, isWanted, below);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Throws a TypeError if the body of a request holds such an integer. */
export function refuseLargeIntegers(request: TransportRequest): TransportRequest {
  const { method, body } = request;
  if (typeof body !== "string" || !mayHoldLargeInteger(body)) return request;
  const found = findLargeInteger(JSON.parse(body));
  if (found === undefined) return request;
  const verb = method === "PUT" ? "update" : "apply";
  throw largeIntegerError(found, `${verb} would store it so: send the other fields with modify or patch, or say { allowLargeIntegers: true } if it is meant`); // prettier-ignore
}

/** The error for an integer that would be sent. */
export function largeIntegerError(
  { path, value }: { readonly path: string; readonly value: number },
  what: string,
): TypeError {
  return new TypeError(
    `${path} is ${JSON.stringify(value)}, which may be the rounded form of another integer beyond 2^53; ${what}`,
  );
}
