import type { LogFields, Logger } from "./logger.js";
import { isSecretName, withoutSecrets } from "./secrets.js";

/**
 * Writes an entry without tokens and the contents of Secrets, whatever the logger makes of fields:
 * pino writes all that an error bears. What cannot be read is named in its place.
 */
export function writeMasked(
  logger: Logger,
  level: keyof Logger,
  fields: LogFields,
  message: string,
): void {
  const masked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) masked[name] = maskedValue(name, value);
  logger[level](masked, withoutSecrets(message));
}

/** Objects within objects, and causes of causes, that are written. */
const deepestObject = 5;
/** Characters of a text that are written. */
export const longestText = 1_000;

/**
 * A value as it may be written: of an object of the API its name, of other objects what JSON would
 * hold, of an error a copy that is of the same class, with its stack and causes.
 */
export function maskedValue(name: string, value: unknown): unknown {
  try {
    return valueAt(name, value, 0);
  } catch {
    return `an unreadable ${typeof value}`;
  }
}

function valueAt(name: string, value: unknown, depth: number): unknown {
  if (isSecretName(name)) return "***";
  if (typeof value === "string") return maskedText(value);
  if (typeof value === "bigint" || typeof value === "symbol") return String(value);
  if (typeof value === "function") return undefined;
  if (typeof value !== "object" || value === null) return value;
  if (depth > deepestObject) return "…";
  if (value instanceof Error) return errorAt(value, depth + 1);
  if (Array.isArray(value)) return value.map((each) => valueAt("", each, depth + 1));
  return objectAt(value, depth + 1);
}

function maskedText(text: string): string {
  return withoutSecrets(text.length > longestText ? `${text.slice(0, longestText)}…` : text);
}

function objectAt(value: object, depth: number): unknown {
  const { kind = "", metadata, toJSON } = value as AnyObject; // of the API, perhaps
  if (metadata?.name !== undefined) {
    const { name, namespace } = metadata;
    return maskedText(
      `${kind} ${namespace === undefined ? "" : `${namespace}/`}${name}`.trimStart(),
    );
  }
  if (typeof toJSON === "function") return valueAt("", toJSON.call(value), depth);
  const prototype: unknown = Object.getPrototypeOf(value);
  // Sockets and buffers hold what nobody has looked at.
  if (prototype !== Object.prototype && prototype !== null) {
    return Object.prototype.toString.call(value);
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, valueAt(name, each, depth)]),
  );
}

interface AnyObject {
  readonly kind?: string;
  readonly metadata?: { readonly name?: string; readonly namespace?: string } | null;
  readonly toJSON?: unknown;
}

/** Its own properties with their attributes: loggers show those that are enumerable. */
function errorAt(error: Error, depth: number): Error {
  const copy = new Error();
  Object.setPrototypeOf(copy, Object.getPrototypeOf(error) as object); // typed as any
  const own: Readonly<Record<string, PropertyDescriptor>> = Object.getOwnPropertyDescriptors(error);
  for (const [name, { value, enumerable }] of Object.entries(own)) {
    define(copy, name, valueAt(name, value, depth), enumerable);
  }
  define(copy, "message", withoutSecrets(error.message));
  if (error.stack !== undefined) define(copy, "stack", withoutSecrets(error.stack));
  return copy;
}

function define(error: Error, name: string, value: unknown, enumerable = false): void {
  Object.defineProperty(error, name, { value, enumerable, configurable: true, writable: true });
}
