import { quotesAdvice, typeAdvice } from "../../../../crd/frontend/decode/type-advice.js";
import { adviceForKey, miswrittenKey } from "../../../../crd/frontend/findings/miswritten-key.js";
import type { Path, SourceDocument } from "../../../../crd/source/document.js";
import type { ObjectAdvice } from "../object-advice.js";

/** What to do about metadata of which the server says that it cannot be decoded. */
export function helpForRejected(
  message: string,
  { format }: SourceDocument,
  { giveOld }: ObjectAdvice,
): string | undefined {
  if (message.includes(': parsing time "'))
    return "write it as in RFC 3339: `2030-01-31T00:00:00Z`";
  if (message.includes(": the object has been modified;")) return takeOld("resourceVersion");
  if (message.startsWith("resourceVersion should not be set "))
    return `leave \`resourceVersion\` out, or ${giveOld}`;
  if (message.includes(": UID in precondition: ")) return takeOld("uid");
  const [, value, type] = /cannot unmarshal (\w+)\b[^]* of type (\S+)$/.exec(message) ?? [];
  if (value === undefined || type === undefined) return undefined;
  const isScalar = !["array", "object"].includes(value);
  if (textType.test(type)) return isScalar ? quotesAdvice(format) : typeAdvice.string;
  if (type.startsWith("[]")) return "write a list";
  return typeAdvice[typeKinds.find(([form]) => form.test(type))?.[1] ?? "map"];
}

function takeOld(field: string): string {
  return `leave \`${field}\` out, or use the value of the object that is replaced`;
}

const textType = /^(?:string|types\.UID|v1\.\w+Type)$/;

const typeKinds = [
  [/^\*?u?int/, "int64"],
  [/^\*?bool$/, "bool"],
] as const;

/**
 * What to do about a key that YAML took for something else: `y: 1` has the key `true`, `0x10: 1`
 * the key `16`.
 */
export function helpForKey(path: Path, document: SourceDocument): string | undefined {
  const written = miswrittenKey(path, document);
  return written === undefined ? undefined : adviceForKey(written, String(path.at(-1)));
}
