/** The message of an error. An AggregateError from several addresses has no message of its own. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message !== "") return error.message;
  return error instanceof AggregateError ? error.errors.map(String).join("; ") : error.name;
}
