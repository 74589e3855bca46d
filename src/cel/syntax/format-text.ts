/**
 * Returns what Go's `fmt.Sprintf` makes of a text that it takes for its format, without arguments
 * (`fmt/print.go`, doPrintf): each `%` begins a directive that misses its argument.
 */
export function formatText(text: string): string {
  let result = "";
  let at = 0;
  for (let next = text.indexOf("%"); next >= 0; next = text.indexOf("%", at)) {
    const directive = readDirective(text, next + 1);
    result += text.slice(at, next) + directive.shown;
    at = directive.end;
  }
  return result + text.slice(at);
}

interface Directive {
  readonly shown: string;
  readonly end: number;
}

function readDirective(text: string, begin: number): Directive {
  const flags = skip(/[#0+\- ]*/y, text, begin);
  const width = readSize(text, flags, "%!(BADWIDTH)");
  const precision =
    text[width.end] === "." ? readSize(text, width.end + 1, "%!(BADPREC)") : undefined;
  const { end: verbAt, isIndexed } = precision ?? width;
  const last = isIndexed ? { end: verbAt } : readIndex(text, verbAt);
  const before = width.shown + (precision?.shown ?? "");
  const verb = text.codePointAt(last.end);
  if (verb === undefined) return { shown: `${before}%!(NOVERB)`, end: last.end };
  const letter = String.fromCodePoint(verb);
  const end = last.end + letter.length;
  if (letter === "%") return { shown: `${before}%`, end };
  const fault = text.slice(begin, last.end).includes("[") ? "BADINDEX" : "MISSING";
  return { shown: `${before}%!${letter}(${fault})`, end };
}

/**
 * A width or a precision: perhaps an index such as `[3]`, then a number, or `*` for one that would
 * be an argument.
 */
interface Size extends Directive {
  /** Nothing but a number stands behind a good index, so that no other may follow. */
  readonly isIndexed: boolean;
}

function readSize(text: string, begin: number, missing: string): Size {
  const index = readIndex(text, begin);
  if (text[index.end] === "*") return { shown: missing, end: index.end + 1, isIndexed: false };
  const end = skip(/[0-9]*/y, text, index.end);
  const isTooLarge = Number(text.slice(index.end, end)) > mostSize;
  return { shown: "", end: isTooLarge ? text.length : end, isIndexed: index.isNumber };
}

function readIndex(
  text: string,
  begin: number,
): { readonly end: number; readonly isNumber: boolean } {
  if (text[begin] !== "[") return { end: begin, isNumber: false };
  const close = text.length - begin < 3 ? -1 : text.indexOf("]", begin + 1);
  if (close < 0) return { end: begin + 1, isNumber: false };
  const inner = text.slice(begin + 1, close);
  return { end: close + 1, isNumber: /^[0-9]+$/.test(inner) && Number(inner) <= mostSize };
}

/** Larger ones are given up, with the rest of the text. */
const mostSize = 10_000_009;

/** Where what matches from a place on ends. */
function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  pattern.test(text);
  return pattern.lastIndex;
}
