import { nearest } from "../../../../crd/diagnostics/similar.js";
import { resolvePlain } from "../../../../crd/source/scalars/resolve-scalar.js";
import type { Json } from "../../../../runtime/v1/values/json/json.js";
import { areAlternatives, oneOfThem } from "./alternatives.js";
import type { RefusedValue } from "./refused-value.js";

type Help = string | undefined;

/**
 * Which of the allowed values is meant, where that can be told, or what is wrong with the enum of
 * the CRD.
 */
export function enumHelp({ value, schema }: RefusedValue): Help {
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
