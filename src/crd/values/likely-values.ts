import type { Json } from "../../runtime/v1/values/json/json.js";
import { rotated } from "./choices.js";
import { namedNumbers, namedValues } from "./named-values.js";
import type { ValuePlace } from "./place.js";
import { writtenValues } from "./written-values.js";

/**
 * Texts that mean something at a place, the likeliest first: what its description gives as a value,
 * then what its name stands for. Each has to be judged.
 *
 * @param variant texts of different variants are different
 */
export function likelyTexts(place: ValuePlace, variant: number): readonly string[] {
  const texts = [...new Set([...writtenValues(place.about), ...namedValues(place)])];
  const [first] = texts;
  if (first === undefined) return [];
  const others = rotated(texts, variant);
  return variant < texts.length ? others : [anotherText(first, variant), ...others];
}

/** The same for numbers. */
export function likelyNumbers(place: ValuePlace, variant: number): readonly number[] {
  const example: Json | undefined = place.about.example;
  const written = writtenValues(place.about).filter((text) => /^-?\d{1,9}(?:\.\d+)?$/.test(text));
  const own = typeof example === "number" ? [example] : [];
  const numbers = [...own, ...written.map(Number), ...namedNumbers(place)];
  return numbers.length === 0 ? [] : rotated(numbers, variant);
}

/** A text like another one: with another number, or with a number behind its first name. */
function anotherText(text: string, variant: number): string {
  const number = /\d{1,6}(?=\D*$)/.exec(text);
  if (number !== null) {
    const next = String(Number(number[0]) + variant);
    return text.slice(0, number.index) + next + text.slice(number.index + number[0].length);
  }
  if (/^[A-Z_]+$/.test(text)) return `${text}_${variant + 1}`;
  const name = /[a-z](?=[./@:]|$)(?!:\/\/)/i.exec(text);
  if (name === null) return `${text} ${variant + 1}`;
  return `${text.slice(0, name.index + 1)}-${variant + 1}${text.slice(name.index + 1)}`;
}
