import type { TransportRequest } from "../../runtime/v1/client/transport.js";
import { parseGoDuration } from "../../runtime/v1/go/duration.js";
import { badRequestFailure } from "../../runtime/v1/testing/failure.js";
import { parseQuery, textIn } from "../../runtime/v1/testing/query.js";

/** How long a request may take, in ms, unless it asks for less. */
const longest = 60_000;

/**
 * How long a request may take, in ms, by its query (apiserver
 * `endpoints/filters/request_deadline.go`).
 *
 * @throws Failure 400
 */
export function timeLimitOf({ query }: TransportRequest): number {
  if (query?.includes("timeout") !== true) return longest;
  const text = textIn(parseQuery(query), "timeout");
  if (text === "") return longest;
  const nanoseconds = parseGoDuration(text);
  if (nanoseconds === undefined) {
    const fault = faultOfDuration(text);
    throw badRequestFailure(`invalid timeout specified in the request URL - time: ${fault}`);
  }
  const limit = Number(nanoseconds) / 1e6;
  return limit > 0 && limit < longest ? limit : longest;
}

const units = ["ns", "us", "\u00b5s", "\u03bcs", "ms", "s", "m", "h"];

/** Go `time/format.go`, ParseDuration */
function faultOfDuration(text: string): string {
  const all = quoteBytes(text);
  for (const [, number, unit = ""] of text.replace(/^[+-]/, "").matchAll(/([\d.]*)([^\d.]*)/g)) {
    if (number === undefined || !/^(?:\d+\.?\d*|\.\d+)$/.test(number)) break;
    if (unit === "") return `missing unit in duration ${all}`;
    if (!units.includes(unit)) return `unknown unit ${quoteBytes(unit)} in duration ${all}`;
  }
  return `invalid duration ${all}`;
}

/** What is not ASCII is shown by its bytes. */
function quoteBytes(text: string): string {
  const shown = Array.from(Buffer.from(text), (byte) => {
    const character = String.fromCharCode(byte);
    if (character === '"' || character === "\\") return `\\${character}`;
    return byte < 0x20 || byte >= 0x80 ? `\\x${byte.toString(16).padStart(2, "0")}` : character;
  });
  return `"${shown.join("")}"`;
}

/** The time for a request is over. */
export class TimeIsOver extends Error {
  override readonly name = "TimeIsOver";
}

/**
 * Does what may take so many ms, and gives it up then.
 *
 * @throws TimeIsOver
 */
export async function within<T>(
  limit: number,
  work: (signal: AbortSignal) => Promise<T>,
  parent: AbortSignal,
): Promise<T> {
  if (limit < 1) throw new TimeIsOver();
  const over = new AbortController();
  const giveUp = (): void => {
    over.abort(parent.reason);
  };
  parent.addEventListener("abort", giveUp);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new TimeIsOver();
      reject(error);
      over.abort(error);
    }, limit);
  });
  try {
    return await Promise.race([work(over.signal), late]);
  } finally {
    clearTimeout(timer);
    parent.removeEventListener("abort", giveUp);
  }
}
