/** What belongs to an entry of a log: short texts and numbers, never Secrets or whole objects. */
export interface LogFields {
  readonly [name: string]: unknown;
}

/** Takes the entries of a log: `console` is one, and so is pino's logger. */
export interface Logger {
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}
