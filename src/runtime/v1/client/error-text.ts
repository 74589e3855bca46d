/** The message of an error. An AggregateError from several addresses has no message of its own. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message !== "") return error.message;
  return error instanceof AggregateError ? error.errors.map(String).join("; ") : error.name;
}

/**
 * Returns the part to show of an answer that makes no sense: its beginning. Of what begins like
 * JSON only the length is shown, because it may be a part of a Secret.
 */
export function excerpt(text: string): string {
  if (/^\s*[[{]/.test(text)) {
    return `${text.length} characters that begin like JSON, and may be cut off`;
  }
  const start = JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
  return /^\s*</.test(text) ? `${start}; is there a proxy or a log-in page in between?` : start;
}
