import { quotesAdvice, typeAdvice } from "../../../../crd/frontend/decode/type-advice.js";
import type { Json } from "../../../../runtime/v1/values/json/json.js";
import type { RefusedValue } from "./refused-value.js";

type Help = string | undefined;

/** What to write in place of a value of another type than the server names. */
export function typeHelp(type: string, { value, schema, format }: RefusedValue): Help {
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
