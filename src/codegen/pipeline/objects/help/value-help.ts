import { nearest } from "../../../../crd/diagnostics/wording.js";
import { quotesAdvice, typeAdvice } from "../../../../crd/frontend/decode/report-decoding.js";
import { legalName } from "../../../../crd/frontend/findings/help.js";
import { adviceForPlaceholder, shownText } from "../../../../crd/frontend/findings/shown-values.js";
import { patternOf } from "../../../../crd/interpret/value-schema.js";
import { isRequiredAlone } from "../../../../crd/ir/required-alone.js";
import type { NestedValidation, Schema } from "../../../../crd/ir/schema.js";
import { resolvePlain } from "../../../../crd/source/scalars/resolve-scalar.js";
import type { FieldError } from "../../../../runtime/v1/values/field-error.js";
import type { Json, JsonObject } from "../../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../../runtime/v1/values/json/json.js";
import {
  labelFaults,
  labelKeyFaults,
  labelValueFaults,
  subdomainFaults,
} from "../../../../runtime/v1/values/names.js";

type Help = string | undefined;

/** Returns advice on a cause of the server, where its own text gives none. */
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

/** Returns advice on a value of another type than the one that the server names. */
function typeHelp(type: string, { value, schema, format }: RefusedValue): Help {
  if (value === undefined) return undefined;
  if (value === null) return "leave the field out, or give it a value";
  const isScalar = typeof value !== "object";
  switch (schema?.type) {
    case "string":
      if (!isScalar) return typeAdvice.string;
      return typeof value === "string" ? undefined : quotesAdvice(format);
    case "boolean":
      return booleanHelp(value);
    case "integer":
    case "number":
      return numberHelp(value, schema.type);
    case "array":
      return format === "yaml" ? typeAdvice.slice : "write a list";
    case "object":
      return Array.isArray(value) && format === "yaml"
        ? "write keys with their values, without dashes"
        : typeAdvice.map;
    default:
      return type === "integer,string" ? "write a whole number, or a string in quotes" : undefined;
  }
}

function booleanHelp(value: Json): Help {
  const word = typeof value === "string" ? value.toLowerCase() : "";
  if (["true", "yes", "on"].includes(word)) return bare("true");
  if (["false", "no", "off"].includes(word)) return bare("false");
  return `write \`true\` or \`false\`${withoutQuotes(value)}`;
}

function numberHelp(value: Json, type: "integer" | "number"): Help {
  const isFitting =
    typeof value === "string" && isNumberText(value) && (type === "number" || !value.includes("."));
  if (isFitting) return bare(value);
  return `write a ${type === "integer" ? "whole number" : "number"}${withoutQuotes(value)}`;
}

/** Numbers that YAML and JSON read alike: no leading zeros. */
function isNumberText(text: string): boolean {
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/.test(text);
}

function withoutQuotes(value: Json): string {
  return typeof value === "string" ? ", without quotes" : "";
}

function bare(text: string): string {
  return `write \`${text}\`, without quotes`;
}

/**
 * Which of the allowed values is meant, where that can be told, or what is wrong with the enum of
 * the CRD.
 */
function enumHelp({ value, schema }: RefusedValue): Help {
  const allowed = schema?.validation.enum ?? [];
  if (value === null) return "leave it out: the server finds null equal to no value of an enum";
  if (typeof value !== "string") {
    return unquotedTypes.has(schema?.type ?? "") ? helpForUnquoted(value, allowed) : undefined;
  }
  const isText = schema?.type === "string";
  const unquoted = isText ? helpForQuoted(value, allowed) : undefined;
  if (unquoted !== undefined) return unquoted;
  const texts = allowed.filter((one) => typeof one === "string");
  const near = nearest(value, texts) ?? onlyBeginning(value, texts) ?? firstWord(value, texts);
  if (near !== undefined) return `write \`${near}\``;
  return areAlternatives(value, (text) => texts.includes(text)) ? oneOfThem : undefined;
}

