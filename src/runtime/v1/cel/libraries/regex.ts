import { Re2, compileRe2 } from "../../values/re2/compile.js";
import { CelError } from "../values/error.js";
import type { Int } from "../values/value.js";

/*
 * Regular expressions as Go's regexp reads them: `matches` of the language, `find` and `findAll` of
 * Kubernetes (`library/regex.go`). Patterns are searched for anywhere in the text.
 */

/** `text.matches(pattern)`. */
export function matchesPattern(text: string, pattern: string): boolean | CelError {
  const compiled = compile(pattern);
  return compiled instanceof CelError ? compiled : compiled.test(text);
}

/** `text.find(pattern)`: the first match, `""` when there is none. */
export function findPattern(text: string, pattern: string): string | CelError {
  const compiled = compile(pattern);
  if (compiled instanceof CelError) return illegalPattern(compiled);
  const match = compiled.exec(text);
  return match === undefined ? "" : text.slice(match.start, match.end);
}

/** `text.findAll(pattern, limit)`; a negative limit means all. */
export function findAllPattern(
  text: string,
  pattern: string,
  limit: Int = -1,
): readonly string[] | CelError {
  const compiled = compile(pattern);
  if (compiled instanceof CelError) return illegalPattern(compiled);
  const found: string[] = [];
  let from = 0;
  let previousEnd = -1;
  while (from <= text.length && (limit < 0 || found.length < limit)) {
    const match = compiled.exec(text, from);
    if (match === undefined) break;
    const { start, end } = match;
    // An empty match right behind the one before does not count.
    if (end > start || start !== previousEnd) found.push(text.slice(start, end));
    previousEnd = end;
    from = end > start ? end : end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1);
  }
  return found;
}

function compile(pattern: string): Re2 | CelError {
  const known = compiledPatterns.get(pattern);
  if (known !== undefined) return known;
  const compiled = compileRe2(pattern);
  const result = compiled instanceof Re2 ? compiled : new CelError(compiled.message);
  if (compiledPatterns.size >= maxCompiled) compiledPatterns.clear();
  compiledPatterns.set(pattern, result);
  return result;
}

function illegalPattern(error: CelError): CelError {
  return new CelError(`Illegal regex: ${error.message}`);
}

const maxCompiled = 100;

/** Patterns that come from data repeat from element to element. */
const compiledPatterns = /* @__PURE__ */ new Map<string, Re2 | CelError>();
