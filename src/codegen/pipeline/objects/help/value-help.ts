import { legalName } from "../../../../crd/frontend/findings/legal-name.js";
import { adviceForPlaceholder } from "../../../../crd/frontend/findings/placeholder.js";
import { shownText } from "../../../../crd/frontend/findings/shown-text.js";
import type { FieldError } from "../../../../runtime/v1/values/field-error.js";
import {
  labelFaults,
  labelKeyFaults,
  labelValueFaults,
  subdomainFaults,
} from "../../../../runtime/v1/values/names.js";
import { enumHelp } from "./enum-help.js";
import { formatExample } from "./format-example.js";
import { junctorHelp } from "./junctor-help.js";
import { patternHelp } from "./pattern-help.js";
import type { RefusedValue } from "./refused-value.js";
import { requiredHelp } from "./required-help.js";
import { typeHelp } from "./type-help.js";

type Help = string | undefined;

/** What to do about a cause of the server, where its own text does not say so. */
export function valueHelp(refused: RefusedValue): Help {
  const { error, value } = refused;
  if (error.reason === "FieldValueRequired") return requiredHelp(refused);
  const text = typeof value === "string" ? value : shownText(error.message);
  return adviceForPlaceholder(text) ?? wrongValueHelp(refused);
}

function wrongValueHelp(refused: RefusedValue): Help {
  const { error } = refused;
  switch (error.reason) {
    case "FieldValueNotSupported":
      return enumHelp(refused);
    case "FieldValueTooLong":
      return tooLongHelp(refused);
    default:
  }
  if (error.message.endsWith(": field is immutable")) return immutableHelp(refused);
  const type = /must be of type ([\w,-]+): "/.exec(error.message)?.[1];
  if (type !== undefined) return formatHelp(type, refused) ?? typeHelp(type, refused);
  if (/ must validate .* schema \(\w+Of\)/.test(error.message)) return junctorHelp(refused);
  if (error.message.includes(" in body should match '")) return patternHelp(refused);
  if (error.message.includes(": Checked value must be of type ")) return numberRangeHelp(refused);
  return refused.exists ? (nameHelp(error) ?? ruleHelp(error)) : undefined;
}

/** A rule that fails to evaluate since it reads what is not there. */
function ruleHelp({ message }: FieldError): Help {
  const field = /: no such key: (\S{1,60}) evaluating rule: /.exec(message)?.[1];
  return field && `set \`${field}\`: the rule reads it without testing \`has()\` first`;
}

/** The message calls them bytes, and does not tell how many there are. */
function tooLongHelp({ value, schema }: RefusedValue): Help {
  const limit = schema?.validation.maxLength;
  if (typeof value !== "string" || limit === undefined) return undefined;
  const length = Array.from(value).length;
  return length > limit ? `shorten it to ${limit} characters: it has ${length}` : undefined;
}

function immutableHelp({ old }: RefusedValue): Help {
  const isScalar = old !== undefined && old !== null && typeof old !== "object";
  return isScalar ? `keep \`${String(old)}\`` : "keep the old value";
}

/** The server's text is the same for a wrong type and for a text of a wrong format. */
function formatHelp(type: string, { value, schema }: RefusedValue): Help {
  if (
    typeof value !== "string" ||
    schema?.validation.format.replaceAll("-", "") !== type.replaceAll("-", "")
  )
    return undefined;
  const example = formatExample(type);
  return example === undefined ? undefined : `write it like \`${example}\``;
}

const ranges: Readonly<Record<string, readonly [least: bigint, most: bigint]>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint32: [0n, 2n ** 32n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
};

/**
 * Between which numbers a value must lie of which the server names the format alone; its default
 * for integers is int64.
 */
function numberRangeHelp({ error }: RefusedValue): string | undefined {
  const [, type, format = "int64"] =
    /must be of type (\w+) (?:\(default format\)|with format (\w+)) in /.exec(error.message) ?? [];
  const range = type === "integer" ? ranges[format] : undefined;
  return range && `write a whole number from ${range[0]} to ${range[1]}`;
}

/** The server's rules for names, by how their texts begin. */
const rules: readonly (readonly [text: RegExp, faults: (name: string) => readonly string[]])[] = [
  [/^a lowercase RFC 1123 subdomain must/, subdomainFaults],
  [/^(?:a lowercase RFC 1123 label must|must not contain dots$)/, labelFaults],
  [/^a valid label must be/, labelValueFaults],
  [/^name part must consist/, labelKeyFaults],
];

/**
 * A name that the server takes, near to one that it refuses; undefined where there is none, or it
 * is not about a name.
 */
function nameHelp({ field, message }: FieldError): string | undefined {
  const text = /^Invalid value: "(?:[^"\\]|\\.)*": ([^]*)/.exec(message)?.[1];
  const faults = rules.find(([rule]) => rule.test(text ?? ""))?.[1];
  const name = shownText(message);
  if (name === undefined || faults === undefined) return undefined;
  const end = field.endsWith(".generateName") && /[-_ ]$/.test(name) ? "-" : "";
  const good = legalName(name, faults);
  return good === undefined ? undefined : `write \`${good}${end}\`, for example`;
}
