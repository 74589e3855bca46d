/**
 * A text in lower case as Go's `strings.ToLower` makes it: every character by itself. So `İ`
 * becomes a plain `i`, where JavaScript adds a dot above, and `Σ` a `σ` also at the end of a word.
 */
export function lowerCase(text: string): string {
  return text.replaceAll("İ", "i").replaceAll("Σ", "σ").toLowerCase();
}
