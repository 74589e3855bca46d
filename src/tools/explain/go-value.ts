import { compareUtf8 } from "../../runtime/v1/go/compare-utf8.js";
import { formatFloat } from "../../runtime/v1/go/float.js";
import type { Json } from "../../runtime/v1/json/json.js";
import { Float64, isObject } from "../../runtime/v1/json/json.js";

/**
 * A value of an enum as Go's templates print it: numbers are float64, `null` has no value, and the
 * empty text is written `""` (kubectl `explain/v2/templates/plaintext.tmpl`, `extractEnum`).
 */
export function enumText(value: Json): string {
  if (value === "") return '""';
  return value === null ? "<no value>" : goText(value);
}

/** Go's `%v` of a value that `encoding/json` decoded. */
function goText(value: Json): string {
  if (value === null) return "<nil>";
  if (Array.isArray(value)) return `[${value.map(goText).join(" ")}]`;
  if (isObject(value)) return `map[${membersText(Object.entries(value))}]`;
  if (typeof value === "number" || typeof value === "bigint") return formatFloat(Number(value));
  return value instanceof Float64 ? formatFloat(value.value) : String(value);
}

function membersText(members: readonly (readonly [string, Json])[]): string {
  return [...members]
    .sort(([left], [right]) => compareUtf8(left, right))
    .map(([key, member]) => `${key}:${goText(member)}`)
    .join(" ");
}