/** The value with a remark behind it. */
function firstWord(value: string, texts: readonly string[]): string | undefined {
  const [, word = ""] = /^(\S+)\s+[(#]/.exec(value) ?? [];
  return texts.includes(word) ? word : undefined;
}

/** The only one that a value is short for, as `HelmRepo` is for `HelmRepository`. */
function onlyBeginning(value: string, texts: readonly string[]): string | undefined {
  if (value.length < shortestBeginning) return undefined;
  const wanted = value.toLowerCase();
  const [found, other] = texts.filter((text) => text.toLowerCase().startsWith(wanted));
  return other === undefined ? found : undefined;
}

const shortestBeginning = 3;

/** A text that YAML reads as one of the values, where it is not in quotes: `True` as true. */
function helpForQuoted(value: string, allowed: readonly Json[]): Help {
  const plain = resolvePlain(value);
  if (plain === undefined || !isUnquotedScalar(plain) || !allowed.includes(plain)) return undefined;
  const read = `the ${typeof plain === "boolean" ? "boolean" : "number"} \`${String(plain)}\``;
  return `the enum of the CRD holds ${read}, which a string can never be: put \`${value}\` in quotes there`;
}

function isUnquotedScalar(value: Json): boolean {
  return ["boolean", "number", "bigint"].includes(typeof value);
}

const unquotedTypes: ReadonlySet<string> = new Set(["integer", "number", "boolean"]);

/** A number or a boolean that stands in the enum as text. */
function helpForUnquoted(value: Json | undefined, allowed: readonly Json[]): Help {
  if (value === undefined || !isUnquotedScalar(value)) return undefined;
  const text = String(value);
  if (!allowed.includes(text)) return undefined;
  return `the enum of the CRD holds the string \`"${text}"\`, which this field can never be: write it without quotes there`;
}

/** Of what a hurried writer gets wrong, that which the pattern tells. */
function patternHelp({ error, value, schema }: RefusedValue): Help {
  if (typeof value !== "string" || value.length > longestTried || schema === undefined)
    return undefined;
  const { validation } = schema;
  // Not one of a branch.
  if (validation.pattern === "" || !error.message.endsWith(` match '${validation.pattern}'`))
    return undefined;
  const pattern = patternOf(validation);
  if (!("test" in pattern)) return undefined;
  const candidates = [value.trim(), value.toLowerCase(), value.toUpperCase()];
  const good = candidates.find(
    (candidate) => candidate !== "" && candidate !== value && pattern.test(candidate),
  );
  if (good !== undefined) return `write \`${good}\``;
  return areAlternatives(value, (text) => pattern.test(text)) ? oneOfThem : undefined;
}

const longestTried = 200;

/** Tells whether a value lists several good ones, as samples do: `Always | Never`. */
function areAlternatives(value: string, isGood: (text: string) => boolean): boolean {
  if (value.length > longestList) return false;
  const parts = value.split(/\s*[|/]\s*/);
  return parts.length > 1 && parts.every(isGood);
}

const longestList = 200;

/** The advice on a list of good values. */
const oneOfThem = "keep one of them";

/** Keys of the same object that are no fields may be the missing one, misspelt. */
const mostUnknown = 100;

/** Returns advice on a missing field that the schema demands itself, not in a branch of it. */
function requiredHelp({ error: { field }, value, exists, schema }: RefusedValue): Help {
  if (exists && value === null) return "give it a value: null counts as missing";
  if (ownerField.test(field)) return "copy it from the owner: `kubectl get -o yaml` prints it";
  const name = missingName(field, schema);
  if (schema === undefined || name === undefined) return undefined;
  const misspelt = isObject(value) ? nearest(name, unknownKeys(value, schema)) : undefined;
  if (misspelt !== undefined) return `\`${misspelt}\` should perhaps be \`${name}\``;
  const form = schema.fields.get(name);
  const words = form && describe(form);
  return words === undefined ? `add \`${name}\`` : `add \`${name}\`, ${words}`;
}

/** The field that is missing, if the node around it demands it itself. */
function missingName(field: string, schema: Schema | undefined): Help {
  const names = schema?.embeddedResource === true ? typeMeta : [];
  return [...(schema?.validation.required ?? []), ...names].find(
    (name) => field === name || field.endsWith(`.${name}`),
  );
}

/** The fields that every object of Kubernetes has. */
const typeMeta = ["apiVersion", "kind"];

const ownerField = /^metadata\.ownerReferences\[\d+\]\./;

const unknownOf = new WeakMap<JsonObject, readonly string[]>();

/** Looked for once in an object, of which many may be missing. */
function unknownKeys(value: JsonObject, schema: Schema): readonly string[] {
  let unknown = unknownOf.get(value);
  if (unknown === undefined) {
    unknown = Object.keys(value).filter((key) => !schema.fields.has(key));
    if (unknown.length > mostUnknown) unknown = [];
    unknownOf.set(value, unknown);
  }
  return unknown;
}

const typeWords: Readonly<Record<Schema["type"], Help>> = {
  "": undefined,
  array: "a list",
  boolean: "`true` or `false`",
  integer: "a whole number",
  number: "a number",
  object: "an object",
  string: "a string",
};

/** Longer lists of values are no help. */
const mostValues = 5;

function describe({ type, intOrString, validation }: Schema): Help {
  const values = validation.enum.filter((value) => typeof value === "string");
  if (values.length > 0 && values.length <= mostValues) {
    const list = values.map((value) => `\`${value}\``).join(", ");
    return values.length === 1 ? list : `one of ${list}`;
  }
  if (intOrString) return "a whole number or a string";
  const example = type === "string" ? formatExample(validation.format) : undefined;
  return example === undefined ? typeWords[type] : `a string like \`${example}\``;
}

/** A text that has the format, by the format's name without dashes. */
const examples: ReadonlyMap<string, string> = new Map([
  ["byte", "aGVsbG8="],
  ["cidr", "192.0.2.0/24"],
  ["date", "2030-01-31"],
  ["datetime", "2030-01-31T00:00:00Z"],
  ["duration", "1h30m"],
  ["email", "name@example.com"],
  ["hexcolor", "#ff8800"],
  ["hostname", "www.example.com"],
  ["ipv4", "192.0.2.1"],
  ["ipv6", "2001:db8::1"],
  ["k8slongname", "my-name.example.com"],
  ["k8sshortname", "my-name"],
  ["mac", "00:00:5e:00:53:01"],
  ["rgbcolor", "rgb(255,136,0)"],
  ["uri", "https://example.com/path"],
  ["uuid", "123e4567-e89b-42d3-a456-426614174000"],
  ["uuid3", "6fa459ea-ee8a-3ca4-894e-db77e160355e"],
  ["uuid4", "123e4567-e89b-42d3-a456-426614174000"],
  ["uuid5", "886313e1-3b8a-5372-9b90-0c9aee199e5d"],
]);

/**
 * A text of a format, for those who do not know how it is written; undefined for formats that
 * nobody takes for a text.
 */
function formatExample(format: string): string | undefined {
  return examples.get(format.replaceAll("-", ""));
}

/** Returns advice for a value of which every branch demands one field and nothing else. */
function junctorHelp({ error, schema }: RefusedValue): Help {
  const isOne = error.message.includes("(oneOf)");
  const branches = isOne ? schema?.validation.oneOf : schema?.validation.anyOf;
  const names = (branches ?? []).map(soleField);
  if (names.length < 2 || names.length > mostBranches || names.includes(undefined))
    return undefined;
  const list = names.map((name) => `\`${String(name)}\``).join(", ");
  return isOne ? `set one of ${list}, and no other` : `set at least one of ${list}`;
}

const mostBranches = 10;

/** The field that a branch demands, if it says nothing else. */
function soleField(branch: NestedValidation): Help {
  const [name, ...others] = branch.validation.required;
  return isRequiredAlone(branch) && others.length === 0 ? name : undefined;
}

/** A value that the server refuses, or the object in which one is missing. */
interface RefusedValue {
  readonly error: FieldError;
  /** The value; where it is missing, what is around it. */
  readonly value: Json | undefined;
  readonly exists: boolean;
  /**
   * The schema that the CRD has for that value; undefined where it says nothing, as of metadata.
   */
  readonly schema: Schema | undefined;
  /** The value in the object that is replaced. */
  readonly old: Json | undefined;
  readonly format: "yaml" | "json";
}
