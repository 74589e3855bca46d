import type { Code, Imported } from "../../emit/code.js";
import { code, empty, join } from "../../emit/code.js";
import { regExpLiteral } from "../../emit/regexp-literal.js";
import { translateRe2 } from "../../emit/regexp.js";
import type { ValueValidation } from "../../ir/schema.js";
import { formatTexts } from "../../versions/format-texts.js";
import type { FileHelpers } from "./file-helpers.js";

/** The lengths that texts may have, in code points. */
interface Lengths {
  readonly min: number;
  readonly max: number;
}

/** Texts of so few lengths are rarely found by a pattern alone. */
const fewLengths = 8;

/**
 * Texts that take all constraints; undefined where that is not plain to see.
 *
 * @param known a text that takes them, where one was found: it stands in for those whose length a
 *   pattern does not see to
 */
export function textsCode(
  fc: Imported,
  validations: readonly ValueValidation[],
  known: string | undefined,
  helpers: FileHelpers,
): Code | undefined {
  const patterns = new Set(validations.flatMap(({ pattern }) => (pattern === "" ? [] : pattern)));
  const formats = new Set(validations.map(({ format }) => format).filter(isKnownFormat));
  const lengths = lengthsOf(validations);
  const [pattern] = patterns;
  const [format] = formats;
  if (lengths.min > lengths.max || patterns.size + formats.size > 1) return undefined;
  if (format !== undefined)
    return isAnyLength(lengths) ? formatCode(fc, format, helpers) : undefined;
  if (pattern === undefined) return plainCode(fc, lengths);
  const texts = patternCode(fc, pattern);
  if (texts === undefined || isAnyLength(lengths)) return texts;
  if (known === undefined || lengths.max - lengths.min < fewLengths) return undefined;
  const { min, max } = lengths;
  const most = max === Infinity ? code`Infinity` : code`${max}`;
  return code`${helpers.fitting}(${texts}, ${min}, ${most}, ${known})`;
}

function isKnownFormat(format: string): boolean {
  return formatTexts(format).length > 0;
}

function lengthsOf(validations: readonly ValueValidation[]): Lengths {
  return {
    min: Math.max(0, ...validations.map(({ minLength = 0 }) => minLength)),
    max: Math.min(Infinity, ...validations.map(({ maxLength = Infinity }) => maxLength)),
  };
}

function isAnyLength({ min, max }: Lengths): boolean {
  return min === 0 && max === Infinity;
}

/** Longer texts than these are made only where they must be. */
const longest = 64;

function plainCode(fc: Imported, { min, max }: Lengths): Code {
  const limits = [
    ...(min > 0 ? [code`minLength: ${min}`] : []),
    ...(max < Infinity ? [code`maxLength: ${Math.max(min, Math.min(max, longest))}`] : []),
  ];
  return code`${fc}.string(${limits.length === 0 ? empty : code`{ ${join(limits, ", ")} }`})`;
}

/** What fast-check makes of regular expressions: all but assertions other than `^` and `$`. */
function patternCode(fc: Imported, pattern: string): Code | undefined {
  const translated = translateRe2(pattern);
  if (translated.kind !== "literal" || translated.flags !== "u") return undefined;
  if (/\(\?[^:]|\\[bBpPkc]/.test(translated.pattern)) return undefined;
  const expression = regExpLiteral(new RegExp(translated.pattern, "u"));
  return code`${fc}.stringMatching(${expression})`;
}

/** Texts of formats that fast-check knows as the server does. */
function formatCode(fc: Imported, format: string, helpers: FileHelpers): Code | undefined {
  switch (format.replaceAll("-", "")) {
    case "datetime":
      return helpers.dateTimes;
    case "date":
      return helpers.dates;
    case "duration":
      return helpers.durations;
    case "ipv4":
      return code`${fc}.ipV4()`;
    case "ipv6":
      return code`${fc}.ipV6()`;
    case "uuid":
      return code`${fc}.uuid()`;
    case "byte":
      return code`${fc}.base64String()`;
    case "uri":
      return code`${fc}.webUrl()`;
    case "hostname":
      return code`${fc}.domain()`;
    case "password":
      return code`${fc}.string()`;
    default:
      return undefined;
  }
}
