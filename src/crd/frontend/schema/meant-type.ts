import { nearest } from "../../diagnostics/similar.js";

/** What a schema calls the types that other languages have. */
const translations: ReadonlyMap<string, string> = new Map([
  ["any", "leave `type` out, and set `x-kubernetes-preserve-unknown-fields: true`"],
  ["bool", "write `boolean`"],
  ["bytes", "write `string`, with `format: byte`"],
  ["date", "write `string`, with `format: date`"],
  ["datetime", "write `string`, with `format: date-time`"],
  ["dict", "write `object`, with `additionalProperties` for the values"],
  ["double", "write `number`"],
  ["duration", "write `string`, with `format: duration`"],
  ["enum", "write `string`, with the values under `enum`"],
  ["float", "write `number`"],
  ["int", "write `integer`"],
  ["int32", "write `integer`, with `format: int32`"],
  ["int64", "write `integer`, with `format: int64`"],
  ["list", "write `array`"],
  ["long", "write `integer`"],
  ["map", "write `object`, with `additionalProperties` for the values"],
  ["str", "write `string`"],
  ["struct", "write `object`"],
  ["text", "write `string`"],
]);

/** What to write in the place of a type that there is not; undefined where that cannot be told. */
export function meantType(type: string, types: readonly string[]): string | undefined {
  const translation = translations.get(type.toLowerCase().replaceAll("-", ""));
  if (translation !== undefined) return translation;
  const near = nearest(type, types);
  return near === undefined ? undefined : `write \`${near}\``;
}
