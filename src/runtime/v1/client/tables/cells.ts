import { formatFloat } from "../../values/go/float.js";
import { goJson } from "../../values/go/json.js";
import { parseGoTime, TimeFault } from "../../values/go/time.js";
import type { Json } from "../../values/json/json.js";
import { Float64, isInt64, isObject } from "../../values/json/json.js";
import { valueAt } from "./json-path.js";

/*
 * What tables show of a value, by the type of the column (apiextensions
 * `registry/customresource/tableconvertor/tableconvertor.go`, cellForJSONValue). A value that is
 * not there, or not of the type, is null. Each type has a function of its own, so that generated
 * code brings along only what its columns need.
 */

/** The first cell of each row. */
export function nameCell(object: unknown): string {
  const name = valueAt(object, "metadata", "name");
  return typeof name === "string" ? name : "";
}

/** A cell of a column of texts: any value as text. */
export function textCell(value: Json | undefined): string | null {
  if (value === undefined) return null;
  if (value === null) return "<no value>";
  if (typeof value === "string") return value;
  if (isObject(value) || Array.isArray(value)) return goJson(value);
  if (value instanceof Float64) return formatFloat(value.value);
  return typeof value === "number" && !isInt64(value) ? formatFloat(value) : String(value);
}

/** A cell of a column of integers: a fraction is cut off. */
export function integerCell(value: Json | undefined): number | null {
  if (typeof value === "bigint") return bigCell(value);
  const number = value instanceof Float64 ? value.value : value;
  return typeof number === "number" ? Math.trunc(number) : null;
}

/** A cell of a column of numbers. */
export function numberCell(value: Json | undefined): number | null {
  if (typeof value === "bigint") return Number(value);
  if (value instanceof Float64) return bigCell(value);
  return typeof value === "number" ? value : null;
}

/** Numbers that are read exactly stay exact; in the types of objects they are numbers, too. */
function bigCell(value: bigint | Float64): number {
  return value as unknown as number; // see above
}

/** A cell of a column of booleans. */
export function booleanCell(value: Json | undefined): boolean | null {
  return typeof value === "boolean" ? value : null;
}

/**
 * A cell of a column of dates: how long ago it was, such as `5m30s`; `<invalid>` for times to come
 * and for texts that are no times, `<unknown>` for an empty text.
 *
 * @param now a Date, or milliseconds since 1970; default: the clock
 */
export function ageCell(value: Json | undefined, now: number | Date = Date.now()): string | null {
  if (typeof value !== "string") return null;
  if (value === "") return "<unknown>";
  const time = parseGoTime(value);
  return time instanceof TimeFault ? "<invalid>" : ageText(Number(now) - Date.parse(value));
}

/**
 * How long ago something was, as `kubectl get` shows it (apimachinery `util/duration/duration.go`,
 * HumanDuration).
 *
 * @param milliseconds since then; `<invalid>` for times to come, and for what is no number
 */
export function ageText(milliseconds: number): string {
  const seconds = Math.trunc(milliseconds / 1000);
  if (!(seconds >= -1)) return "<invalid>";
  if (seconds < 0) return "0s";
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.trunc(seconds / 60);
  if (minutes < 10) return pair(minutes, "m", seconds % 60, "s");
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.trunc(minutes / 60);
  if (hours < 8) return pair(hours, "h", minutes % 60, "m");
  if (hours < 48) return `${hours}h`;
  const days = Math.trunc(hours / 24);
  if (hours < 192) return pair(days, "d", hours % 24, "h");
  const years = Math.trunc(days / 365);
  if (years < 2) return `${days}d`;
  return years < 8 ? pair(years, "y", days % 365, "d") : `${years}y`;
}

function pair(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit}${small}${smallUnit}`;
}
