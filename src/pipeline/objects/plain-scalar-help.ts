import { quotesAdvice, typeAdvice } from "../../frontend/decode/type-advice.js";
import { adviceForKey, miswrittenKey } from "../../frontend/miswritten-key.js";
import type { FieldError } from "../../runtime/v1/field-error.js";
import type { Path, SourceDocument } from "../../source/document.js";

/** What to do about a scalar that YAML took for something else than a text: `version: 1.20`, `answer: no`. */
export function helpForValue(error: FieldError, { format }: SourceDocument): string | undefined {
  if (!notText.test(error.message)) return undefined;
  return quotes(format);
}

/** The same for metadata, of which the server says that it cannot be decoded. */
export function helpForRejected(message: string, { format }: SourceDocument): string | undefined {
  if (message.includes(': parsing time "'))
    return "write it as in RFC 3339: `2030-01-31T00:00:00Z`";
  const [, value, type] = /cannot unmarshal (\w+)\b[^]* of type (\S+)$/.exec(message) ?? [];
  if (value === undefined || type === undefined) return undefined;
  const isScalar = !["array", "object"].includes(value);
  if (textType.test(type)) return isScalar ? quotes(format) : typeAdvice.string;
  if (type.startsWith("[]")) return "write a list";
  return typeAdvice[typeKinds.find(([form]) => form.test(type))?.[1] ?? "map"];
}

const textType = /^(?:string|types\.UID|v1\.\w+Type)$/;

const typeKinds = [
  [/^\*?u?int/, "int64"],
  [/^\*?bool$/, "bool"],
] as const;

function quotes(format: SourceDocument["format"]): string {
  return format === "yaml" ? quotesAdvice : "put it into quotes";
}

const notText = /must be of type string: "(?:boolean|integer|number)"$/;

/** What to do about a key that YAML took for something else: `y: 1` has the key `true`, `0x10: 1` the key `16`. */
export function helpForKey(path: Path, document: SourceDocument): string | undefined {
  const written = miswrittenKey(path, document);
  return written === undefined ? undefined : adviceForKey(written, String(path.at(-1)));
}
