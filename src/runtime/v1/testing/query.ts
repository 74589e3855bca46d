import { quote } from "../values/go/quote.js";
import { badRequestFailure } from "./failure.js";

/** The values of a query by their names. */
export type QueryValues = ReadonlyMap<string, readonly string[]>;

/** Reads a query as Go does: what cannot be read is left out (`net/url`, ParseQuery). */
export function parseQuery(text: string | undefined): Map<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const pair of (text ?? "").split("&")) {
    if (pair === "" || pair.includes(";")) continue;
    const [name, value] = decodePair(pair);
    if (name === undefined || value === undefined) continue;
    const others = values.get(name);
    if (others === undefined) values.set(name, [value]);
    else others.push(value);
  }
  return values;
}

function decodePair(pair: string): readonly (string | undefined)[] {
  const index = pair.indexOf("=");
  const [name, value] = index < 0 ? [pair, ""] : [pair.slice(0, index), pair.slice(index + 1)];
  return [decodePlus(name), decodePlus(value)];
}

function decodePlus(text: string): string | undefined {
  return decodePercents(text.replaceAll("+", " "));
}

/**
 * What stands behind percent signs: Go takes any bytes, and those that are no text are shown as
 * such. Undefined where no two digits follow one.
 */
export function decodePercents(text: string): string | undefined {
  if (!text.includes("%")) return text;
  if (/%(?![\da-f]{2})/i.test(text)) return undefined;
  return text.replace(/(?:%[\da-f]{2})+/gi, (escapes) => {
    const bytes = escapes.split("%").slice(1);
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(
      Uint8Array.from(bytes, (byte) => parseInt(byte, 16)),
    );
  });
}

/** The first value; `""` if there is none. */
export function textIn(query: QueryValues, name: string): string {
  return query.get(name)?.[0] ?? "";
}

/** True for everything but `false` and `0` (apimachinery `runtime/conversion.go`). */
export function flagIn(query: QueryValues, name: string): boolean | undefined {
  const value = query.get(name)?.[0];
  return value === undefined ? undefined : !/^(false|0)$/i.test(value);
}

/** An int64 in Go's words if it is none. */
export function integerIn(query: QueryValues, name: string): number | undefined {
  const value = query.get(name)?.[0];
  if (value === undefined) return undefined;
  const fault = integerFault(value);
  if (fault === undefined) return Number(value);
  throw badRequestFailure(`strconv.ParseInt: parsing ${quote(value)}: ${fault}`);
}

/** What `strconv.ParseInt` says of a text that is no int64. */
export function integerFault(text: string): string | undefined {
  if (!/^[+-]?\d+$/.test(text)) return "invalid syntax";
  const value = BigInt(text.replace(/^\+/, ""));
  return BigInt.asIntN(64, value) === value ? undefined : "value out of range";
}
