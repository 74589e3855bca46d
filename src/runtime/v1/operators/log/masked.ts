import type { LogFields, Logger } from "./logger.js";
import { isSecretName, withoutSecrets } from "./secrets.js";

/**
 * Writes an entry without tokens and the contents of Secrets, whatever the logger makes of fields:
 * pino writes all that an error bears.
 */
export function writeMasked(
  logger: Logger,
  level: keyof Logger,
  fields: LogFields,
  message: string,
): void {
  logger[level](maskedFields(fields), withoutSecrets(message));
}

/** The fields of an entry as they may be written. */
export function maskedFields(fields: LogFields): LogFields {
  const masked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) masked[name] = maskedValue(value, name);
  return masked;
}

/** Objects within objects, and causes of causes, that are written. */
const deepestObject = 5;
const longestText = 1_000;

/**
 * A value as it may be written: of an object of the API its name, of other objects what JSON would
 * hold, of an error a copy that is of the same class, with its stack and causes.
 */
export function maskedValue(value: unknown, name = ""): unknown {
  try {
    return valueAt(value, name, 0);
  } catch {
    return `an unreadable ${typeof value}`;
  }
}

function valueAt(value: unknown, name: string, depth: number): unknown {
  if (isSecretName(name)) return "***";
  if (typeof value === "string") return shortText(value);
  // JSON would refuse it.
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth > deepestObject) return "…";
  const members = (object: object): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(object).map(([each, of]) => [each, valueAt(of, each, depth + 1)]),
    );
  if (value instanceof Error) return copyOf(value, members);
  if (Array.isArray(value)) return Object.values(members(value));
  const { kind = "", metadata, toJSON } = value as AnyObject; // of the API, perhaps
  if (metadata?.name !== undefined) {
    const { name: own, namespace } = metadata;
    return shortText(`${kind} ${namespace === undefined ? "" : `${namespace}/`}${own}`.trimStart());
  }
  if (typeof toJSON === "function") return valueAt(toJSON.call(value), "", depth + 1);
  const prototype: unknown = Object.getPrototypeOf(value);
  // Sockets and buffers hold what nobody has looked at.
  return prototype === Object.prototype || prototype === null
    ? members(value)
    : Object.prototype.toString.call(value);
}

/** A text of a field as it may be written. */
export function shortText(text: string): string {
  return withoutSecrets(text.length > longestText ? `${text.slice(0, longestText)}…` : text);
}

interface AnyObject {
  readonly kind?: string;
  readonly metadata?: { readonly name?: string; readonly namespace?: string } | null;
  readonly toJSON?: unknown;
}

/** What loggers do not see among its members stays out of their sight. */
function copyOf(error: Error, members: (object: object) => object): Error {
  const {
    message,
    stack = String(error),
    cause,
    errors,
  } = error as Error & { readonly errors?: unknown }; // of some
  const hidden = Object.entries({
    ...members({ ...(cause !== undefined && { cause }), ...(errors !== undefined && { errors }) }),
    message: withoutSecrets(message),
    stack: withoutSecrets(stack),
  });
  const copy = Object.assign(new Error(), members(error));
  for (const [name, value] of hidden) {
    Object.defineProperty(copy, name, { value, writable: true, configurable: true });
  }
  return Object.setPrototypeOf(copy, Object.getPrototypeOf(error) as object) as Error; // typed as any
}
