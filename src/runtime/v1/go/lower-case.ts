/**
 * A text in lower case as Go's `strings.ToLower` makes it: every character by itself, so `İ` becomes a plain `i`, where
 * JavaScript adds a dot above.
 */
export function lowerCase(text: string): string {
  return text.replaceAll("İ", "i").toLowerCase();
}
