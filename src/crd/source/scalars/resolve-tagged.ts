import { daysIn } from "../../../runtime/v1/values/go/time.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import { resolveNumber, resolvePlain } from "./resolve-scalar.js";

/**
 * What a scalar with an explicit tag stands for, or why it cannot; tags that YAML does not define
 * give the text.
 */
type Tagged =
  | { readonly kind: "value"; readonly value: Json }
  | { readonly kind: "not-finite" }
  | { readonly kind: "refused"; readonly reason: string };

/** `tag` in its long form, as `tag:yaml.org,2002:int`. */
export function resolveTagged(tag: string, text: string): Tagged {
  const short = tag.startsWith("tag:yaml.org,2002:") ? `!!${tag.slice(18)}` : tag;
  if (short === "!!binary") return decodeBinary(text);
  if (short === "!!timestamp" && isTimestamp(text)) return { kind: "value", value: text };
  if (!["!!timestamp", "!!bool", "!!int", "!!float", "!!null"].includes(short)) {
    return { kind: "value", value: text };
  }
  const value = resolvePlain(text);
  if (value === undefined && short === "!!float") return { kind: "not-finite" };
  const found = value === undefined ? "!!float" : tagOf(value, text);
  if (found === short || (short === "!!float" && found === "!!int")) {
    return { kind: "value", value: value ?? null };
  }
  return { kind: "refused", reason: `cannot decode ${found} \`${text}\` as a ${short}` };
}

function tagOf(value: Json, text: string): string {
  if (value === null) return "!!null";
  if (typeof value === "boolean") return "!!bool";
  if (typeof value === "string") return "!!str";
  return typeof resolveNumber(text) === "bigint" ? "!!int" : "!!float";
}

const base64Form = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function decodeBinary(text: string): Tagged {
  const compact = text.replaceAll("\n", "").replaceAll("\r", "");
  if (!base64Form.test(compact)) {
    return { kind: "refused", reason: "!!binary value contains invalid base64 data" };
  }
  const bytes = Uint8Array.from(atob(compact), (char) => char.charCodeAt(0));
  return { kind: "value", value: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) };
}

const dateForm = /^(\d{4})-(\d\d?)-(\d\d?)(.*)$/s;
/** Behind `T` there is a zone, behind a space there is none. */
const timeForm =
  /^(?:[Tt](?=.*(?:Z|[-+]\d\d:\d\d)$)| (?!.*[-+Z]))(\d\d?):(\d\d?):(\d\d?)(?:[.,]\d+)?(?:Z|[-+]\d\d:\d\d)?$/;

/** Whether a text is a date, perhaps with a time (`parseTimestamp` in `resolve.go`). */
function isTimestamp(text: string): boolean {
  const [, year, month, day, rest = ""] = dateForm.exec(text) ?? [];
  if (year === undefined || !isDate(Number(year), Number(month), Number(day))) return false;
  if (rest === "") return true;
  const [, hour, minute, second] = timeForm.exec(rest) ?? [];
  return Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
}

function isDate(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}
