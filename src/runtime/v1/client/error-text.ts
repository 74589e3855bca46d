/** What an error says. An AggregateError of several addresses tried has no message of its own. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message !== "") return error.message;
  return error instanceof AggregateError ? error.errors.map(String).join("; ") : error.name;
}
