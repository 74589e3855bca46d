/** A command line up to the cursor, as a shell splits it. */
export interface SplitLine {
  /** The last one is where the cursor is; `""` behind a space. */
  readonly words: readonly string[];
  /** The last word stands in quotes that are not closed. */
  readonly isQuoted: boolean;
}

/**
 * Splits a line of bash into words, and takes quotes and backslashes away. Nothing is expanded:
 * `$(…)`, variables and patterns stay as they are.
 *
 * Source: POSIX, Shell Command Language, 2.2 Quoting.
 */
export function splitLine(line: string): SplitLine {
  const words: string[] = [];
  let [word, quote, isInWord]: [string, string, boolean] = ["", "", false];
  for (let at = 0; at < line.length; at++) {
    const unit = line.charAt(at);
    if (quote === "" && /\s/.test(unit)) {
      if (isInWord) words.push(word);
      [word, isInWord] = ["", false];
      continue;
    }
    isInWord = true;
    if (unit === quote) quote = "";
    else if (quote === "" && (unit === "'" || unit === '"')) quote = unit;
    else if (unit === "\\" && isEscape(line.charAt(at + 1), quote)) word += line.charAt(++at);
    else word += unit;
  }
  return { words: [...words, word], isQuoted: quote !== "" };
}

/** Within double quotes a backslash stands for itself before most characters. */
function isEscape(next: string, quote: string): boolean {
  return quote === "" ? next !== "" : quote === '"' && /["$\\`]/.test(next);
}
