import { formatTexts } from "../../runtime/versions/format-texts.js";
import type { ValueValidation } from "../ir/schema.js";
import type { Lengths } from "./pattern-text.js";
import { patternTexts } from "./pattern-text.js";
import type { Choices } from "./random.js";

/** Texts that constraints may take, the likely ones first; each has to be judged. */
export function* textCandidates(
  validations: readonly ValueValidation[],
  variant: number,
  choices: Choices,
): Generator<string> {
  const lengths = lengthsOf(validations);
  const formats = validations.flatMap(({ format }) => formatTexts(format));
  for (let turn = 0; turn < formats.length; turn++) {
    yield formats[(turn + variant) % formats.length] ?? "";
  }
  const patterns = validations.flatMap(({ pattern }) => (pattern === "" ? [] : [pattern]));
  const plain = fitted(variant === 0 ? "example" : `example-${variant + 1}`, lengths);
  if (patterns.length === 0 || variant === 0 || formats.length === 0) yield plain;
  for (const pattern of patterns) yield* ofPattern(pattern, lengths, variant, choices);
  yield plain;
  yield fitted(`${variant + 1}`, lengths);
}

/** Texts of later variants are those of earlier ones in another order. */
function* ofPattern(
  pattern: string,
  lengths: Lengths,
  variant: number,
  choices: Choices,
): Generator<string> {
  const texts = [...new Set(patternTexts(pattern, lengths, choices))];
  for (let turn = 0; turn < texts.length; turn++)
    yield texts[(turn + variant) % texts.length] ?? "";
}

function lengthsOf(validations: readonly ValueValidation[]): Lengths {
  return {
    min: Math.max(0, ...validations.map(({ minLength = 0 }) => minLength)),
    max: Math.min(Infinity, ...validations.map(({ maxLength = Infinity }) => maxLength)),
  };
}

/** What is too long loses its beginning, so that variants keep their numbers. */
function fitted(text: string, { min, max }: Lengths): string {
  const long = text.padEnd(min, "x");
  return long.length <= max ? long : long.slice(long.length - max).replace(/^-/, "x");
}
