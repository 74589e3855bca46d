import { goJson } from "../../runtime/v1/values/go/json.js";
import { JsonFault, parseJson } from "../../runtime/v1/values/go/parse-json.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";

/** For messages whose JSON is another one than that of their fields. */
interface Adapter {
  /** Undefined for a message without any field. */
  readonly toMessage: (value: Json | undefined) => JsonObject | undefined;
  readonly fromMessage: (message: JsonObject) => Json;
}

const raw: Adapter = {
  toMessage: (value) => ({ raw: value ?? null }),
  fromMessage: (message) => message["raw"] ?? null,
};

/**
 * A set of fields, which the server keeps as it came until it looks at the owners: what is no JSON,
 * or more than that, is no set, and stands here as a text, which is none either.
 */
const fieldSet: Adapter = {
  toMessage: (value) => ({ raw: value === undefined || value === null ? null : goJson(value) }),
  fromMessage: (message) => {
    const { raw: text = null } = message;
    if (typeof text !== "string") return null;
    const parsed = parseJson(text);
    return parsed instanceof JsonFault ? text : parsed.value;
  },
};

const items: Adapter = {
  toMessage: (value) => ({ items: value ?? null }),
  fromMessage: (message) => message["items"] ?? [],
};

const schemaOrList: Adapter = {
  toMessage: (value) => (Array.isArray(value) ? { list: value } : { schema: value ?? null }),
  fromMessage: ({ schema, list }) => schema ?? list ?? [],
};

/** By message. */
export const adapters: { readonly [message: string]: Adapter | undefined } = {
  Time: { toMessage: (text) => momentOf(text, false), fromMessage: (moment) => textOf(moment, 0) },
  MicroTime: {
    toMessage: (text) => momentOf(text, true),
    fromMessage: (moment) => textOf(moment, 6),
  },
  Quantity: {
    toMessage: (value) => ({ string: typeof value === "string" ? value : "0" }),
    fromMessage: ({ string: text }) => text ?? "0",
  },
  IntOrString: {
    toMessage: (value) =>
      typeof value === "string"
        ? { type: 1, intVal: 0, strVal: value }
        : { type: 0, intVal: value ?? 0, strVal: "" },
    fromMessage: ({ type, intVal, strVal }) => (type === 1 ? (strVal ?? "") : (intVal ?? 0)),
  },
  FieldsV1: fieldSet,
  JSON: raw,
  Verbs: items,
  ExtraValue: items,
  AttestationValue: items,
  JSONSchemaPropsOrArray: schemaOrList,
  JSONSchemaPropsOrStringArray: schemaOrList,
  JSONSchemaPropsOrBool: {
    toMessage: (value) =>
      isObject(value) ? { allows: true, schema: value } : { allows: value === true },
    fromMessage: ({ allows, schema }) => schema ?? allows ?? false,
  },
};

/** A time that is not known is a message without fields. */
function momentOf(text: Json | undefined, hasMicros: boolean): JsonObject | undefined {
  if (typeof text !== "string") return undefined;
  const milliseconds = Date.parse(text);
  if (Number.isNaN(milliseconds)) return undefined;
  const [, fraction = ""] = /\.(\d+)/.exec(text) ?? [];
  const nanos = hasMicros ? Number(fraction.slice(0, 6).padEnd(6, "0")) * 1000 : 0;
  return { seconds: Math.floor(milliseconds / 1000), nanos };
}

/** RFC 3339 with so many digits after the point; null for a message without fields. */
function textOf({ seconds, nanos }: JsonObject, digits: number): Json {
  if (seconds === 0 && nanos === 0) return null;
  const date = new Date(Number(seconds) * 1000);
  if (Number.isNaN(date.getTime())) return null;
  const fraction = String(Number(nanos)).padStart(9, "0").slice(0, digits);
  return date.toISOString().replace(/\.\d+Z$/, digits === 0 ? "Z" : `.${fraction}Z`);
}
