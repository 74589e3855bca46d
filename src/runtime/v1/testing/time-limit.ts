import { parseGoDuration } from "../go/duration.js";
import { quoteTime } from "../go/time.js";
import { badRequestFailure } from "./failure.js";
import type { QueryValues } from "./query.js";
import { textIn } from "./query.js";

/** How long a request may take, in ms, unless it asks for less. */
const longest = 60_000;

/**
 * How long a request may take, in ms, by its query (apiserver
 * `endpoints/filters/request_deadline.go`).
 *
 * @throws Failure 400
 */
export function timeLimitOf(query: QueryValues): number {
  const text = textIn(query, "timeout");
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
  const all = quoteTime(text);
  for (const [, number, unit = ""] of text
    .replace(/^[+-]/, "")
    .matchAll(/(\d*(?:\.\d*)?)([^\d.]*)/g)) {
    if (number === undefined || !/\d/.test(number)) break;
    if (unit === "") return `missing unit in duration ${all}`;
    if (!units.includes(unit)) return `unknown unit ${quoteTime(unit)} in duration ${all}`;
  }
  return `invalid duration ${all}`;
}
