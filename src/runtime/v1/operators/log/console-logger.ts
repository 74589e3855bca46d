import type { LogFields, Logger } from "./logger.js";
import { maskedFields, shortText } from "./masked.js";
import { withoutSecrets } from "./secrets.js";

/** How a console logger writes. */
export interface ConsoleLoggerOptions {
  /** One JSON object per line; the default is text: time, level, message, `key=value`. */
  readonly json?: boolean | undefined;
  /** Entries below this level are dropped; the default is `info`. */
  readonly level?: LogLevel | undefined;
}

/** The levels of entries, lowest first. */
export type LogLevel = "info" | "warn" | "error";

/**
 * A logger that writes to the console: one line per entry, and after it the stack of `err`, if
 * there is one (in JSON a field). Tokens are left out, and of objects of the API only their names
 * are written.
 */
export function consoleLogger({
  json = false,
  level: lowest = "info",
}: ConsoleLoggerOptions = {}): Logger {
  const print = json ? jsonLine : textLines;
  const writes = (level: LogLevel): Logger["info"] => {
    if (levels.indexOf(level) < levels.indexOf(lowest)) return drop;
    return (fields, message) => {
      // By its name each time: tests and programs replace the console's functions.
      console[level](print(level, fields, message));
    };
  };
  return { info: writes("info"), warn: writes("warn"), error: writes("error") };
}

const levels: readonly LogLevel[] = ["info", "warn", "error"];

function drop(): void {
  // Nobody wants it.
}

function jsonLine(level: LogLevel, fields: LogFields, message: string): string {
  const entry: Record<string, unknown> = { time: now(), level, msg: withoutSecrets(message) };
  for (const [name, value] of Object.entries(maskedFields(fields))) {
    if (value instanceof Error) {
      entry[name] = { type: value.name, message: value.message, stack: stacksOf(value) };
    } else if (value !== undefined) {
      entry[name] = plainValue(value);
    }
  }
  return JSON.stringify(entry);
}

function textLines(level: LogLevel, fields: LogFields, message: string): string {
  const parts = [now(), level.toUpperCase(), oneLine(withoutSecrets(message))];
  let stack = "";
  for (const [name, value] of Object.entries(maskedFields(fields))) {
    if (value instanceof Error) stack += `\n${stacksOf(value)}`;
    else if (value !== undefined) parts.push(`${name}=${quoted(plainValue(value))}`);
  }
  return parts.join(" ") + stack.replace(/\n/g, "\n  ");
}

/** The stack of an error, and those of its causes, as many as are written. */
function stacksOf(error: Error): string {
  const { stack, cause } = error;
  const own = stack ?? String(error);
  if (cause === undefined) return own;
  return `${own}\nCaused by: ${cause instanceof Error ? stacksOf(cause) : plainValue(cause)}`;
}

function now(): string {
  return new Date().toISOString();
}

/** Whoever can write a message must not be able to write another entry. */
function oneLine(text: string): string {
  return text.replace(/[\n\r\u0000-\u001f\u2028\u2029]+/g, (found) =>
    JSON.stringify(found).slice(1, -1),
  );
}

function quoted(value: string | number | boolean | null): string {
  if (typeof value !== "string") return String(value);
  return /^[^\s"=\u0000-\u001f]+$/.test(value) ? value : JSON.stringify(value);
}

function plainValue(value: unknown): string | number | boolean | null {
  if (typeof value === "number" || typeof value === "boolean" || value === null) return value;
  return shortText(typeof value === "object" ? JSON.stringify(value) : String(value));
}
