import type { ValueValidation } from "../../../crd/ir/schema.js";
import { boundsOf } from "../../../crd/values/numbers.js";
import type { Limits } from "../../../crd/values/value-node.js";
import { limitsOf } from "../../../crd/values/value-node.js";
import { formatTexts } from "../../../runtime/versions/format-texts.js";
import type { Expr, Imported } from "../../emit/code.js";
import { expr, property } from "../../emit/code.js";
import { regExpLiteral } from "../../emit/literal.js";
import { objectCode } from "../../emit/object-code.js";
import { translateRe2 } from "../../patterns/translate.js";
import type { FileHelpers } from "./file-helpers.js";

/** Numbers without bounds stay within these: larger ones fit few programs. */
const usual = 1_000_000_000;

/** Numbers that take all constraints; undefined where that is not plain to see. */
export function numbersCode(
  fc: Imported,
  validations: readonly ValueValidation[],
  kind: "integer" | "number",
  { multiples }: FileHelpers,
): Expr | undefined {
  const steps = new Set(validations.flatMap(({ multipleOf }) => multipleOf ?? []));
  const [step = 1] = steps;
  if (steps.size > 1 || !Number.isInteger(step) || step < 1) return undefined;
  return kind === "integer" || steps.size > 0
    ? integersCode(fc, validations, step, multiples)
    : floatsCode(fc, validations);
}

function integersCode(
  fc: Imported,
  validations: readonly ValueValidation[],
  step: number,
  multiples: Expr,
): Expr | undefined {
  const { min: least, minOpen, max: most, maxOpen } = boundsOf(validations);
  const max32 = 2 ** 31 - 1;
  const isLarge = validations.some(({ format }) => format === "int64");
  if (least === -Infinity && most === Infinity && step === 1) {
    return isLarge ? expr`${fc}.maxSafeInteger()` : expr`${fc}.integer()`;
  }
  const lowest = minOpen ? Math.floor(least) + 1 : Math.ceil(least);
  const highest = maxOpen ? Math.ceil(most) - 1 : Math.floor(most);
  const low = least > -Infinity ? lowest : Math.min(-max32, highest);
  const high = most < Infinity ? highest : Math.max(max32, low);
  const [min, max] = [Math.ceil(low / step), Math.floor(high / step)];
  if (min > max || !Number.isSafeInteger(min) || !Number.isSafeInteger(max)) return undefined;
  const integers = expr`${fc}.integer({ min: ${min}, max: ${max} })`;
  return step === 1 ? integers : expr`${multiples}(${integers}, ${step})`;
}

function floatsCode(fc: Imported, validations: readonly ValueValidation[]): Expr | undefined {
  const { min: least, minOpen, max: most, maxOpen } = boundsOf(validations);
  const min = least > -Infinity ? least : Math.min(-usual, most);
  const max = most < Infinity ? most : Math.max(usual, least);
  if (min > max || (min === max && (minOpen || maxOpen))) return undefined;
  const yes = expr`true`;
  const bounds = objectCode([
    { key: "min", value: expr`${min}` },
    ...(minOpen ? [{ key: "minExcluded", value: yes }] : []),
    { key: "max", value: expr`${max}` },
    ...(maxOpen ? [{ key: "maxExcluded", value: yes }] : []),
    { key: "noNaN", value: yes },
  ]);
  return expr`${fc}.double(${bounds})`;
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
): Expr | undefined {
  const patterns = new Set(validations.flatMap(({ pattern }) => (pattern === "" ? [] : pattern)));
  const formats = new Set(validations.map(({ format }) => format).filter(isKnownFormat));
  const lengths = limitsOf(validations, "Length");
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
  const most = max === Infinity ? expr`Infinity` : expr`${max}`;
  return expr`${helpers.fitting}(${texts}, ${min}, ${most}, ${known})`;
}

function isKnownFormat(format: string): boolean {
  return formatTexts(format).length > 0;
}

function isAnyLength({ min, max }: Limits): boolean {
  return min === 0 && max === Infinity;
}

/** Longer texts than these are made only where they must be. */
const longest = 64;

function plainCode(fc: Imported, { min, max }: Limits): Expr {
  const limits = [
    ...(min > 0 ? property`minLength: ${min}` : []),
    ...(max < Infinity ? property`maxLength: ${Math.max(min, Math.min(max, longest))}` : []),
  ];
  return limits.length === 0 ? expr`${fc}.string()` : expr`${fc}.string({ ${limits} })`;
}

/**
 * Writes the arbitrary of a pattern. Of regular expressions, fast-check supports all but assertions
 * other than `^` and `$`.
 */
function patternCode(fc: Imported, pattern: string): Expr | undefined {
  const translated = translateRe2(pattern);
  if (translated.kind !== "literal" || translated.flags !== "u") return undefined;
  if (/\(\?[^:]|\\[bBpPkc]/.test(translated.pattern)) return undefined;
  const expression = regExpLiteral(new RegExp(translated.pattern, "u"));
  return expr`${fc}.stringMatching(${expression})`;
}

/** Texts of formats that fast-check knows as the server does. */
function formatCode(fc: Imported, format: string, helpers: FileHelpers): Expr | undefined {
  switch (format.replaceAll("-", "")) {
    case "datetime":
      return helpers.dateTimes;
    case "date":
      return helpers.dates;
    case "duration":
      return helpers.durations;
    case "ipv4":
      return expr`${fc}.ipV4()`;
    case "ipv6":
      return expr`${fc}.ipV6()`;
    case "uuid":
      return expr`${fc}.uuid()`;
    case "byte":
      return expr`${fc}.base64String()`;
    case "uri":
      return expr`${fc}.webUrl()`;
    case "hostname":
      return expr`${fc}.domain()`;
    case "password":
      return expr`${fc}.string()`;
    default:
      return undefined;
  }
}
