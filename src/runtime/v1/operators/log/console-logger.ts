import type { LogFields, Logger } from "./logger.js";
import { longestText, maskedValue } from "./masked.js";
import { errorReport, withoutSecrets } from "./secrets.js";

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
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Error) entry[name] = errorReport(value);
    else if (value !== undefined) entry[name] = plainValue(name, value);
  }
  return JSON.stringify(entry);
}

function textLines(level: LogLevel, fields: LogFields, message: string): string {
  const parts = [now(), level.toUpperCase(), oneLine(withoutSecrets(message))];
  let stack = "";
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (value instanceof Error) stack += `\n${errorReport(value).stack}`;
    else parts.push(`${name}=${quoted(plainValue(name, value))}`);
  }
  return parts.join(" ") + stack.replace(/\n/g, "\n  ");
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

/** A value of a field as it may be written. */
function plainValue(name: string, value: unknown): string | number | boolean | null {
  const masked = maskedValue(name, value);
  if (typeof masked === "number" || typeof masked === "boolean" || masked === null) return masked;
  const text = typeof masked === "string" ? masked : JSON.stringify(masked);
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}
